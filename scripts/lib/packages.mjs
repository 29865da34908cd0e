/**
 * The packages that others install. In the checkout, core and widgets run from their sources; what is packed is one script and one declaration for
 * each of their modules, style sheets and data as modules, and a package.json that points there.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { bundle } from 'lightningcss';
import { parseSync } from 'oxc-parser';
import { transformWithOxc } from 'vite';
import { root } from './stamps.mjs';

/** Packages in the order in which they need each other. */
export const packed = ['core', 'widgets'];

/** Modules that are taken from another file of their package than its own entry names; as in the widgets' Vite settings. */
const aliases = { '3dmol': '3dmol/build/3Dmol.es6-min.js' };

/** Dependencies that a page brings along, so that it does not have them twice. */
const peers = { react: '^19.1.0', 'react-dom': '^19.1.0' };

/** Dependencies of the built `embed.js` alone, which holds them: nothing of them is installed with the package. */
const builtIn = ['preact'];

const posix = (path) => path.split(sep).join('/');
const inside = (name) => name.replace(/\.tsx?$/, '.js');
const isScript = (name) => /\.tsx?$/.test(name);

/** Puts other texts at places of a text. */
function withChanges(text, changes) {
  let result = text;
  for (const { start, end, value } of changes.sort((one, other) => other.start - one.start)) {
    result = result.slice(0, start) + value + result.slice(end);
  }
  return result;
}

/**
 * Where a module names others.
 * @param {string} code JavaScript
 * @returns {{start: number, end: number, value: string}[]} places of the names, without their quotes
 */
function namesIn(code) {
  const { module, errors } = parseSync('module.js', code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const requests = [
    ...module.staticImports.map((one) => one.moduleRequest),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest ?? [])),
    ...module.dynamicImports.map((one) => one.moduleRequest),
  ];
  const found = new Map();
  for (const { start, end } of requests) {
    const text = code.slice(start, end);
    const quoted = /^(['"`])([^'"`$]+)\1$/.exec(text);
    if (quoted) found.set(start, { start: start + 1, end: end - 1, value: quoted[2] });
  }
  // Scripts of workers are named by an address, in the words that bundlers know.
  for (const { index, 0: all, 1: before, 2: name } of code.matchAll(
    /(new URL\(\s*["'])(\.[^"']+\.tsx?)(?=["'],\s*import\.meta\.url)/g,
  )) {
    const start = index + before.length;
    found.set(start, { start, end: index + all.length, value: name });
  }
  return [...found.values()];
}

/** A style sheet with everything that it imports, as a module that exports its text. */
function sheetModule(file) {
  const { code } = bundle({ filename: file, minify: true });
  return `export default ${JSON.stringify(new TextDecoder().decode(code))};\n`;
}

/**
 * Makes the scripts of a package.
 * @param {string} source folder of the sources
 * @param {string} target folder for the scripts
 * @param {string} declarations folder of their declarations, as the type checker wrote them
 * @param {string[]} entries files in the source folder
 * @returns {Promise<Set<string>>} packages that the scripts import
 */
async function writeModules(source, target, declarations, entries) {
  const imported = new Set();
  const seen = new Set();
  const queue = entries.map((entry) => resolve(source, entry));
  const write = (name, text) => {
    const path = join(target, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const name = posix(relative(source, file));
    if (name.startsWith('..')) throw new Error(`${file} lies outside of its package`);
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, {
      target: 'es2022',
      sourcemap: false,
      jsx: { runtime: 'automatic', development: false },
    });
    const changes = namesIn(code).map((place) => {
      const { value } = place;
      const [bare = ''] = value.split('?');
      if (!value.startsWith('.')) {
        imported.add(value.startsWith('@') ? value.split('/').slice(0, 2).join('/') : (value.split('/')[0] ?? ''));
        return { ...place, value: aliases[value] ?? value };
      }
      const path = resolve(dirname(file), bare);
      if (bare.endsWith('.css') && value.endsWith('?inline')) {
        write(`${posix(relative(source, path))}.js`, sheetModule(path));
        return { ...place, value: `${bare}.js` };
      }
      if (bare.endsWith('.json')) {
        write(`${posix(relative(source, path))}.js`, `export default ${readFileSync(path, 'utf8').trim()};\n`);
        return { ...place, value: `${bare}.js` };
      }
      if (!isScript(bare)) throw new Error(`${name} imports ${value}, which cannot be packed`);
      queue.push(path);
      return { ...place, value: inside(bare) };
    });
    // Data are modules there, which need no word on their type.
    write(inside(name), withChanges(code, changes).replace(/(\.json\.js["']) with \{ ?type: ["']json["'] ?\}/g, '$1'));
    const declaration = name.replace(/\.tsx?$/, '.d.ts');
    const types = readFileSync(join(declarations, declaration), 'utf8');
    const typed = types.replace(
      /((?:from|import)\s*\(?\s*["'])(\.{1,2}\/[^"']+?)\.tsx?(?=["'])/g,
      (_all, before, other) => {
        const path = resolve(dirname(file), other);
        queue.push(existsSync(`${path}.ts`) ? `${path}.ts` : `${path}.tsx`);
        return `${before}${other}.js`;
      },
    );
    write(declaration, typed);
  }
  return imported;
}

/** Returns what an address of the sources is in the package. */
function publishedPath(path) {
  if (path.startsWith('./dist/embed/')) return path.replace('./dist/embed/', './embed/');
  return inside(path.replace('./src/', './lib/'));
}

/** The manifest of the custom elements, which editors and documentation tools read, with the modules where the package has them. */
function publishedElements(text) {
  return JSON.parse(text, (key, value) =>
    (key === 'path' || key === 'module') && typeof value === 'string' && value.startsWith('src/')
      ? inside(value.replace('src/', 'lib/'))
      : value,
  );
}

/**
 * The package.json of a package as others install it.
 * @param {Record<string, any>} workspace the one in the checkout
 */
function publishedManifest(workspace) {
  const {
    name,
    version,
    license,
    description,
    type,
    exports,
    sideEffects,
    customElements,
    dependencies = {},
  } = workspace;
  const entries = Object.entries(exports).map(([subpath, path]) => {
    const published = publishedPath(path);
    const typed = isScript(path) ? { types: published.replace(/\.js$/, '.d.ts'), default: published } : published;
    return [subpath, typed];
  });
  const own = Object.entries(dependencies).filter(
    ([dependency]) => !(dependency in peers) && !builtIn.includes(dependency),
  );
  const shared = Object.entries(peers).filter(([dependency]) => dependency in dependencies);
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects: Array.isArray(sideEffects)
      ? [...new Set(sideEffects.map((path) => (path.startsWith('./src/') ? publishedPath(path) : path)))]
      : sideEffects,
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    ...(customElements ? { customElements } : {}),
    files: ['lib', 'embed', ...(customElements ? [customElements.replace('./', '')] : [])],
    dependencies: Object.fromEntries(own),
    ...(shared.length > 0 ? { peerDependencies: Object.fromEntries(shared) } : {}),
  };
}

/** Files that the exports of a package name, patterns resolved. */
function entriesOf(folder, exports, listFiles) {
  return Object.values(exports).flatMap((path) => {
    if (!path.startsWith('./src/') || !isScript(path)) return [];
    const name = path.slice('./src/'.length);
    if (!name.includes('*')) return [name];
    const [before = '', after = ''] = name.split('*');
    return listFiles(join(folder, 'src'))
      .map((file) => posix(relative(join(folder, 'src'), file)))
      .filter((file) => file.startsWith(before) && file.endsWith(after) && !/\.test\.|\/test-/.test(file));
  });
}

/**
 * Prepares a package in `dist/package` of its folder. The type checker has run, and the widgets are built.
 * @param {string} name folder below `packages`
 * @param {(folder: string) => string[]} listFiles
 * @returns {Promise<string>} the prepared folder
 */
export async function preparePackage(name, listFiles) {
  const folder = join(root, 'packages', name);
  const target = join(folder, 'dist/package');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const workspace = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const manifest = publishedManifest(workspace);
  const imported = await writeModules(
    join(folder, 'src'),
    join(target, 'lib'),
    join(folder, 'dist/types/src'),
    entriesOf(folder, workspace.exports, listFiles),
  );
  const declared = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies ?? {})]);
  const missing = [...imported].filter((one) => !declared.has(one));
  if (missing.length > 0) throw new Error(`${workspace.name} imports ${missing.join(', ')} and does not list it`);
  for (const path of Object.values(workspace.exports)) {
    if (!path.endsWith('.css')) continue;
    const to = join(target, publishedPath(path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bundle({ filename: join(folder, path), minify: false }).code);
  }
  const embed = join(folder, 'dist/embed');
  if (Object.values(workspace.exports).some((path) => path.startsWith('./dist/embed/'))) {
    cpSync(embed, join(target, 'embed'), {
      recursive: true,
      filter: (path) => !/(?:modules\.json|\.br|\.gz)$/.test(path),
    });
  }
  if (workspace.customElements) {
    const elements = publishedElements(readFileSync(join(folder, workspace.customElements), 'utf8'));
    writeFileSync(join(target, workspace.customElements), `${JSON.stringify(elements, null, 2)}\n`);
  }
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  cpSync(join(folder, 'README.md'), join(target, 'README.md'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return target;
}
