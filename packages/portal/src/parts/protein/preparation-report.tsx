import { type PreparationReport as Report, PreparationReport as ReportSchema } from '@cuvette/core/entities';
import { ListTable } from '../list-table.tsx';
import { stateWords } from './protonation-choice.tsx';
import { proteinWords } from './words.ts';

/** kJ in a thermochemical kcal. */
const kilojoules = 4.184;

/** Everything that the preparation of a protein changed, as compute reported it; what it could not do is first. */
export function PreparationReport({ report }: { report: unknown }) {
  const read = ReportSchema.safeParse(report);
  if (!read.success) return null;
  const found = read.data;
  const { relaxation } = found;
  const energy = (value: number) => (value / kilojoules).toFixed(1);
  return (
    <section className="protein-report" aria-label={proteinWords.report}>
      <h2>{proteinWords.report}</h2>
      {found.deviations.length > 0 || found.open_gaps.length > 0 || found.without_hydrogens.length > 0 ? (
        <div className="notice" data-tone="neutral" role="note">
          <p>
            <strong>{proteinWords.deviations}</strong>
          </p>
          <ul>
            {found.deviations.map(({ what, reason }) => (
              <li key={what}>
                {what} {reason}
              </li>
            ))}
            {found.open_gaps.map(({ residues, reason }) => (
              <li key={residues}>
                {proteinWords.gap(residues)} {sentence(reason)}
              </li>
            ))}
            {found.without_hydrogens.length > 0 ? (
              <li>{proteinWords.withoutHydrogens(found.without_hydrogens.join(', '))}</li>
            ) : null}
          </ul>
        </div>
      ) : null}
      <Counts report={found} />
      <Entries title={proteinWords.removed} entries={removedOf(found)} />
      <Entries title={proteinWords.replaced} entries={found.replaced_residues.map(changeText)} />
      <Entries title={proteinWords.renamed} entries={found.renamed_residues.map(changeText)} />
      <Entries title={proteinWords.built} entries={found.built_residues.map(residueText)} />
      <Entries
        title={proteinWords.added}
        entries={found.added_atoms.map((one) => `${residueText(one)}: ${one.atoms.join(', ')}`)}
      />
      {found.added_hydrogens > 0 ? (
        <p>
          {proteinWords.addedHydrogens}: {found.added_hydrogens}
        </p>
      ) : null}
      <Entries
        title={proteinWords.protonation}
        hint={found.protonation_model}
        entries={found.protonation.map((one) => `${residueText(one)}: ${one.state}`)}
      />
      <Entries
        title={proteinWords.titration}
        entries={found.titration.map(({ residue, name, pka, state, chosen }) =>
          proteinWords.titrationText(`${name} ${residue}`, pka, stateWords(state), chosen),
        )}
      />
      {relaxation ? (
        <p>
          {proteinWords.relaxation} ({relaxation.force_field}):{' '}
          {proteinWords.energies(energy(relaxation.before_kj_mol), energy(relaxation.after_kj_mol))}
        </p>
      ) : null}
      <p className="cv-quiet">
        {proteinWords.software}:{' '}
        {Object.entries(found.software)
          .map(([name, version]) => `${name} ${version}`)
          .join(', ')}
      </p>
    </section>
  );
}

/** "A.66" is chain A, residue 66. */
const residueText = ({ residue, name }: { residue: string; name: string }) => `${name} ${residue}`;
const changeText = ({ residue, from, to }: Report['replaced_residues'][number]) => `${residue}: ${from} → ${to}`;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function removedOf({ removed }: Report): string[] {
  const { models, alternate_locations, deuterium, waters, hydrogens, heterogens, invalid_hydrogens } = removed;
  const lines: [number, (value: number) => string][] = [
    [models, proteinWords.removedModels],
    [alternate_locations, proteinWords.removedAlternates],
    [deuterium, proteinWords.removedDeuterium],
    [waters, proteinWords.removedWaters],
    [hydrogens, proteinWords.removedHydrogens],
  ];
  return [
    ...lines.flatMap(([value, say]) => (value > 0 ? [say(value)] : [])),
    ...heterogens.map(residueText),
    ...invalid_hydrogens,
  ];
}

function Counts({ report: { before, after } }: { report: Report }) {
  const names = Object.entries(proteinWords.countNames) as [keyof typeof proteinWords.countNames, string][];
  return (
    <ListTable
      caption={proteinWords.counts}
      columns={[
        { title: proteinWords.kind },
        { title: proteinWords.before, className: 'number' },
        { title: proteinWords.after, className: 'number' },
      ]}
    >
      {names.map(([name, title]) => (
        <tr key={name}>
          <th scope="row">{title}</th>
          <td className="number">{before[name]}</td>
          <td className="number">{after[name]}</td>
        </tr>
      ))}
    </ListTable>
  );
}

/** Lists of up to this many entries are open at first. */
const fewEntries = 6;

function Entries({ title, entries, hint }: { title: string; entries: readonly string[]; hint?: string | null }) {
  if (entries.length === 0) return null;
  const items = entries.map((entry, place) => (
    // The list never changes, and entries may be alike.
    <li key={place}>{entry}</li>
  ));
  return (
    <details open={entries.length <= fewEntries}>
      <summary>
        {title} <span className="cv-quiet">({entries.length})</span>
      </summary>
      {hint ? <p className="cv-quiet">{hint}.</p> : null}
      <ul>{items}</ul>
    </details>
  );
}
