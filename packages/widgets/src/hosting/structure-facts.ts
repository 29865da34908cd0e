import { type Client, macromoleculeOfProtein, type ReadMacromolecule } from '@cuvette/core/client';
import type { StructureFacts } from '@cuvette/core/embedding';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { trajectoriesOf } from '@cuvette/core/trajectory';
import type { ResultDefinition, StructureReference } from '@cuvette/core/workflows';

/** How many atoms, frames and modes an item's structures have, as far as that was read: what a page around a frame may ask for. */
export interface ItemFacts {
  /** What is known now. */
  of: (structure: string | null) => StructureFacts;
  /** Whether reading would tell no more. */
  isRead: (structure: string | null) => boolean;
  /** Reads what is needed to know it, with the vibrational modes where they are asked for; what cannot be read stays unknown. */
  read: (structure: string | null, modes?: boolean) => Promise<void>;
}

/**
 * Facts of the structures of an item, from what `client` reads for its views anyway.
 * @param shownFrame the frame that a player is at by itself; null where none has reported one
 */
export function factsOfItem(
  client: Client,
  item: WorkflowItem,
  definition: ResultDefinition | null,
  shownFrame: () => number | null,
): ItemFacts {
  const { queryClient } = client;
  const references = definition?.structures(item) ?? [];
  const streamed = trajectoriesOf(item.object_data);
  const referenceOf = (id: string | null) => references.find((reference) => reference.id === id) ?? references[0];
  const steps = definition?.playsStructures && references.length > 1 ? references.map(({ id }) => id) : null;
  const readOf = (uuid: string, frequencies: boolean) => client.molecules(uuid, { frequencies });
  const proteinOf = ({ source, within }: StructureReference) => {
    const place = source.kind === 'protein' ? { uuid: source.uuid } : within;
    // Confidences change nothing about what atoms there are, so either reading of a protein will do.
    return place ? [true, false].map((predicted) => macromoleculeOfProtein(client, place, predicted)) : null;
  };

  const moleculesOf = ({ source }: StructureReference): readonly Molecule[] | undefined => {
    if (source.kind === 'molecule') return [source.molecule];
    if (source.kind !== 'calculation') return undefined;
    const [whole, plain] = [true, false].map((each) =>
      queryClient.getQueryData<Molecule[]>(readOf(source.uuid, each).queryKey),
    );
    return whole ?? plain;
  };

  function of(structure: string | null): StructureFacts {
    if (streamed) {
      // The longest of several trajectories, because only the player knows which one is open.
      const longest = Math.max(...streamed.frames.map((frames) => frames ?? 0)) || null;
      return { atoms: null, frames: longest, modes: 0, shownFrame: shownFrame(), steps: null };
    }
    const reference = referenceOf(structure);
    const molecules = reference && moleculesOf(reference);
    const last = molecules?.at(-1);
    const frames = !molecules ? null : sameAtoms(molecules) ? molecules.length : 1;
    const { source } = reference ?? {};
    const withModes =
      source?.kind === 'molecule' ||
      (source?.kind === 'calculation' && queryClient.getQueryData(readOf(source.uuid, true).queryKey) !== undefined);
    return {
      atoms: reference ? atomsOf(reference, last) : null,
      frames: steps ? steps.length : frames,
      modes: withModes ? (last?.vibrational_modes?.length ?? 0) : null,
      shownFrame: frames === null ? null : frames - 1,
      steps,
    };
  }

  function atomsOf(reference: StructureReference, last: Molecule | undefined): number | null {
    const reads = proteinOf(reference);
    if (!reads) return last?.atoms.length ?? null;
    const [protein] = reads.flatMap(({ queryKey }) => queryClient.getQueryData<ReadMacromolecule>(queryKey) ?? []);
    if (!protein || (!last && reference.source.kind !== 'protein')) return null;
    return protein.macromolecule.atoms.length + (last?.atoms.length ?? 0);
  }

  /** The calculation that has to be read first; null where none has to be. */
  function unread(structure: string | null, modes = false): string | null {
    const reference = referenceOf(structure);
    if (!reference || streamed || reference.source.kind !== 'calculation') return null;
    return moleculesOf(reference) && !modes ? null : reference.source.uuid;
  }

  return {
    of,
    isRead: (structure) => unread(structure) === null,
    async read(structure, modes = false) {
      const uuid = unread(structure, modes);
      if (uuid !== null) await queryClient.ensureQueryData(readOf(uuid, modes)).catch(() => undefined);
    },
  };
}

function sameAtoms(molecules: readonly Molecule[]): boolean {
  const last = molecules.at(-1)?.atoms ?? [];
  return molecules.every(
    ({ atoms }) =>
      atoms.length === last.length &&
      atoms.every(({ atomic_number }, index) => atomic_number === last[index]?.atomic_number),
  );
}
