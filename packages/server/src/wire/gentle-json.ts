import secureJson from 'secure-json-parse';
import { HttpProblem } from '../errors.ts';
import { holdsNul } from './nul-escapes.ts';

/** Deepest nesting of arrays and objects that a body may have; nothing we know needs more than a dozen levels. */
const deepest = 64;

/** What is parsed at once: some milliseconds of work. Between two pieces the server answers others. */
interface Piece {
  length: number;
  values: number;
}
const usual: Piece = { length: 256 * 1024, values: 20_000 };

/** Milliseconds of work after which others get their turn. */
const turnMs = 8;

/** Gives others their turn when the work so far took long enough. */
type Turn = () => Promise<void> | undefined;

/** Values that lie side by side in a container (`node` null), or one that is itself parsed in pieces, with its key and what follows it. */
interface Part {
  from: number;
  to: number;
  node: Node | null;
}

/** An array or object that is too large to be parsed at once. */
interface Node {
  start: number;
  end: number;
  isList: boolean;
  parts: Part[];
}

/** A container whose end is not reached. */
interface Open {
  start: number;
  isList: boolean;
  /** Values before the container. */
  before: number;
  /** Where those of its values begin that no part holds yet, and how many values came before them. */
  waiting: number;
  counted: number;
  /** Where the value begins that is being read, and that value where it is large. */
  value: number;
  large: Node | null;
  parts: Part[];
}

function createTurn(): Turn {
  let since = performance.now();
  return () => {
    if (performance.now() - since < turnMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}

function notJson(why: string): HttpProblem {
  return new HttpProblem(400, `The body is not JSON: ${why}`);
}

/** The index of the mark that ends the text that begins at `opening`. */
function closing(text: string, opening: number): number {
  for (let end = text.indexOf('"', opening + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  throw notJson('a text in it has no end.');
}

/** Ends the value that is being read at a comma or a closing bracket: large ones are a part of their own, others gather until they are enough. */
function endValue(open: Open, at: number, values: number, isLast: boolean, piece: Piece): void {
  if (open.large) {
    // What gathered before it ends with a comma.
    if (open.value > open.waiting) open.parts.push({ from: open.waiting, to: open.value - 1, node: null });
    open.parts.push({ from: open.value, to: at, node: open.large });
  } else if (isLast || at - open.waiting > piece.length || values - open.counted > piece.values) {
    open.parts.push({ from: open.waiting, to: at, node: null });
  } else {
    open.value = at + 1;
    return;
  }
  Object.assign(open, { waiting: at + 1, value: at + 1, counted: values, large: null });
}

/**
 * Looks at the brackets and commas outside of texts: refuses what is nested too deeply (walking it could exhaust the stack) or holds too many values, and
 * finds where what is large can be taken apart. Null where the whole can be parsed at once.
 */
async function survey(text: string, mostValues: number, turn: Turn, piece: Piece): Promise<Node | null> {
  const stack: Open[] = [];
  let values = 1;
  let root: Node | null = null;
  let look = usual.length;
  for (let index = 0; index < text.length; index += 1) {
    if (index >= look) {
      look = index + usual.length;
      await turn();
    }
    const code = text.charCodeAt(index);
    if (code === 34) {
      index = closing(text, index);
    } else if (code === 44) {
      values += 1;
      const inside = stack.at(-1);
      if (inside) endValue(inside, index, values, false, piece);
    } else if (code === 123 || code === 91) {
      values += 1;
      if (stack.length === deepest) throw new HttpProblem(400, `The JSON is nested more than ${deepest} levels deep.`);
      const [start, first] = [index, index + 1];
      const none = { large: null, parts: [] };
      stack.push({
        start,
        isList: code === 91,
        before: values,
        waiting: first,
        counted: values,
        value: first,
        ...none,
      });
    } else if (code === 125 || code === 93) {
      const closed = stack.pop();
      if (!closed || closed.isList !== (code === 93)) throw notJson(`the bracket at ${index} has no partner.`);
      const { start, isList, before, parts } = closed;
      if (index - start <= piece.length && values - before <= piece.values) continue;
      endValue(closed, index, values, true, piece);
      const node = { start, end: index, isList, parts };
      const around = stack.at(-1);
      if (around) around.large = node;
      else root = node;
    }
    if (values > mostValues)
      throw new HttpProblem(413, `The body holds more than ${mostValues} values, which is too many.`);
  }
  if (stack.length > 0) throw notJson('a bracket in it is not closed.');
  return root;
}

const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text);

/** Parses a piece at once. Keys named `__proto__` are left out, by a scan of the pieces that hold one: a reviver would look at every value. */
function parsePiece(text: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: 'remove', constructorAction: 'ignore' });
  } catch (error) {
    throw notJson((error as Error).message);
  }
}

async function build(text: string, { isList, parts }: Node, turn: Turn): Promise<unknown> {
  const list: unknown[] = [];
  const object: Record<string, unknown> = {};
  for (const { from, to, node } of parts) {
    await turn();
    if (node) {
      const lead = text.slice(from, node.start).trimEnd();
      const fits = isList ? isBlank(lead) : lead.endsWith(':');
      if (!fits || !isBlank(text.slice(node.end + 1, to))) throw notJson('a comma or a key is missing.');
      const key = isList ? '' : Object.keys(parsePiece(`{${lead}0}`) as object)[0];
      const value = await build(text, node, turn);
      if (isList) list.push(value);
      // Without a key it was `__proto__`.
      else if (key !== undefined) object[key] = value;
      continue;
    }
    const piece = text.slice(from, to);
    if (isBlank(piece)) {
      if (parts.length > 1) throw notJson('a value is missing beside a comma.');
    } else if (isList) {
      for (const value of parsePiece(`[${piece}]`) as unknown[]) list.push(value);
    } else {
      Object.assign(object, parsePiece(`{${piece}}`));
    }
  }
  return isList ? list : object;
}

/**
 * Parses JSON so that others are answered meanwhile: what is large is parsed in pieces, between which the server does other work. (A thread of its
 * own would not help: to hand many small objects over takes longer than to parse them.)
 * @param mostValues most numbers, texts, lists and objects that are taken together
 * @param piece what is parsed at once
 * @throws HttpProblem 400 for what is no JSON, is nested too deeply or holds NUL characters, which no database column takes; 413 for too many values
 */
export async function parseGently(text: string, mostValues: number, piece = usual): Promise<unknown> {
  const turn = createTurn();
  if (holdsNul(text)) throw new HttpProblem(400, 'The text holds a NUL character. Remove it.');
  const root = await survey(text, mostValues, turn, piece);
  if (!root) return parsePiece(text);
  if (!isBlank(text.slice(0, root.start)) || !isBlank(text.slice(root.end + 1)))
    throw notJson('there is more text before or after it.');
  return build(text, root, turn);
}
