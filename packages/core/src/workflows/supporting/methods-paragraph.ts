import type { DocumentBlock, TextRun } from '../../entities/supporting-document.ts';
import { toDecimals } from '../../tables/number-format.ts';
import type { ItemContent } from './item-content.ts';
import { type JournalForm, numbersInForm } from './journal-form.ts';
import type { ReferenceList } from './references.ts';
import type { LevelUse } from './run-record.ts';

/** How a sentence of the methods begins, by what a level was used for. */
const begins: Readonly<Record<LevelUse['use'], string>> = {
  optimized: 'Geometries were optimized at the',
  transition_state: 'Transition states were optimized at the',
  frequencies: 'Harmonic vibrational frequencies were computed at the',
  energies: 'Single-point energies and properties were computed at the',
};
const order: readonly LevelUse['use'][] = ['optimized', 'transition_state', 'frequencies', 'energies'];

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** Writes the sentences of levels of theory: for each use all levels with their programs, and the references behind each. */
function levelRuns(contents: readonly ItemContent[], form: JournalForm, references: ReferenceList): TextRun[] {
  const all = new Map<string, LevelUse>();
  for (const { run } of contents) {
    for (const level of run.levels) {
      const key = `${level.use} ${level.level} ${level.program}`;
      const known = all.get(key);
      all.set(key, known ? { ...known, works: [...known.works, ...level.works] } : level);
    }
  }
  return order.flatMap((use): TextRun[] => {
    const levels = [...all.values()].filter((level) => level.use === use);
    return levels.flatMap(({ level, program, works }, index): TextRun[] => {
      const joint = index === 0 ? `${begins[use]} ` : index === levels.length - 1 ? ' and the ' : ', the ';
      return [
        { text: `${joint}${level} level${program ? ` with ${program}` : ''}`, raised: false },
        ...numbersInForm(references.numbersOf(works), form),
        ...(index === levels.length - 1 ? [{ text: '. ', raised: false }] : []),
      ];
    });
  });
}

/** Types of a document: how many items each has, the stages of their runs, and the references of all that ran for them. */
function typeParagraphs(
  contents: readonly ItemContent[],
  form: JournalForm,
  references: ReferenceList,
): DocumentBlock[] {
  const types = new Map<string, { count: number; stages: Set<string>; works: Set<string> }>();
  for (const { title, run } of contents) {
    const known = types.get(title) ?? { count: 0, stages: new Set<string>(), works: new Set<string>() };
    known.count += 1;
    for (const { name, program } of run.stages) known.stages.add(program ? `${name} (${program})` : name);
    for (const work of run.works) known.works.add(work);
    types.set(title, known);
  }
  return [...types].map(([title, { count, stages, works }]) => {
    const ran = stages.size > 0 ? `: ${listed([...stages])}` : '';
    const text = `${title} (${count} ${count === 1 ? 'item' : 'items'})${ran}.`;
    return {
      kind: 'paragraph',
      runs: [{ text, raised: false }, ...numbersInForm(references.numbersOf([...works]), form)],
    };
  });
}

function thermochemistrySentences(contents: readonly ItemContent[]): string[] {
  const all = contents.flatMap(({ run }) => run.thermochemistry);
  return [
    ...new Set(
      all.map(
        ({ scheme, temperature, pressure }) =>
          `Thermal corrections are those of ${toDecimals(temperature, 2)} K and ${Number(pressure.toPrecision(4))} atm in the ideal-gas, rigid-rotor and harmonic-oscillator approximation. ${scheme}.`,
      ),
    ),
  ];
}

/**
 * The methods of a document, written from the records of what ran: levels of theory with programs and versions, thermochemistry, and the
 * stages of each type with the works of all that ran for it.
 */
export function methodsBlocks(
  contents: readonly ItemContent[],
  form: JournalForm,
  references: ReferenceList,
  version: string,
): DocumentBlock[] {
  const levels = levelRuns(contents, form, references);
  const plain = (text: string): TextRun => ({ text, raised: false });
  return [
    { kind: 'heading', level: 2, text: 'Computational methods' },
    {
      kind: 'paragraph',
      runs: [
        plain(`All computations were run with Cuvette ${version}. `),
        ...levels,
        ...thermochemistrySentences(contents).map((text) => plain(`${text} `)),
      ],
    },
    ...typeParagraphs(contents, form, references),
  ];
}
