import { type AccountClient, ApiError } from '@cuvette/core/client';
import type { BatchFinding } from '@cuvette/core/entities';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { useEffect, useMemo, useState } from 'react';

/** SMILES of one question: few enough that the count moves on. */
const askedTogether = 200;

interface Known {
  /** What the findings hold for: type, settings, and whether isomers are enumerated. */
  key: string;
  findings: ReadonlyMap<string, BatchFinding>;
}

/** Returns what the server finds of SMILES with these settings, asked for in parts; what is known stays known while the list is edited. */
export function useFindings(
  client: AccountClient,
  definition: WorkflowDefinition,
  data: WorkflowData,
  enumerate: boolean,
): {
  findings: ReadonlyMap<string, BatchFinding>;
  /** Tells which SMILES are wanted; those without a finding are asked about. */
  want: (smiles: readonly string[]) => void;
  problem: string | null;
  retry: () => void;
} {
  const key = JSON.stringify([definition.type, data, enumerate]);
  const [known, setKnown] = useState<Known>({ key, findings: new Map() });
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const findings = useMemo(() => (known.key === key ? known.findings : new Map<string, BatchFinding>()), [known, key]);
  const asked = wanted.filter((smiles) => !findings.has(smiles)).slice(0, askedTogether);
  const question = JSON.stringify([key, asked, tries]);
  useEffect(() => {
    const [about, smiles] = JSON.parse(question) as [string, string[]];
    if (smiles.length === 0) return;
    let over = false;
    const [workflow_type, workflow_data, enumerate_stereo] = JSON.parse(about) as [string, WorkflowData, boolean];
    // Settings and lists change with each letter typed: the server is asked only after a short pause.
    const timer = setTimeout(async () => {
      try {
        // The page asks which isomer is meant: nothing is chosen behind it.
        const options = { stereo: enumerate_stereo ? ('each' as const) : ('refuse' as const) };
        const body = { workflow_type, workflow_data, initial_smileses: smiles, options };
        const { results } = await client.checkBatch(body);
        if (over) return;
        setProblem(null);
        setKnown((before) => {
          const all = new Map(before.key === about ? before.findings : []);
          for (const [index, one] of smiles.entries()) {
            const found = results[index];
            if (found) all.set(one, found);
          }
          return { key: about, findings: all };
        });
      } catch (error) {
        if (!over) setProblem(error instanceof ApiError ? error.detail : String(error));
      }
    }, 150);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [client, question]);
  return { findings, want: setWanted, problem, retry: () => setTries((count) => count + 1) };
}
