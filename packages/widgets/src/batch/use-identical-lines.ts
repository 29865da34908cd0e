import type { AccountClient } from '@cuvette/core/client';
import type { IdenticalItem } from '@cuvette/core/entities';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { useEffect, useMemo, useState } from 'react';

/** SMILES of one question. */
const askedTogether = 100;
/** Milliseconds without a change after which the server is asked: settings and lists change with each letter. */
const pause = 500;

/** By SMILES; null for one that was not computed. */
type Known = ReadonlyMap<string, IdenticalItem | null>;
const nothing: Known = new Map();

interface Batch {
  definition: WorkflowDefinition;
  data: WorkflowData;
  /** Folder that the batch goes to; null is the root folder. */
  folder: string | null;
  /** Whether each stereoisomer is an item of its own. */
  isomers: boolean;
}

/**
 * Returns the finished items of the project that had the same input and versions, by SMILES, and what tells which SMILES are wanted. A question that fails
 * shows nothing: submitting does not depend on it.
 */
export function useIdenticalLines(
  client: AccountClient,
  { definition, data, folder, isomers }: Batch,
): { identical: Known; want: (smiles: readonly string[]) => void } {
  const key = JSON.stringify([definition.type, data, folder, isomers]);
  const [known, setKnown] = useState<{ key: string; found: Known }>({ key, found: nothing });
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const found = known.key === key ? known.found : nothing;
  const asked = useMemo(
    () => [...new Set(wanted)].filter((smiles) => !found.has(smiles)).slice(0, askedTogether),
    [wanted, found],
  );
  const question = JSON.stringify([key, asked]);
  useEffect(() => {
    const [about, smiles] = JSON.parse(question) as [string, string[]];
    if (smiles.length === 0) return;
    let over = false;
    const timer = setTimeout(async () => {
      const [workflow_type, workflow_data, folder_uuid, each] = JSON.parse(about) as [
        string,
        WorkflowData,
        string | null,
        boolean,
      ];
      const answer = await client
        .identicalInBatch({
          workflow_type,
          workflow_data,
          folder_uuid,
          initial_smileses: smiles,
          enumerateStereo: each,
        })
        .catch(() => null);
      if (over) return;
      setKnown((before) => {
        const all = new Map(before.key === about ? before.found : nothing);
        for (const [index, one] of smiles.entries()) all.set(one, answer?.results[index] ?? null);
        return { key: about, found: all };
      });
    }, pause);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [client, question]);
  return { identical: found, want: setWanted };
}
