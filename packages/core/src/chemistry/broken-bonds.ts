import { atomName } from './atoms.ts';
import { symbolOf } from './elements.ts';

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

const kindOrder = ['C', 'N', 'O', 'S', 'F', 'Cl', 'Br', 'I', 'H'];

/** Kind of a bond by its elements, carbon first and hydrogen last: "C–H", "C–Cl". Classes of bonds in calibrations end with it. */
export function bondKind(first: number, second: number): string {
  const place = (symbol: string) => (kindOrder.includes(symbol) ? kindOrder.indexOf(symbol) : kindOrder.length - 1.5);
  const symbols = [first, second].map((number) => symbolOf(number));
  return symbols.sort((a, b) => place(a) - place(b) || a.localeCompare(b, 'en')).join('–');
}

/** Kind of the bonds of a class of a calibration: "C–H" of "allylic or benzylic C–H". */
export function kindOfBondClass(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}
