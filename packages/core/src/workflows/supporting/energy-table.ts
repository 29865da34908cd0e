import { symbolOf } from '../../chemistry/elements.ts';
import { fromHartree } from '../../chemistry/units.ts';
import type { DocumentBlock } from '../../entities/supporting-document.ts';
import { totalEnergies } from '../../entities/total-energies.ts';
import { energyPrecision } from '../../tables/energy-columns.ts';
import { formatFrequency, formatNumber, toDecimals } from '../../tables/number-format.ts';
import type { ContentStructure, ItemContent } from './item-content.ts';
import type { JournalForm } from './journal-form.ts';

type TableBlock = Extract<DocumentBlock, { kind: 'table' }>;

/** Molecular formula in the order of Hill: carbon, hydrogen, then by letter; with the charge behind it. */
export function formulaOf({ atoms, charge }: ContentStructure['molecule']): string {
  const counts = new Map<string, number>();
  for (const { atomic_number } of atoms) {
    const symbol = atomic_number === 0 ? 'X' : symbolOf(atomic_number);
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  const first = counts.has('C') ? ['C', 'H'] : [];
  const symbols = [
    ...first.filter((one) => counts.has(one)),
    ...[...counts.keys()].filter((one) => !first.includes(one)).sort(),
  ];
  const formula = symbols.map((symbol) => `${symbol}${counts.get(symbol) === 1 ? '' : counts.get(symbol)}`).join('');
  if (charge === 0) return formula;
  return `${formula}${Math.abs(charge) === 1 ? '' : Math.abs(charge)}${charge > 0 ? '+' : '−'}`;
}

/** Imaginary frequencies of a structure (cm⁻¹, negative), the largest first; null where no frequencies were computed. */
export function imaginaryOf({ molecule }: ContentStructure): number[] | null {
  const modes = molecule.vibrational_modes;
  return modes && modes.length > 0
    ? modes
        .map(({ frequency }) => frequency)
        .filter((frequency) => frequency < 0)
        .sort((a, b) => a - b)
    : null;
}

/** Whether energies of these structures can be compared: same atoms, charge and level of theory. */
function comparable(structures: readonly ContentStructure[]): boolean {
  const keys = structures.map(
    ({ molecule, level }) => `${formulaOf(molecule)} ${molecule.multiplicity} ${level ?? ''}`,
  );
  return structures.length > 1 && structures.every(({ level }) => level !== null) && new Set(keys).size === 1;
}

interface EnergyColumn {
  title: string;
  numeric: boolean;
  text: (structure: ContentStructure) => string;
}

const hartree = (value: number | null | undefined) =>
  value === null || value === undefined || !Number.isFinite(value) ? '' : formatNumber(value, 6);

/** Columns of differences to the lowest of the structures, in the form's unit; none where their energies cannot be compared. */
function differences(structures: readonly ContentStructure[], { energyUnit }: JournalForm): EnergyColumn[] {
  if (!comparable(structures)) return [];
  const decimals = energyPrecision(2, energyUnit);
  const column = (symbol: string, of: (structure: ContentStructure) => number | null): EnergyColumn[] => {
    const all = structures.map(of);
    if (all.some((value) => value === null)) return [];
    const lowest = Math.min(...(all as number[]));
    return [
      {
        title: `Δ${symbol} (${energyUnit})`,
        numeric: true,
        text: (structure) => formatNumber(fromHartree((of(structure) ?? lowest) - lowest, energyUnit), decimals),
      },
    ];
  };
  return [
    ...column('E', ({ molecule }) => molecule.energy),
    ...column('G', ({ molecule }) => totalEnergies(molecule).freeEnergy),
  ];
}

/**
 * The energies of an item's structures (Hartree): electronic energy, zero-point energy, corrections to enthalpy and free energy with their sums, and
 * imaginary frequencies. Columns that are empty for all structures are left out; temperature and pressure are in the notes.
 * @returns null where no structure has an energy
 */
export function energyTableOf(content: Pick<ItemContent, 'name' | 'structures'>, form: JournalForm): TableBlock | null {
  const structures = content.structures.filter(({ molecule }) => molecule.energy !== null);
  if (structures.length === 0) return null;
  const columns: EnergyColumn[] = [
    { title: 'Structure', numeric: false, text: ({ name }) => name },
    { title: 'E', numeric: true, text: ({ molecule }) => hartree(molecule.energy) },
    { title: 'ZPE', numeric: true, text: ({ molecule }) => hartree(molecule.zero_point_energy) },
    { title: 'H corr.', numeric: true, text: ({ molecule }) => hartree(molecule.thermal_enthalpy_corr) },
    { title: 'G corr.', numeric: true, text: ({ molecule }) => hartree(molecule.thermal_free_energy_corr) },
    { title: 'H', numeric: true, text: ({ molecule }) => hartree(totalEnergies(molecule).enthalpy) },
    { title: 'G', numeric: true, text: ({ molecule }) => hartree(totalEnergies(molecule).freeEnergy) },
    ...differences(structures, form),
    {
      title: 'Imaginary modes (cm⁻¹)',
      numeric: false,
      text: (structure) => {
        const modes = imaginaryOf(structure);
        if (modes === null) return '';
        return modes.length === 0 ? '0' : `${modes.length} (${modes.map((mode) => formatFrequency(mode)).join(', ')})`;
      },
    },
  ];
  const filled = columns.filter((column) => structures.some((structure) => column.text(structure) !== ''));
  return {
    kind: 'table',
    caption: `Energies of ${content.name}, in Hartree`,
    columns: filled.map(({ title, numeric }) => ({ title, numeric })),
    rows: structures.map((structure) => filled.map((column) => column.text(structure))),
    notes: notesOf(structures),
  };
}

function notesOf(structures: readonly ContentStructure[]): string[] {
  const levels = [...new Set(structures.flatMap(({ level }) => level ?? []))];
  const conditions = [
    ...new Set(
      structures.flatMap(({ conditions: one }) =>
        one
          ? [
              `${toDecimals(one.temperature, 2)} K${one.pressure === null ? '' : ` and ${Number(one.pressure.toPrecision(4))} atm`}`,
            ]
          : [],
      ),
    ),
  ];
  return [
    ...(levels.length > 0 ? [`Level of theory: ${levels.join('; ')}.`] : []),
    ...(conditions.length > 0 ? [`Corrections for ${conditions.join('; ')}. H = E + H corr.; G = E + G corr.`] : []),
  ];
}
