import type { AccountClient } from '@cuvette/core/client';
import type { MethodReport, PlatformSettings } from '@cuvette/core/entities';
import {
  isUnreported,
  type Replacement,
  substituted,
  type WorkflowData,
  type WorkflowDefinition,
} from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What a server has reported of what it runs. */
export interface ServerReport {
  /** Null until it is known, and while no worker has reported its methods. */
  report: MethodReport | null;
  /** No worker has reported its methods yet. */
  unreported: boolean;
  /** Null until it is known. */
  platform: PlatformSettings | null;
  /** Why the methods could not be read; null where they could. */
  error: Error | null;
  retry: () => void;
}

/** Returns what the server runs; a server that has just started has no worker yet, and is asked again until one comes. */
export function useServerReport(client: AccountClient): ServerReport {
  const { data, error, refetch } = useQuery(
    { ...client.methods(), refetchInterval: (query) => (query.state.data?.workers ? false : 5000) },
    client.queryClient,
  );
  const platform = useQuery(client.platform(), client.queryClient).data ?? null;
  const unreported = data ? isUnreported(data) : false;
  return { report: unreported ? null : (data ?? null), unreported, platform, error, retry: () => void refetch() };
}

/** Whether the settings are those of a new form. Where a structure came from is no setting. */
export function isUntouched(definition: WorkflowDefinition, { made_from: _from, ...chosen }: WorkflowData): boolean {
  return JSON.stringify(chosen) === JSON.stringify(definition.defaults());
}

/**
 * Replaces defaults that do not run on this server, and returns what was replaced. Only defaults that nobody chose: what a person, a
 * draft or a resubmission brought is never changed behind their back.
 * @param setData always the same function
 */
export function useReplacedDefaults(
  definition: WorkflowDefinition,
  data: WorkflowData,
  report: MethodReport | null,
  setData: (data: WorkflowData) => void,
): readonly Replacement[] {
  const [replaced, setReplaced] = useState<readonly Replacement[]>([]);
  const untouched = isUntouched(definition, data);
  useEffect(() => {
    if (!untouched || !report?.workers) return;
    const { data: instead, replacements } = substituted(definition, data, report);
    if (replacements.length === 0) return;
    setReplaced(replacements);
    setData(instead);
  }, [untouched, report, definition, data, setData]);
  return replaced;
}
