import { kindOfPasted, type PastedText } from '@cuvette/core/chemistry';
import { type AccountClient, ApiError } from '@cuvette/core/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { emptyMolecule, type MoleculeDraft } from '../draft.ts';
import { type MoleculeState, useMolecule } from '../use-molecule.ts';
import type { FirstDraft } from './first-draft.ts';
import { firstWords as words } from './words.ts';

/** What is known of what a person has given. */
export interface FirstMolecule {
  pasted: PastedText;
  /** The molecule as a form takes it. */
  draft: MoleculeDraft;
  state: MoleculeState;
  /** The name is being looked up. */
  looking: boolean;
  /** Why the name led to no compound; null where it did, or there is none. */
  unfound: string | null;
  /** Name of the molecule; null where none is given. */
  called: string | null;
}

/** Milliseconds without a key until a name is looked up. */
const nameSettles = 500;

/** The compound of a name, which the server asks PubChem for once the person has stopped typing. */
function useNamed(client: AccountClient, name: string | null) {
  const [settled, setSettled] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), nameSettles);
    return () => clearTimeout(timer);
  }, [name]);
  const asked = name !== null && settled === name ? name : null;
  const read = useQuery(
    {
      queryKey: ['convert', 'pubchem_to_smiles', asked],
      queryFn: async () => (await client.pubchemSmiles([asked ?? ''])).results[0] ?? null,
      enabled: asked !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    client.queryClient,
  );
  return { compound: asked === null ? null : (read.data ?? null), error: asked === null ? null : read.error };
}

/** Reads what a person has given: what kind it is, the molecule of it, and what it is called. `lookups`: names may be looked up. */
export function useFirstMolecule(client: AccountClient, first: FirstDraft, lookups: boolean): FirstMolecule {
  const { text, taken, isList, fragment, isomer } = first;
  const pasted = useMemo((): PastedText => {
    if (taken) return { kind: 'smiles' };
    const found = kindOfPasted(text);
    return isList && found.kind !== 'empty' && found.kind !== 'many' ? { kind: 'many', lines: 1 } : found;
  }, [text, taken, isList]);
  const name = pasted.kind === 'name' ? text.trim() : null;
  const { compound, error } = useNamed(client, lookups ? name : null);
  const draft = useMemo((): MoleculeDraft => {
    const choices = { fragment, isomer };
    if (taken) return { ...taken, ...choices };
    if (pasted.kind === 'file')
      return { ...emptyMolecule, kind: 'file', file: { name: pasted.name, text }, ...choices };
    if (pasted.kind === 'name')
      return { ...emptyMolecule, text: compound?.smiles ?? '', called: compound?.smiles ? name : null, ...choices };
    if (pasted.kind !== 'smiles') return emptyMolecule;
    // A SMILES may have its name behind it, as in a file of them.
    const [smiles = '', ...rest] = text.trim().split(/\s+/);
    return { ...emptyMolecule, text: smiles, called: rest.join(' ') || null, ...choices };
  }, [taken, pasted, text, name, compound, fragment, isomer]);
  const state = useMolecule(client, draft, 'molecule_or_smiles');
  const unfound =
    name === null
      ? null
      : lookups
        ? (compound?.error?.detail ?? (error instanceof ApiError ? error.detail : error ? String(error) : null))
        : words.noLookups;
  const record = state.records[draft.record]?.name ?? null;
  return {
    pasted,
    draft,
    state,
    looking: name !== null && lookups && compound === null && error === null,
    unfound,
    called: draft.called ?? record,
  };
}
