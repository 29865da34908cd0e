import type { LigandContact } from '@cuvette/core/chemistry';

interface Point {
  x: number;
  y: number;
}

/** A residue of a diagram: where its name is drawn, and its contacts with the ligand. */
export interface PlacedResidue extends Point {
  residue: string;
  contacts: readonly LigandContact[];
}

/** Room between the drawing and the middle of the names around it, in units of the drawing. */
const room = { across: 74, along: 52 } as const;
const fullTurn = 2 * Math.PI;

/**
 * Places residues around the drawing of a ligand: on an ellipse, at even distances so that no name covers another, in the order and as near as that allows to
 * the directions of the atoms that they touch.
 * @param places where the ligand's atoms are in the drawing; null for one that is not drawn
 * @param box the drawing's own frame: left, top, width, height
 */
export function placeResidues(
  contacts: readonly LigandContact[],
  places: readonly (Point | null)[],
  [left, top, width, height]: readonly [number, number, number, number],
): PlacedResidue[] {
  const middle = { x: left + width / 2, y: top + height / 2 };
  const byResidue = new Map<string, LigandContact[]>();
  for (const contact of contacts) {
    if (!places[contact.ligandAtom]) continue;
    byResidue.set(contact.residue, [...(byResidue.get(contact.residue) ?? []), contact]);
  }
  const directed = [...byResidue].map(([residue, own]) => {
    const [x, y] = own.reduce(
      ([sumX, sumY], { ligandAtom }) => [
        sumX + (places[ligandAtom]?.x ?? middle.x) - middle.x,
        sumY + (places[ligandAtom]?.y ?? middle.y) - middle.y,
      ],
      [0, 0],
    );
    return { residue, contacts: own, angle: Math.atan2(y, x) };
  });
  directed.sort((a, b) => a.angle - b.angle);
  const step = fullTurn / Math.max(1, directed.length);
  // The turn of all places that leaves them nearest to their directions: the mean of what each one is off.
  const off = directed.map(({ angle }, place) => angle - place * step);
  const turn = Math.atan2(
    off.reduce((sum, angle) => sum + Math.sin(angle), 0),
    off.reduce((sum, angle) => sum + Math.cos(angle), 0),
  );
  return directed.map(({ residue, contacts: own }, place) => {
    const angle = turn + place * step;
    return {
      residue,
      contacts: own,
      x: middle.x + (width / 2 + room.across) * Math.cos(angle),
      y: middle.y + (height / 2 + room.along) * Math.sin(angle),
    };
  });
}
