import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { trajectoriesOf } from '@cuvette/core/trajectory';
import type { ResultDefinition } from '@cuvette/core/workflows';

/** What of an item is shown, and the element that shows it. A card is shown by frames alone. */
export const embedTags = {
  result: 'cuvette-workflow',
  card: 'cuvette-workflow',
  viewer: 'cuvette-viewer',
  trajectory: 'cuvette-trajectory',
  microstates: 'cuvette-microstates',
  table: 'cuvette-table',
  value: 'cuvette-value',
} as const;
export type EmbedPart = keyof typeof embedTags;

/** Parts that a frame shows alone, as its address names them (`show`). A frame for one number is no use: that needs an element in a sentence. */
export const frameParts = ['card', 'viewer', 'trajectory', 'microstates', 'table'] as const;

/** The parts of an item that a kind of snippet can show: one number is for elements, the card for frames. */
export function partsIn(kind: string, parts: readonly EmbedPart[]): EmbedPart[] {
  return parts.filter((part) => part !== (kind === 'frame' ? 'value' : 'card'));
}

type MoleculesByCalculation = ReadonlyMap<string, readonly Molecule[]>;

/** Whether an item has frames to play: a trajectory that is streamed, the steps of one calculation, or structures that are one motion. */
function hasFrames(item: WorkflowItem, definition: ResultDefinition | null, molecules: MoleculesByCalculation) {
  if (trajectoriesOf(item.object_data)) return true;
  const uuids =
    definition
      ?.structures(item, molecules)
      .flatMap(({ source }) => (source.kind === 'calculation' ? [source.uuid] : [])) ?? [];
  const [only] = uuids;
  return uuids.length > 1 ? definition?.playsStructures === true : (molecules.get(only ?? '')?.length ?? 0) > 1;
}

/**
 * The parts that can be shown of an item; the player and the microstates where it has what they show.
 * @param molecules what is read of its calculations so far
 */
export function partsOf(
  item: WorkflowItem,
  definition: ResultDefinition | null,
  molecules: MoleculesByCalculation,
): EmbedPart[] {
  const lacks: Partial<Record<EmbedPart, boolean>> = {
    trajectory: !hasFrames(item, definition, molecules),
    microstates: !definition?.hasMicrostates(item),
  };
  return (Object.keys(embedTags) as EmbedPart[]).filter((part) => !lacks[part]);
}
