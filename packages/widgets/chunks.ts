/**
 * How the built elements are cut into files: few and large ones, so that a page asks seldom (each file costs a slow line its headers and a turn), and each
 * element still loads nothing that it does not need. What no group names is cut where it is imported dynamically.
 */
import type { Plugin, Rolldown } from 'vite';

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;

const widgets = String.raw`[\\/]packages[\\/]widgets[\\/]src[\\/]`;
const core = String.raw`[\\/]packages[\\/]core[\\/]src[\\/]`;
const under = (place: string, names: string) => new RegExp(`${place}(?:${names.replaceAll('/', String.raw`[\\/]`)})`);

const any = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => `(?:${source})`).join('|'));

const barrel = under(core, String.raw`\w+/index\.ts`);
const ofResults = under(core, String.raw`workflows/types/\w+/results\.ts`);
const ofForms = under(core, String.raw`workflows/(?:define|types/\w+/(?:index|rules|form))\.ts`);

/** Whether what a type shows needs a module, and not its form alone. What imports all modules together, to pass them on by name, decides nothing. */
function isShown(id: string, context: Rolldown.ChunkingContext, known = new Map<string, boolean>()): boolean {
  const before = known.get(id) ?? (ofResults.test(id) || (ofForms.test(id) || barrel.test(id) ? false : undefined));
  if (before !== undefined) return before;
  const importers = context.getModuleInfo(id)?.importers ?? [];
  const found = importers.some((each) => isShown(each, context, known));
  known.set(id, found);
  return found;
}

/** In the order of their claims: a module and all that it imports goes to the first that names it. */
export const groups: Groups = [
  // What `embed.js` loads at once.
  {
    name: 'base',
    test: any(under(widgets, String.raw`(?:embed-base|language-tables|elements/events)\.ts`), /rolldown[\\/]runtime/),
  },
  // Small things that elements that draw without Preact share with all others: what of them was in a larger file would bring that along.
  {
    name: 'small',
    test: any(
      under(widgets, String.raw`elements/(?:bundle-problem|refusal)\.ts`),
      under(
        core,
        String.raw`(?:client/(?:api-error|back-off|final-refusal)|entities/(?:in-english|item-status)|tables/(?:quoted-number|number-format))\.ts`,
      ),
    ),
  },
  // What every element that reads an item needs at once: one file, as a browser asks a server for six at a time.
  {
    name: 'elements',
    test: any(
      under(
        core,
        String.raw`(?:client/(?:client|answer|molecules-answer)|entities/(?:workflow-item|platform-settings)|workflows/(?:define-results|parts/conformers/ensemble-headline))\.ts`,
      ),
      under(
        widgets,
        String.raw`(?:elements/(?:define|page-link|page-address|hooks/use-(?:item|definition|settled|only-type))|results/(?:hooks/use-(?:reads|session|item-molecules)|structure-table)|ui/(?:item-words|observe-size))\.tsx?`,
      ),
      under(widgets, String.raw`results/results\.css`),
      /react-query[\\/]build[\\/]modern[\\/]useQueries\.js/,
    ),
  },
  // What only drawings of orbitals, or types with calibrated numbers, need is left out: no trajectory and no table reads it. Each type counts twice, once with its form.
  {
    name: (id, context) => (isShown(id, context) ? 'types' : null),
    debugName: 'types',
    test: under(
      core,
      '(?!client|session|workflows/parts/orbitals/(?:orbital-tables|surface-choices)|workflows/measured/|methods/measured-line)',
    ),
    minShareCount: 7,
  },
  // A comparison alone reads forms, to spell settings as they do.
  { name: 'forms', test: ofForms, minShareCount: 2 },
  {
    name: 'viewer',
    test: under(
      widgets,
      String.raw`(?:results/structure-view|viewer/viewer|ui/switch|elements/(?:hooks/use-given-structure|hooks/use-own-session|smooth-edges))\.tsx?`,
    ),
  },
  // The standard view, with what other views share with it and what it shares with one other: each would be a file of some hundred bytes.
  {
    name: 'result',
    test: any(
      under(
        widgets,
        String.raw`(?:results/(?:generic|standard|tabs/sheet|energy-unit|free-table|parts/(?:ensemble-heading|atoms-part|facts-part|ran-heading)))\.tsx?`,
      ),
      under(core, String.raw`workflows/tab-parts\.ts`),
    ),
  },
  // Plots come when one is shown.
  { name: 'plots', test: under(widgets, String.raw`plot/(?:plot|broadening|table-plot)\.tsx?`) },
  { name: 'player', test: under(widgets, String.raw`(?:trajectory/use-player|results/structure-frames)\.tsx?`) },
  { name: 'calibrated', test: under(core, String.raw`(?:workflows/measured/calibrated|methods/measured-line)\.ts`) },
  { name: 'orbitals', test: under(core, String.raw`workflows/parts/orbitals/(?:orbital-tables|surface-choices)\.ts`) },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/**
 * Joins what the client imports only when it reads to the client itself: every element reads, and each of these would be a file of its own for a few words.
 * The portal, whose first page reads nothing, keeps them apart.
 */
export function readsAtOnce(): Plugin {
  // Each by the one thing that is taken from it: with a module's whole namespace its unused parts would come along.
  const taken: Readonly<Record<string, string>> = {
    answer: 'readAnswer',
    'molecules-answer': 'MoleculesAnswer',
    'workflow-item': 'WorkflowItem',
    calculation: 'CalculationSummary',
  };
  const later = /import\('(\.{1,2}\/(?:entities\/)?(answer|molecules-answer|workflow-item|calculation)\.ts)'\)/g;
  return {
    name: 'cuvette-reads-at-once',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]core[\\/]src[\\/]client[\\/](?:source|transport)\.ts$/.test(id)) return null;
      const imports: string[] = [];
      const joined = code.replaceAll(later, (_whole, file: string, module: string) => {
        imports.push(`import { ${taken[module]} as read${imports.length} } from '${file}';`);
        return `Promise.resolve({ ${taken[module]}: read${imports.length - 1} })`;
      });
      if (imports.length === 0) this.error(`${id} imports nothing later any more: see readsAtOnce.`);
      return { code: `${imports.join('\n')}\n${joined}`, map: null };
    },
  };
}

/**
 * Lets files import what others are made of without the small file before it, which only passes that on under other names: each file is a turn on a
 * slow line. What embed.js imports so is its base, and what a view imports so is what it needs of a type.
 */
function passBy(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  for (const { fileName: file, code } of chunks) {
    const [, names, behind] = /^export\{([^}]+)\}from"\.\/([^"]+)";?\s*$/.exec(code) ?? [];
    if (!names || !behind) continue;
    const given = names.split(',').map((each) => each.split(' as '));
    const renamed = given.map(([inside, outside]) => `${outside ?? inside}:e.${inside}`).join();
    const target = `chunks/${behind}`;
    const asking = chunks.filter(({ dynamicImports }) => dynamicImports.includes(file));
    for (const chunk of asking) {
      const place = (of: string) => (chunk.fileName.includes('/') ? of.replace('chunks/', './') : `./${of}`);
      const asked = new RegExp(`import\\([\`"']${place(file).replaceAll('.', '\\.')}[\`"']\\)`);
      if (!asked.test(chunk.code)) continue;
      chunk.code = chunk.code.replace(asked, `import("${place(target)}").then(e=>({${renamed}}))`);
      chunk.dynamicImports = chunk.dynamicImports.map((each) => (each === file ? target : each));
    }
    if (!chunks.some(({ imports, dynamicImports }) => [...imports, ...dynamicImports].includes(file))) {
      delete bundle[file];
    }
  }
}

/**
 * Writes into `embed.js` which files each element needs at once, so that it can ask for all of them together (`src/preload.ts`). The entry carries no hash of its
 * content in its name, so that it may be completed when all names are known.
 * @param also modules whose files come along with an element, though it imports them later
 * @param types the module of each type of item
 */
export function filesOfElements(
  elements: Readonly<Record<string, { entry: string; also?: readonly string[] }>>,
  types: Readonly<Record<string, string>>,
): Plugin {
  return {
    name: 'cuvette-files-of-elements',
    generateBundle(_options, bundle) {
      passBy(bundle);
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const holding = (name: string) => {
        const is = (id: string | null) => id?.replaceAll('\\', '/').endsWith(name) === true;
        // What is imported dynamically out of a larger file has a small one before it.
        const found =
          chunks.find(({ facadeModuleId }) => is(facadeModuleId)) ?? chunks.find(({ moduleIds }) => moduleIds.some(is));
        if (!found) this.error(`${name} is in no built script: see vite.config.ts.`);
        return found.fileName;
      };
      const size = new Map(chunks.map(({ fileName, code }) => [fileName, code.length]));
      const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
      const closure = (file: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(file)) return seen;
        seen.add(file);
        for (const other of imports.get(file) ?? []) closure(other, seen);
        return seen;
      };
      const files = Object.fromEntries(
        Object.entries(elements).map(([tag, { entry, also = [] }]) => [
          tag,
          // The small file of the element itself first, then the largest: a browser asks a server for six files at a time.
          [...new Set([entry, ...also].flatMap((name) => [...closure(holding(name))]))].sort(
            (a, b) =>
              Number(b === holding(entry)) - Number(a === holding(entry)) || (size.get(b) ?? 0) - (size.get(a) ?? 0),
          ),
        ]),
      );
      const entry = bundle['embed.js'];
      const mark = '__CUVETTE_FILES__';
      if (entry?.type !== 'chunk' || !entry.code.includes(mark))
        this.error('embed.js has no place for the names of files.');
      // The file of a type is called as the type is: its hash says which it is. What it shares with few others it asks for itself.
      const ofTypes = Object.entries(types).map(([type, name]) => {
        const file = holding(name);
        const stem = `chunks/${type}-`;
        if (!file.startsWith(stem)) this.error(`${file} is not called as its type ${type}.`);
        return `${type}:"${file.slice(stem.length, -'.js'.length)}"`;
      });
      // Each name once, without what all have: `embed.js` is as small as can be.
      const names = [...new Set(Object.values(files).flat())];
      const tags = new Map<string, string[]>();
      for (const [tag, own] of Object.entries(files)) {
        const places = JSON.stringify(own.map((file) => names.indexOf(file)));
        tags.set(places, [...(tags.get(places) ?? []), tag]);
      }
      const byTags = [...tags].map(([places, own]) => `${JSON.stringify(own.join())}:${places}`);
      const short = names.map((file) => /^chunks\/(.+)\.js$/.exec(file)?.[1] ?? this.error(`${file} is no chunk.`));
      entry.code = entry.code
        // The question whether it was built is answered.
        .replace(new RegExp(`\\|\\|typeof ${mark}(?:>\`u\`|===\`undefined\`)`), '')
        .replaceAll(mark, `[${JSON.stringify(short)},{${byTags.join()}},{${ofTypes.join()}}]`);
    },
  };
}
