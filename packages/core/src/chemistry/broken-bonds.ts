import { atomName } from './atoms.ts';
import { isHalogen } from './carbon-bonds.ts';

/**
 * Bonds that hold a fragment (1-based atom numbers) to the rest of a molecule, as 0-based pairs with the atom that stays first. `bonds` are all bonds of
 * the molecule (`bondsOf`).
 */
export function brokenBonds(bonds: readonly [number, number][], fragment: readonly number[]): [number, number][] {
  const inside = new Set(fragment.map((atom) => atom - 1));
  return bonds.flatMap(([first, second]): [number, number][] => {
    if (inside.has(first) === inside.has(second)) return [];
    return [inside.has(first) ? [second, first] : [first, second]];
  });
}

/** Name of a bond by its atoms: "C2–H7". Indices count from 0. */
export function bondName(
  atoms: readonly { atomic_number: number }[],
  [first, second]: readonly [number, number],
): string {
  return `${atomName(atoms, first)}–${atomName(atoms, second)}`;
}

/** Kind of a bond, as calibrations of bond-dissociation energies group them ("C–H", "C–halogen"); null for all others. */
export function bondKind(first: number, second: number): string | null {
  const kinds: Readonly<Record<string, string>> = {
    '1 6': 'C–H',
    '6 6': 'C–C',
    '1 7': 'N–H',
    '1 8': 'O–H',
    '1 16': 'S–H',
  };
  const [light, heavy] = [Math.min(first, second), Math.max(first, second)];
  const halogen = light === 6 && isHalogen(heavy);
  return halogen ? 'C–halogen' : (kinds[`${light} ${heavy}`] ?? null);
}
