import type { AccountClient } from '@cuvette/core/client';
import type { IdenticalItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { submissionOf } from './use-submission.ts';

/** Milliseconds without a change after which the server is asked. */
const pause = 500;

const nothing: readonly IdenticalItem[] = [];

/**
 * Finished items of the project that had the same input and ran with the same versions; none while it is not known. `content` is null while the form cannot be
 * submitted. A question that fails shows nothing: submitting does not depend on it.
 */
export function useIdentical(
  client: AccountClient,
  folder: string | null,
  content: ReturnType<typeof submissionOf> | null,
): readonly IdenticalItem[] {
  const { workflow_type, workflow_data, options, ...rest } = content ?? {};
  const structure = rest as { initial_molecule?: unknown; initial_smiles?: string | null };
  const { initial_molecule, initial_smiles } = structure;
  const asked =
    content === null
      ? ''
      : JSON.stringify({
          workflow_type,
          workflow_data,
          options,
          initial_molecule,
          initial_smiles,
          folder_uuid: folder,
        });
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), pause);
    return () => clearTimeout(timer);
  }, [asked]);
  const answer = useQuery(
    {
      queryKey: ['identical', settled],
      queryFn: async () => (await client.willBeDispatched(JSON.parse(settled))).identical,
      enabled: settled !== '' && settled === asked,
      retry: false,
    },
    client.queryClient,
  );
  return settled === asked && answer.data ? answer.data : nothing;
}
