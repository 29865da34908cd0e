import { words } from '../../words.ts';

/** What browsers call themselves, in an order in which each is found before those that it also names. */
const browsers: readonly [sign: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const systems: readonly [sign: string, name: string][] = [
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

/** A browser as people call it ("Firefox on Linux"), of the name that it sends with each request. */
export function browserName(userAgent: string | null): string {
  const find = (names: typeof browsers) => names.find(([sign]) => userAgent?.includes(sign))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return words.browserOn(browser, system);
  return browser ?? system ?? words.unknownBrowser;
}
