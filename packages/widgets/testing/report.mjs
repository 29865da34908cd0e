import { writeFileSync } from 'node:fs';

/** @typedef {import('@web/test-runner').TestSession} TestSession */

/** All tests of a session with the names of their suites. */
function flat(suite, names = []) {
  if (!suite) return [];
  const own = suite.tests.map((test) => ({ ...test, name: [...names, test.name].join(' > ') }));
  return [...own, ...suite.suites.flatMap((inner) => flat(inner, [...names, inner.name]))];
}

/** A test file is failed as a whole when it could not be loaded or did not end. */
const told = (root) => (session) => ({
  file: session.testFile.replace(root, ''),
  broken: session.passed === false && session.errors.length > 0,
  errors: session.errors.map((error) => error.message),
  tests: flat(session.testResults).map(({ name, passed, skipped, duration, error }) => ({
    name,
    outcome: skipped ? 'skipped' : passed ? 'passed' : 'failed',
    duration,
    message: error?.message,
    stack: error?.stack,
  })),
});

/**
 * A reporter of @web/test-runner that writes what each test did as JSON, for `npm test` to count and to name.
 * @param {string} file where
 * @param {string} root the folder that file names are told from
 * @returns {import('@web/test-runner').Reporter}
 */
export function jsonReport(file, root) {
  return {
    onTestRunFinished({ sessions }) {
      writeFileSync(file, JSON.stringify(sessions.map(told(root)), null, 2));
    },
  };
}
