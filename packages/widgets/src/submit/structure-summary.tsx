import { cellParameters, cellVolume, formulaOf, type Problem, spinProblem } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import type { StructureLimits } from '@cuvette/core/workflows';
import { useId } from 'react';
import type { MoleculeDraft } from './draft.ts';
import { MoleculePicture } from './molecule-picture.tsx';
import { type MoleculeState, wholeNumber } from './use-molecule.ts';
import { submitWords as words } from './words.ts';

interface StructureSummaryProps {
  /** What the structure is to the type, where a form has several. */
  label?: string | undefined;
  draft: MoleculeDraft;
  state: MoleculeState;
  /** What charges and multiplicities the type takes: a field with only one value is disabled. */
  limits: Pick<StructureLimits, 'charged' | 'openShell'>;
  /** The type takes SMILES without coordinates, which name charge and multiplicity themselves: another value would make it a structure. */
  smilesOnly: boolean;
  /** What form or server find wrong with the structure. */
  problems: readonly Problem[];
  onChange: (change: Partial<MoleculeDraft>) => void;
}

/** The exact structure that will run, before it runs: one picture, formula, charge, multiplicity, atoms, stereo. */
export function StructureSummary({ label, ...given }: StructureSummaryProps) {
  const { state, draft } = given;
  const { molecule, smiles } = state;
  if (!molecule) return null;
  const formula = formulaOf(molecule.atoms);
  return (
    <section className="cv-summary" aria-label={label ? `${label}: ${words.identity}` : words.identity}>
      <h3 className="cv-heading">{words.identity}</h3>
      <MoleculePicture molecule={molecule} smiles={smiles} coordinates={state.inspection === null} />
      <dl className="cv-facts">
        <dt>{words.formula}</dt>
        <dd data-fact="formula">{formula}</dd>
        <dt>{words.atoms}</dt>
        <dd data-fact="atoms">{molecule.atoms.length}</dd>
        {molecule.cell ? (
          <>
            <dt>{words.cell}</dt>
            <dd data-fact="cell">{cellText(molecule.cell)}</dd>
          </>
        ) : null}
        <dt>{words.stereo}</dt>
        <dd>{stereoText(state)}</dd>
        {smiles && smiles !== draft.text.trim() ? (
          <>
            <dt>{words.smiles}</dt>
            <dd className="cv-mono">
              {smiles}
              {state.perceived ? <span className="cv-badge">{words.perceived}</span> : null}
            </dd>
          </>
        ) : null}
      </dl>
      <ChargeAndMultiplicity molecule={molecule} {...given} />
    </section>
  );
}

function cellText({ lattice_vectors, is_periodic }: NonNullable<Molecule['cell']>): string {
  const { lengths, angles } = cellParameters(lattice_vectors);
  const along = is_periodic.every(Boolean) ? '' : ['a', 'b', 'c'].filter((_, index) => is_periodic[index]).join(', ');
  return words.cellText(lengths, angles, cellVolume(lattice_vectors), along);
}

function stereoText(state: MoleculeState): string {
  if (state.inspection === null) return words.stereoFile;
  if (state.enumerated !== null) return words.isomersRun(state.isomers.length);
  if (state.isomer !== null) return words.isomerRuns(state.isomers.indexOf(state.isomer) + 1);
  return state.undefinedCentres.length > 0 ? words.stereoOpen : words.stereoDefined;
}

interface SpinProps extends Omit<StructureSummaryProps, 'label' | 'state'> {
  molecule: Molecule;
}

/**
 * Charge and multiplicity, with the refusal of impossible combinations. A field is disabled where the type takes one value only, unless another value
 * was typed before, which has to be corrected.
 */
function ChargeAndMultiplicity({ draft, molecule, limits, smilesOnly, problems, onChange }: SpinProps) {
  const id = useId();
  const written = smilesOnly ? molecule : null;
  const only = {
    charge: limits.charged ? (written?.charge ?? null) : 0,
    multiplicity: limits.openShell ? (written?.multiplicity ?? null) : 1,
  };
  const isFixed = (name: 'charge' | 'multiplicity') =>
    only[name] !== null && (draft[name] === null || wholeNumber(draft[name]) === only[name]);
  const fixed = written ? words.spinOfSmiles : words.fixedSpin(isFixed('charge'), isFixed('multiplicity'));
  const typed = [draft.charge, draft.multiplicity].filter((text) => text !== null);
  const notWhole = typed.some((text) => wholeNumber(text) === null);
  const impossible = notWhole ? null : spinProblem(molecule);
  const texts = [
    ...new Set([notWhole ? words.wholeNumber : null, impossible, ...problems.map(({ detail }) => detail)]),
  ].filter((text): text is string => text !== null && !(notWhole && text !== words.wholeNumber));
  const invalid = notWhole || impossible !== null;
  const number = (name: 'charge' | 'multiplicity') => (
    <label className="cv-field">
      {name === 'charge' ? words.charge : words.multiplicity}
      <input
        type="text"
        inputMode="numeric"
        className="cv-number"
        value={draft[name] ?? String(molecule[name])}
        disabled={isFixed(name)}
        aria-invalid={invalid}
        aria-describedby={isFixed(name) ? `${id}f ${id}` : id}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <>
      <div className="cv-pair">
        {number('charge')}
        {number('multiplicity')}
      </div>
      {fixed ? (
        <p id={`${id}f`} className="cv-quiet">
          {fixed}
        </p>
      ) : null}
      <div id={id} className="cv-problem" role="alert">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </>
  );
}
