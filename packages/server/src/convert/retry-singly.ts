import { HttpProblem } from '../errors.ts';
import { ConversionStopped } from './pool.ts';

/** Questions of one call that are with the pool at a time: as many as it has processes, so that other people's come between. */
const lanes = 2;
/** Milliseconds that a question has once another of its call was stopped: a call of nothing else would keep the converter for long. */
const hurriedMs = 5000;

/** Whether a question failed by what was asked: the pool stopped over it, or its answer is about no field of the call. */
function failsAlone(error: unknown): error is HttpProblem {
  if (error instanceof ConversionStopped) return true;
  return error instanceof HttpProblem && error.status === 422 && error.field === null;
}

/**
 * Asks the pool about each item of a call by itself, in order; one over which the pool stops gets `failed` and takes no other along. After such a
 * one the rest of the call goes on in one process, and faster, so that the other is left to other people.
 * Throws what is no fault of one item: an overloaded or missing converter (503), a field of the call.
 */
export async function eachAlone<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item, index: number, limitMs?: number) => Promise<Answer>,
  failed: (item: Item, detail: string, index: number) => Answer,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  let stopped = false;
  const lane = async (number: number): Promise<void> => {
    while (number === 0 || !stopped) {
      const index = next;
      next += 1;
      if (index >= items.length) return;
      const item = items[index] as Item;
      try {
        answers[index] = await ask(item, index, stopped ? hurriedMs : undefined);
      } catch (error) {
        if (!failsAlone(error)) {
          next = items.length;
          throw error;
        }
        stopped ||= error instanceof ConversionStopped;
        answers[index] = failed(item, error.message, index);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return answers;
}

/**
 * The same where small items share a question: up to so many, and up to so much together. Where the pool stops over a question, or over one item's
 * fault refuses it, its items are asked each alone. `ask` answers item by item.
 */
export async function inSharedQuestions<Item, Answer>(
  items: readonly Item[],
  most: { items: number; weight: number; weightOf: (item: Item) => number },
  ask: (items: readonly Item[], limitMs?: number) => Promise<Answer[]>,
  failed: (item: Item, detail: string) => Answer,
): Promise<Answer[]> {
  const complete = async (asked: readonly Item[], limitMs?: number): Promise<Answer[]> => {
    const answers = await ask(asked, limitMs);
    return asked.map(
      (item, index) => answers[index] ?? failed(item, 'The structure converter gave no answer to this.'),
    );
  };
  const questions = shared(items, most);
  const parts = await eachAlone<readonly Item[], Answer[] | null>(
    questions,
    (question, _index, limitMs) => complete(question, limitMs),
    (question, detail) => (question.length === 1 ? question.map((item) => failed(item, detail)) : null),
  );
  const answers: Answer[] = [];
  for (const [index, question] of questions.entries()) {
    const part =
      parts[index] ??
      (await eachAlone(
        question,
        async (item, _index, limitMs) => (await complete([item], limitMs))[0] as Answer,
        failed,
      ));
    answers.push(...part);
  }
  return answers;
}

function shared<Item>(
  items: readonly Item[],
  most: { items: number; weight: number; weightOf: (item: Item) => number },
): Item[][] {
  const questions: Item[][] = [];
  let weight = 0;
  for (const item of items) {
    const last = questions.at(-1);
    weight += most.weightOf(item);
    if (last && last.length < most.items && weight <= most.weight) {
      last.push(item);
    } else {
      questions.push([item]);
      weight = most.weightOf(item);
    }
  }
  return questions;
}
