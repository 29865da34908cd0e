import { totalEnergies } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { Facts } from '../../ui/facts.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { Callout } from '../../ui/states.tsx';
import { energyText, useEnergyUnit } from '../energy-unit.ts';
import { EnergyUnitChoice } from '../energy-unit-choice.tsx';
import type { CalculationTabProps } from './calculation-tab.ts';
import { LooseGeometry } from './loose-geometry.tsx';
import { Sheet } from './sheet.tsx';

/** E, corrections and totals with the scheme, temperature and standard state they hold for. */
export function ThermochemistryTab({ molecule, summary, tightenAddress }: CalculationTabProps) {
  const all = useWords();
  const words = all.thermochemistry;
  const unit = useEnergyUnit();
  const alsoInUnit = unit !== 'Hartree';
  if (molecule.zero_point_energy === null && molecule.thermal_free_energy_corr === null) {
    return <p className="cv-quiet">{words.none}</p>;
  }
  const totals = totalEnergies(molecule);
  const record = summary?.provenance?.thermochemistry ?? null;
  const settings = summary?.settings.thermochem_settings ?? null;
  const imaginary =
    record?.imaginary_modes ?? molecule.vibrational_modes?.filter((mode) => mode.frequency < 0).length ?? null;
  const entropyTerm =
    molecule.thermal_enthalpy_corr === null || molecule.thermal_free_energy_corr === null
      ? null
      : molecule.thermal_enthalpy_corr - molecule.thermal_free_energy_corr;
  const row = (label: string, hartree: number | null, isCorrection: boolean, strong = false) => ({
    label,
    strong,
    values: [
      formatNumber(hartree, 6),
      ...(alsoInUnit ? [isCorrection && hartree !== null ? energyText(hartree, unit) : ''] : []),
    ].map((value) => localNumber(all, value)),
  });
  const withUnit = (value: number | null | undefined, name: string) =>
    value === null || value === undefined ? null : localNumber(all, `${Number(value.toPrecision(5))} ${name}`);
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? null : localNumber(all, String(value));
  return (
    <div className="cv-stack">
      <LooseGeometry record={record} tightenAddress={tightenAddress} />
      {imaginary ? <Callout tone="okay">{words.notMinimum(imaginary)}</Callout> : null}
      <EnergyUnitChoice unit={unit} />
      <Sheet
        label={words.enthalpy}
        head={[words.quantity, words.hartree, ...(alsoInUnit ? [words.inUnit(unit)] : [])]}
        rows={[
          row(words.energy, molecule.energy, false),
          row(words.zeroPoint, molecule.zero_point_energy, true),
          row(words.thermal, molecule.thermal_energy_corr, true),
          row(words.enthalpyCorrection, molecule.thermal_enthalpy_corr, true),
          row(words.entropyTerm, entropyTerm, true),
          row(words.freeEnergyCorrection, molecule.thermal_free_energy_corr, true),
          row(words.withZeroPoint, totals.zeroPoint, false),
          row(words.enthalpy, totals.enthalpy, false, true),
          row(words.freeEnergy, totals.freeEnergy, false, true),
        ]}
      />
      <Facts
        facts={[
          {
            label: words.scheme,
            value: record ? <Scheme text={record.scheme} doi={record.doi} /> : words.schemeUnknown,
          },
          { label: words.temperature, value: withUnit(record?.temperature ?? settings?.temperature, 'K') },
          {
            label: words.standardState,
            value: record ? withUnit(record.pressure_atm, 'atm') : withUnit(settings?.concentration, 'mol/L'),
          },
          { label: words.cutoff, value: withUnit(record?.cutoff_frequency ?? settings?.cutoff_frequency, 'cm⁻¹') },
          { label: words.scaling, value: text(record?.scaling_factor ?? settings?.scaling_factor) },
          { label: words.symmetry, value: text(record?.symmetry_number) },
          { label: words.imaginary, value: text(imaginary) },
          { label: words.flipped, value: record?.flipped_modes.length ? String(record.flipped_modes.length) : null },
        ]}
      />
    </div>
  );
}

function Scheme({ text: name, doi }: { text: string; doi: string | null }) {
  return (
    <>
      {name}
      {doi ? (
        <>
          {' '}
          <a href={`https://doi.org/${doi}`} target="_blank" rel="noreferrer">
            {doi}
          </a>
        </>
      ) : null}
    </>
  );
}
