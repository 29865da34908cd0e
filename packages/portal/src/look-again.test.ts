import { accountFor } from '@cuvette/core/client';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { lookAgainOnFocus } from './look-again.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  focusManager.setFocused(undefined);
});

test('a list is read again when its reader comes back to the window; structures of a result, which do not change, are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address);
    asked.push(pathname);
    const body = pathname.endsWith('/read_molecules') ? { c: [] } : [];
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  const client = accountFor({ origin: 'http://cuvette.test', source: 'owner' });
  const end = lookAgainOnFocus(client);
  const observers = [
    new QueryObserver(client.queryClient, { ...client.savedSearches(), retry: false }),
    new QueryObserver(client.queryClient, { ...client.molecules('c'), retry: false }),
  ] as const;
  const stops = observers.map((observer) => observer.subscribe(() => undefined));
  const settled = () =>
    vi.waitFor(() => {
      for (const observer of observers) {
        expect(observer.getCurrentResult()).toMatchObject({ status: 'success', fetchStatus: 'idle' });
      }
    });
  await settled();
  expect(asked).toHaveLength(2);

  vi.setSystemTime(Date.now() + 120_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  await settled();
  expect(asked.filter((path) => path === '/api/saved_search')).toHaveLength(2);

  for (const stop of stops) stop();
  end();
});
