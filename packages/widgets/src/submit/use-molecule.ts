import type { AccountClient } from '@cuvette/core/client';
import type { FileConversion, Molecule, SmilesInspection } from '@cuvette/core/entities';
import { maximumSmilesLength } from '@cuvette/core/entities';
import { type InputRule, onlyMirrorImages, type StructureLimits, type WorkflowInputs } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { everyIsomer, type MoleculeDraft } from './draft.ts';
import { type InputProblem, inputProblem } from './input-problem.ts';
import { submitWords } from './words.ts';

/** State of the molecule input. */
export interface MoleculeState {
  status: 'empty' | 'reading' | 'wrong' | 'refused' | 'fragment' | 'isomer' | 'ready';
  problem: InputProblem | null;
  /** Structures of the file, when there are several. */
  records: { name: string | null }[];
  /** Parts to choose from: their SMILES. */
  fragments: string[];
  /** How many parts there are, equal ones counted each. */
  parts: number;
  /** Stereoisomers to choose from: their SMILES; and the atoms that are not defined. */
  isomers: string[];
  undefinedCentres: SmilesInspection['undefined_stereocentres'];
  /** The isomer that runs; the first one when all do. */
  isomer: string | null;
  /** The SMILES whose stereoisomers all run, each as an item of its own; null when one structure runs. */
  enumerated: string | null;
  /** The isomers are mirror images, with the same energies: the first runs unless the person chooses the other. */
  mirrorImages: boolean;
  /** The structure as it would run, charge and multiplicity as typed; null until it is known. */
  molecule: Molecule | null;
  smiles: string | null;
  /** The SMILES was found from coordinates, not given. */
  perceived: boolean;
  inspection: SmilesInspection | null;
  inputs: WorkflowInputs;
  /** The SMILES as it was given, whatever is open or wrong in it; null where a structure was given, or nothing. */
  given: string | null;
  /** Lines of the file that were left out, each with its reason: SMILES that could not be read, atoms in alternate places. */
  failedLines: FileConversion['failed'];
  /** Atoms (from 1) that the structure's file holds where they are. */
  fixedAtoms: readonly number[];
}

const noAtoms: readonly number[] = [];

const nothing: Omit<MoleculeState, 'status' | 'problem'> = {
  records: [],
  fragments: [],
  parts: 0,
  isomers: [],
  undefinedCentres: [],
  isomer: null,
  enumerated: null,
  mirrorImages: false,
  molecule: null,
  smiles: null,
  perceived: false,
  inspection: null,
  inputs: { molecule: null, smiles: null },
  given: null,
  failedLines: [],
  fixedAtoms: noAtoms,
};

function useSettled(text: string, milliseconds: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}

/** Asks the server about one SMILES (identity, what is undefined, a 3D structure); answers are kept while the page is open. */
function useInspection(client: AccountClient, smiles: string | null) {
  return useQuery(
    {
      queryKey: ['convert', 'smiles_to_mols', smiles],
      queryFn: async () => {
        const { results } = await client.smilesToMolecules([smiles ?? '']);
        return results[0] ?? null;
      },
      enabled: smiles !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    client.queryClient,
  );
}

/** Reads the file of a draft with the server: its structures, and which of them is chosen. */
function useFile(client: AccountClient, draft: MoleculeDraft) {
  const file = draft.kind === 'file' ? draft.file : null;
  const read = useQuery(
    {
      queryKey: ['convert', 'files_to_mols', file?.name, file?.text],
      queryFn: () => client.readFile(file?.name ?? '', file?.text ?? ''),
      enabled: file !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    client.queryClient,
  );
  const records = read.data?.molecules ?? [];
  const record = records[draft.record] ?? records[0] ?? null;
  return { file, read, records, record, isSmilesFile: /\.smi(les)?$/i.test(file?.name ?? '') };
}

const wrong = (problem: InputProblem): MoleculeState => ({ ...nothing, status: 'wrong', problem });
const unread = (status: 'empty' | 'reading'): MoleculeState => ({ ...nothing, status, problem: null });

/** Where a typed SMILES is before the server is asked; null where it can be. */
function typedState(typed: string, settled: string): MoleculeState | null {
  if (typed === '') return unread('empty');
  if (typed.length > maximumSmilesLength) {
    const detail = submitWords.smilesTooLong(typed.length, maximumSmilesLength);
    return { ...wrong({ detail, position: null, line: null }), given: typed };
  }
  return settled === typed ? null : unread('reading');
}

/** Where a file is before a structure of it is looked at; null where one can be. */
function fileState(
  file: MoleculeDraft['file'],
  read: { data: FileConversion | undefined; error: unknown },
  hasRecord: boolean,
): MoleculeState | null {
  if (!file) return unread('empty');
  if (read.error) return wrong(inputProblem(read.error));
  if (!read.data) return unread('reading');
  return hasRecord ? null : wrong({ detail: submitWords.fileWrongKind(file.name), position: null, line: null });
}

/** Whole number of a text, or null. */
export function wholeNumber(text: string): number | null {
  return /^\s*[+-]?\d{1,4}\s*$/.test(text) ? Number(text) : null;
}

/**
 * Turns what was typed into the exact structure that would run, asking the server on the way:
 * text or file -> one structure -> one part -> one stereoisomer -> charge and multiplicity.
 * @param takes what the workflow type takes: where a SMILES is taken as it is, it is handed on; otherwise its 3D structure.
 * @param size what the type says of one that is too large: a SMILES of one molecule that is too large is refused before a structure is built, which would take minutes
 */
export function useMolecule(
  client: AccountClient,
  draft: MoleculeDraft,
  takes: InputRule['kind'],
  size: StructureLimits['size'] = null,
): MoleculeState {
  const typed = draft.kind === 'smiles' ? draft.text.trim() : '';
  const settled = useSettled(typed, 250);
  const tooLong = typed.length > maximumSmilesLength;

  const { file, read, records, record, isSmilesFile } = useFile(client, draft);

  // A list of SMILES has no coordinates of its own: its lines go the way of a pasted SMILES.
  const given =
    draft.kind === 'smiles'
      ? settled === '' || settled !== typed || tooLong
        ? null
        : settled
      : isSmilesFile
        ? (record?.smiles ?? null)
        : null;
  const refusalOf = (smiles: string | null) =>
    smiles?.includes('.') ? null : (size?.({ molecule: null, smiles }) ?? null);
  const whole = useInspection(client, refusalOf(given) ? null : given);
  const parts = (whole.data?.fragments ?? 1) > 1 && whole.data ? (whole.data.canonical ?? '').split('.') : [];
  const distinctParts = [...new Set(parts)];
  const part = draft.fragment !== null && distinctParts.includes(draft.fragment) ? draft.fragment : null;
  const needsPart = parts.length > 1 && part === null && draft.fragment !== 'all';
  const refusal = refusalOf(part ?? given);
  const partial = useInspection(client, refusal ? null : part);
  const beforeStereo = part === null ? whole : partial;
  const isomers = beforeStereo.data?.stereoisomers ?? [];
  const undefinedCentres = beforeStereo.data?.undefined_stereocentres ?? [];
  const mirrorImages = onlyMirrorImages(beforeStereo.data);
  const every = draft.isomer === everyIsomer && isomers.length > 1 && takes !== 'molecule';
  const preselected = mirrorImages || every ? (isomers[0] ?? null) : null;
  const isomer = draft.isomer !== null && isomers.includes(draft.isomer) ? draft.isomer : preselected;
  const chosen = useInspection(client, isomer);
  const last = isomer === null ? beforeStereo : chosen;

  const state = (status: MoleculeState['status'], more: Partial<MoleculeState> = {}): MoleculeState => ({
    ...nothing,
    fragments: distinctParts,
    parts: parts.length,
    isomers,
    undefinedCentres,
    isomer,
    enumerated: every ? (part ?? given) : null,
    mirrorImages,
    records: records.length > 1 ? records.map(({ name }) => ({ name })) : [],
    problem: null,
    given,
    failedLines: file ? (read.data?.failed ?? []) : [],
    fixedAtoms: (file ? record?.fixed_atoms : null) ?? noAtoms,
    ...more,
    status,
  });

  const begun = draft.kind === 'smiles' ? typedState(typed, settled) : fileState(file, read, record !== null);
  if (begun) return begun;

  if (given === null) {
    if (!record) return state('wrong');
    return state(
      'ready',
      withSpin(draft, {
        molecule: record.molecule,
        smiles: record.smiles,
        perceived: true,
        inspection: null,
        smilesRuns: false,
      }),
    );
  }
  if (refusal) return state('refused', { problem: { detail: refusal.detail, position: null, line: null } });
  const failed = [whole, partial, chosen].find(({ error }) => error !== null);
  if (failed) return state('wrong', { problem: inputProblem(failed.error) });
  if (!last.data) return state('reading');
  if (last.data.error) {
    const { detail, position } = last.data.error;
    return state('wrong', { problem: { detail, position, line: null } });
  }
  if (needsPart) return state('fragment', { inspection: whole.data ?? null });
  if (undefinedCentres.length > 0 && isomers.length > 1 && isomer === null)
    return state('isomer', { inspection: last.data });
  return state(
    'ready',
    withSpin(draft, {
      molecule: last.data.molecule,
      smiles: isomer ?? part ?? given,
      perceived: false,
      inspection: last.data,
      smilesRuns: takes !== 'molecule',
    }),
  );
}

interface Found {
  molecule: Molecule | null;
  smiles: string | null;
  perceived: boolean;
  inspection: SmilesInspection | null;
  /** The SMILES itself is what the workflow takes, not the structure drawn from it. */
  smilesRuns: boolean;
}

/** Puts charge and multiplicity as typed into the structure; a SMILES whose charge was changed no longer says what runs. */
function withSpin(draft: MoleculeDraft, found: Found): Partial<MoleculeState> {
  const { molecule, smiles } = found;
  if (!molecule) return { ...found, inputs: { molecule: null, smiles, inspection: found.inspection } };
  const charge = draft.charge === null ? molecule.charge : (wholeNumber(draft.charge) ?? Number.NaN);
  const multiplicity =
    draft.multiplicity === null ? molecule.multiplicity : (wholeNumber(draft.multiplicity) ?? Number.NaN);
  const same = charge === molecule.charge && multiplicity === molecule.multiplicity;
  const structure: Molecule = { ...molecule, charge, multiplicity, smiles: same ? (molecule.smiles ?? smiles) : null };
  const asSmiles = same && found.smilesRuns && smiles !== null;
  return {
    molecule: structure,
    smiles,
    perceived: found.perceived,
    inspection: found.inspection,
    inputs: asSmiles
      ? { molecule: null, smiles, inspection: found.inspection }
      : { molecule: structure, smiles: null, inspection: found.inspection },
  };
}
