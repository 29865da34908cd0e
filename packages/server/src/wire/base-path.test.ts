import { expect, test } from 'vitest';
import { basePathOf, withoutBasePath } from './base-path.ts';

test('the path of a public address has no slash at its end, and is empty at the root of a host', () => {
  expect(
    [
      null,
      'https://a.example',
      'https://a.example/',
      'https://a.example/cuvette',
      'https://a.example/node/n1/4280/',
    ].map(basePathOf),
  ).toEqual(['', '', '', '/cuvette', '/node/n1/4280']);
});

test.each([
  ['/cuvette', '/'],
  ['/cuvette/', '/'],
  ['/cuvette?x=1', '/?x=1'],
  ['/cuvette/api/workflow?page=1', '/api/workflow?page=1'],
  // What a proxy took the path off, and what is not below it.
  ['/api/workflow', '/api/workflow'],
  ['/cuvettes/api', '/cuvettes/api'],
  ['/', '/'],
  // Refused later, for it is no path of a server.
  ['/cuvette//elsewhere.example/x', '//elsewhere.example/x'],
  ['/.well-known/oauth-authorization-server/cuvette', '/.well-known/oauth-authorization-server/'],
  ['/.well-known/oauth-protected-resource/cuvette/mcp', '/.well-known/oauth-protected-resource/mcp'],
  ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/mcp'],
])('%s is %s of a server under /cuvette', (asked, found) => {
  expect(withoutBasePath('/cuvette', asked)).toBe(found);
  expect(withoutBasePath('', asked)).toBe(asked);
});
