/**
 * A lock file that holds for every platform. A registry that mirrors only some platforms makes npm leave the optional
 * packages of the others out, and `npm ci` then refuses the lock file everywhere. They are named by exact version in the
 * packages that want them, and their platform is in their name, so their entries can be written here.
 */

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];

/** Returns what a platform package's name says about where it runs, or null when it says nothing. */
function platformOf(name) {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  if (!os || !cpu) return null;
  const libc =
    words.includes('musl') || words.includes('musleabihf')
      ? 'musl'
      : os === 'linux' && words.includes('gnu')
        ? 'glibc'
        : null;
  return { os, cpu, libc };
}

/**
 * The optional packages that a lock file names but does not hold.
 * @param {{packages: Record<string, any>}} lock
 * @returns {{path: string, name: string, version: string, parent: any}[]}
 */
export function missingOptional(lock) {
  const missing = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const nested = `${path}/node_modules/${name}`;
      const hoisted = `node_modules/${name}`;
      const above = lock.packages[hoisted] ?? missing.find((one) => one.path === hoisted);
      const fits = above && (above.version === version || !/^\d/.test(version));
      if (lock.packages[nested] || fits) continue;
      // Another version above it is another package's.
      missing.push({ path: above ? nested : hoisted, name, version, parent: entry });
    }
  }
  return missing;
}

/**
 * The lock file with the missing entries written in.
 * @returns {{lock: any, added: string[], unknown: string[]}} unknown: optional packages that no exact version or platform is known of
 */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  const added = [];
  const unknown = [];
  for (const { path, name, version, parent } of missingOptional(lock)) {
    const platform = platformOf(name);
    if (!platform || !/^\d+\.\d+\.\d+/.test(version)) {
      unknown.push(name);
      continue;
    }
    packages[path] = {
      version,
      cpu: [platform.cpu],
      ...(parent.dev ? { dev: true } : {}),
      ...(platform.libc ? { libc: [platform.libc] } : {}),
      ...(parent.license ? { license: parent.license } : {}),
      optional: true,
      os: [platform.os],
    };
    added.push(name);
  }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { lock: { ...lock, packages: sorted }, added, unknown };
}
