import type { Client } from '@cuvette/core/client';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Whether nothing is being read any more, so that what is not there will not come with it.
 * @param asked what the reads hang on: with another one they begin anew
 */
export function useSettled(client: Client, asked: unknown): boolean {
  const reading = useIsFetching(undefined, client.queryClient);
  const [settled, setSettled] = useState<{ asked: unknown } | null>(null);
  useEffect(() => {
    // The number above changes a moment later than reads begin.
    setSettled(client.queryClient.isFetching() === 0 ? { asked } : null);
  }, [client, reading, asked]);
  return settled !== null && settled.asked === asked && reading === 0;
}
