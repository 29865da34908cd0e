/** An orbital in a ladder. Energy in eV. */
export interface LadderLevel {
  name: string;
  spin: string | null;
  index: number;
  energy: number;
  occupation: number;
}

/** A level with its place: px from the top, and a column beside others at nearly the same height. */
export interface PlacedLevel extends LadderLevel {
  y: number;
  column: number;
}

/** Levels farther from the frontier (eV) than this would press all others into one line. */
const reach = { below: 15, above: 12 } as const;
/** Height of a level with its name in px. */
const levelHeight = 18;
const mostColumns = 3;

/**
 * Places the levels near the gap by their energies, lowest at the bottom; levels of one spin that would overlap are drawn side by side. `left` counts
 * those that are too far from the gap to be drawn.
 */
export function placedLevels(levels: readonly LadderLevel[], height: number): { placed: PlacedLevel[]; left: number } {
  const filled = levels.filter(({ occupation }) => occupation > 0).map(({ energy }) => energy);
  const empty = levels.filter(({ occupation }) => occupation === 0).map(({ energy }) => energy);
  const top = filled.length > 0 ? Math.max(...filled) : Math.min(...empty);
  const bottom = empty.length > 0 ? Math.min(...empty) : top;
  const near = levels.filter(({ energy }) => energy >= top - reach.below && energy <= bottom + reach.above);
  const energies = near.map(({ energy }) => energy);
  const [low, high] = [Math.min(...energies), Math.max(...energies)];
  const room = height - levelHeight;
  const yOf = (energy: number) => (high > low ? room * ((high - energy) / (high - low)) : room / 2);
  const placed: PlacedLevel[] = [];
  for (const level of [...near].sort((a, b) => b.energy - a.energy)) {
    const y = yOf(level.energy);
    const taken = placed.filter((other) => other.spin === level.spin && Math.abs(other.y - y) < levelHeight);
    const free = Array.from({ length: mostColumns }, (_, column) => column).find(
      (column) => !taken.some((other) => other.column === column),
    );
    placed.push({ ...level, y, column: free ?? mostColumns });
  }
  return { placed, left: levels.length - placed.length };
}
