import { incompleteResidues, type Pdb } from '@cuvette/core/chemistry';
import { PreparationOptions, type Protein } from '@cuvette/core/entities';
import { useMemo, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import { ProtonationChoice } from './protonation-choice.tsx';
import { proteinWords } from './words.ts';

type Toggle = keyof typeof proteinWords.options;
const toggles = Object.keys(proteinWords.options) as Toggle[];

/** Which other choice each one needs: without it, it says nothing. */
const needs: Partial<Record<Toggle, (options: PreparationOptions) => boolean>> = {
  remove_invalid_hydrogens: ({ remove_hydrogens }) => !remove_hydrogens,
  protonate_by_pka: ({ add_hydrogens }) => add_hydrogens,
};

/** Seconds that the preparation takes for each residue, measured with 290 residues on one core; the dialog announces more than this. */
const secondsPerResidue = 0.06;
const worthSaying = 45;

interface PrepareDialogProps {
  uuid: string;
  /** The structure that is shown. */
  pdb: Pdb | null;
  /** The choices of the last preparation, to begin with. */
  last: Protein['preparation'];
  onClose: () => void;
}

/** Asks how a protein is to be prepared, and begins. */
export function PrepareDialog({ uuid, pdb, last, onClose }: PrepareDialogProps) {
  const [options, setOptions] = useState(() => last?.options ?? PreparationOptions.parse({}));
  const [ph, setPh] = useState(String(options.add_hydrogen_ph));
  const { busy, problem, run } = useAction(onClose);
  const number = ph.trim() === '' ? Number.NaN : Number(ph.replace(',', '.'));
  const phIsWrong = options.add_hydrogens && !(number >= 0 && number <= 14);
  const incomplete = useMemo(() => (pdb ? incompleteResidues(pdb) : null), [pdb]);
  const seconds = secondsPerResidue * residuesOf(pdb);
  const begin = () =>
    run(() =>
      ownerClient.prepareProtein(uuid, { ...options, add_hydrogen_ph: phIsWrong ? options.add_hydrogen_ph : number }),
    );
  return (
    <Dialog
      title={proteinWords.prepareTitle}
      onClose={onClose}
      onSubmit={() => void begin()}
      submitLabel={proteinWords.start}
      submitDisabled={busy || phIsWrong}
      problem={problem ?? (phIsWrong ? proteinWords.phProblem : null)}
    >
      <p className="cv-quiet">{proteinWords.prepareHint}</p>
      {incomplete && incomplete.atoms > 0 && options.add_missing_atoms ? (
        <p>{proteinWords.prepareIncomplete(incomplete.residues, incomplete.atoms)}</p>
      ) : null}
      {seconds > worthSaying ? <p>{proteinWords.prepareTime(Math.round(seconds / 60))}</p> : null}
      <div className="protein-options">
        {toggles.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={options[name]}
              disabled={needs[name]?.(options) === false}
              onChange={(event) => setOptions({ ...options, [name]: event.target.checked })}
            />
            {proteinWords.options[name]}
          </label>
        ))}
      </div>
      <label className="field">
        {proteinWords.ph}
        <input
          inputMode="decimal"
          value={ph}
          disabled={!options.add_hydrogens}
          aria-invalid={phIsWrong}
          onChange={(event) => setPh(event.target.value)}
        />
      </label>
      {options.add_hydrogens ? (
        <ProtonationChoice
          pdb={pdb}
          report={last?.report}
          chosen={options.protonation_states}
          ph={phIsWrong ? options.add_hydrogen_ph : number}
          byPka={options.protonate_by_pka}
          onChange={(protonation_states) => setOptions({ ...options, protonation_states })}
        />
      ) : null}
    </Dialog>
  );
}

function residuesOf(pdb: Pdb | null): number {
  const chains = Object.values(pdb?.models[0]?.polymer ?? {});
  return chains.reduce((sum, { residues }) => sum + Object.keys(residues).length, 0);
}
