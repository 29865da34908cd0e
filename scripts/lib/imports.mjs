/**
 * The import rule: arrows point down, between packages and between the floors of core and server, no circles, core stays free of
 * browsers and Node, packages meet only through their published subpaths and their declared dependencies, no widget reaches for
 * `document.body`, and the server's SQL, and who may see what, are where they belong.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Which packages a package may import. */
const arrows = {
  core: [],
  widgets: ['core'],
  portal: ['core', 'widgets'],
  server: ['core'],
};

/**
 * The floors inside a package, lowest first: a folder imports from its own floor and from lower ones only. Files that lie beside the
 * folders of the server are the ground below all of them, unless they are named.
 */
const floors = {
  core: [
    ['chemistry'],
    ['descriptors'],
    ['entities', 'methods'],
    ['tables', 'structures'],
    ['workflows'],
    ['session', 'trajectory'],
    ['client', 'embedding'],
  ],
  server: [
    ['wire', 'client-defaults'],
    ['newer-client'],
    ['worker'],
    ['convert'],
    ['lookups'],
    ['files'],
    ['store'],
    ['queue'],
    ['auth', 'services.ts'],
    ['structure-search'],
    ['items'],
    ['notify'],
    ['proteins'],
    ['results'],
    ['bundles'],
    ['outputs'],
    ['pictures'],
    ['eln'],
    ['documents'],
    ['mcp'],
    ['upkeep'],
    ['api'],
    ['serve.ts', 'cli.ts', 'check-files.ts'],
  ],
};

/** Folders of the server in which SQL is written. */
const sqlRooms = ['store', 'queue', 'auth'];

/** What a query outside the store would decide by who may see what. */
const permissionWords = /\b(membership|is_member)\b/;

/** What core never imports: whatever draws, and whatever knows a browser. */
const drawing =
  /^(react|react-dom|lit|lit-html|lit-element|@lit|@r2wc|3dmol|openchemlib|@observablehq|@tanstack\/react-[a-z]+)(\/|$)/;

/** The one place that may touch the page around a widget: the adapter that fences 3Dmol's own listeners in. */
const bodyAllowed = /^packages\/widgets\/src\/viewer\/(3dmol|open-viewer|renderer)[^/]*\.ts$/;

const builtins = new Set(builtinModules);
const sourceFile = /\.(ts|tsx|mts|js|mjs)$/;
const testFile = /(\.test\.tsx?$|\/test(s|ing)?\/|\/test-[a-z-]+\.tsx?$|\/scripts\/)/;

/** Source files of a package, without outputs. */
function sourcesOf(folder) {
  if (!existsSync(folder)) return [];
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', '.venv', '.cache', 'test-results', 'coverage'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...sourcesOf(path));
    else if (sourceFile.test(entry.name)) found.push(path);
  }
  return found;
}

/** The 1-based line of a character offset. */
const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

/**
 * Returns what a file imports, where it says `document.body`, and where a template text decides who may see what.
 * @returns {{imports: {name: string, line: number, erased: boolean, lazy: boolean}[], bodies: number[], permissions: number[], errors: string[]}}
 *   erased: only types, gone at run time; lazy: `import()`
 */
function readModule(path) {
  const text = readFileSync(path, 'utf8');
  const { module, program, errors } = parseSync(path, text);
  const imports = [];
  for (const one of module.staticImports) {
    const erased = one.entries.length > 0 && one.entries.every((entry) => entry.isType);
    imports.push({ name: one.moduleRequest.value, line: lineAt(text, one.start), erased, lazy: false });
  }
  for (const one of module.staticExports) {
    for (const entry of one.entries) {
      if (!entry.moduleRequest) continue;
      imports.push({
        name: entry.moduleRequest.value,
        line: lineAt(text, one.start),
        erased: entry.isType,
        lazy: false,
      });
    }
  }
  for (const one of module.dynamicImports) {
    const name = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(one.moduleRequest.start, one.moduleRequest.end))?.[1];
    if (name) imports.push({ name, line: lineAt(text, one.start), erased: false, lazy: true });
  }
  const bodies = [];
  const permissions = [];
  visit(program, (node) => {
    if (node.type === 'MemberExpression' && node.object?.name === 'document' && node.property?.name === 'body') {
      bodies.push(lineAt(text, node.start));
    }
    if (node.type === 'TemplateElement' && permissionWords.test(node.value?.raw ?? '')) {
      permissions.push(lineAt(text, node.start));
    }
    if (node.type === 'TSImportType' && typeof node.source?.value === 'string') {
      imports.push({ name: node.source.value, line: lineAt(text, node.start), erased: true, lazy: false });
    }
  });
  return { imports, bodies, permissions, errors: errors.map((error) => error.message) };
}

function visit(node, look) {
  if (!node || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const child of node) visit(child, look);
    return;
  }
  if (typeof node.type === 'string') look(node);
  for (const value of Object.values(node)) if (value && typeof value === 'object') visit(value, look);
}

/** The package name of a bare import: "@scope/name" or "name". */
const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * All breaches of the import rule below `root`.
 * @param {string} root a checkout
 * @returns {{problems: string[], files: number}} "file:line says what is wrong"
 */
export function importProblems(root) {
  const problems = [];
  /** @type {Map<string, {to: string, line: number}[]>} */
  const graph = new Map();
  const show = (path) => relative(root, path).split(sep).join('/');
  const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  for (const [name, allowed] of Object.entries(arrows)) {
    const folder = join(root, 'packages', name);
    const manifestFile = join(folder, 'package.json');
    const manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};
    const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
    const forTests = new Set(Object.keys({ ...rootManifest.devDependencies, ...manifest.devDependencies }));
    for (const path of sourcesOf(folder)) {
      const file = show(path);
      const inSource = file.startsWith(`packages/${name}/src/`) && !testFile.test(file);
      const { imports, bodies, permissions, errors } = readModule(path);
      for (const message of errors) problems.push(`${file} cannot be read: ${message}`);
      for (const line of bodies) {
        if (name === 'widgets' && inSource && !bodyAllowed.test(file)) {
          problems.push(`${file}:${line} uses document.body: a widget stays inside its own element`);
        }
      }
      const room = name === 'server' && inSource ? roomOf(name, file) : null;
      if (room !== null && room !== 'store') {
        for (const line of permissions)
          problems.push(`${file}:${line} decides in its SQL who may see what: store does`);
      }
      if (room?.includes('.') === false && floorOf(name, file) === -1) {
        problems.push(`${file} lies in ${room}, which has no floor in ${name}: give it one in scripts/lib/imports.mjs`);
      }
      const edges = [];
      for (const { name: wanted, line, erased, lazy } of imports) {
        const at = `${file}:${line}`;
        if (wanted.startsWith('.')) {
          const target = resolve(dirname(path), wanted.replace(/\?.*$/, ''));
          if (!target.startsWith(folder + sep)) {
            const outside = show(target);
            if (inSource || outside.startsWith('packages/')) {
              problems.push(`${at} imports ${outside} by a relative path: packages meet through their published names`);
            }
            continue;
          }
          if (!erased && !lazy) edges.push({ to: target, line });
          if (inSource) problems.push(...floorProblem(at, name, file, show(target)));
          if (room !== null && room !== 'store' && !erased && show(target) === 'packages/server/src/store/reader.ts') {
            problems.push(`${at} imports ${show(target)}: who may see what is part of the store's own queries`);
          }
          continue;
        }
        const bare = packageOf(wanted);
        if (wanted.startsWith('node:') || builtins.has(wanted)) {
          if (inSource && name !== 'server') problems.push(`${at} imports ${wanted}: only the server knows Node`);
          continue;
        }
        if (room !== null && bare === 'drizzle-orm' && !sqlRooms.includes(room)) {
          problems.push(`${at} imports ${wanted}: SQL stands in ${sqlRooms.join(', ')} only`);
        }
        const sibling = /^@cuvette\/(.+)$/.exec(bare)?.[1];
        if (sibling) {
          if (sibling === name ? inSource : !allowed.includes(sibling)) {
            problems.push(`${at} imports ${wanted}: ${arrowSentence(name, sibling, allowed)}`);
          }
          continue;
        }
        if (name === 'core' && inSource && drawing.test(wanted)) {
          problems.push(`${at} imports ${wanted}: core draws nothing`);
        }
        if (!declared.has(bare) && !(forTests.has(bare) && (!inSource || erased))) {
          problems.push(`${at} imports ${wanted}, which packages/${name}/package.json does not list`);
        }
      }
      graph.set(path, edges);
    }
  }
  for (const circle of circlesIn(graph)) problems.push(`circle: ${circle.map(show).join(' -> ')}`);
  return { problems: problems.sort(), files: graph.size };
}

function arrowSentence(name, sibling, allowed) {
  if (name === sibling) return 'a package uses its own files by relative paths';
  return allowed.length ? `${name} may import ${allowed.join(' and ')} only` : `${name} imports no other package`;
}

/** The folder of a package's `src` that a file lies in; the file itself where it lies beside the folders. */
function roomOf(name, file) {
  const inside = `packages/${name}/src/`;
  return file.startsWith(inside) ? (file.slice(inside.length).split('/')[0] ?? '') : '';
}

/** Number of a file's floor in its package, lowest first; -1 for one that has none: the ground of the server. */
function floorOf(name, file) {
  return floors[name]?.findIndex((floor) => floor.includes(roomOf(name, file))) ?? -1;
}

/** A file that imports from a higher floor. */
function floorProblem(at, name, file, target) {
  const from = floorOf(name, file);
  const to = floorOf(name, target);
  // In core, what lies beside the folders gathers them; in the server all of them build on it.
  if (to <= from || (from === -1 && name === 'core')) return [];
  return [`${at} imports ${target}: ${roomOf(name, target)} stands above ${roomOf(name, file)} in ${name}`];
}

/** Every circle of static imports, once, as a closed path of files. */
export function circlesIn(graph) {
  const circles = [];
  const state = new Map();
  const path = [];
  const walk = (file) => {
    state.set(file, 'open');
    path.push(file);
    for (const { to } of graph.get(file) ?? []) {
      if (!graph.has(to)) continue;
      if (state.get(to) === 'open') circles.push([...path.slice(path.indexOf(to)), to]);
      else if (!state.has(to)) walk(to);
    }
    path.pop();
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) walk(file);
  return circles;
}
