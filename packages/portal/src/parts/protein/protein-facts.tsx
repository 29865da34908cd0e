import { incompleteResidues, type Macromolecule, type Pdb, residueName } from '@cuvette/core/chemistry';
import type { Session } from '@cuvette/core/session';
import { type Fact, Facts } from '@cuvette/widgets/ui';
import { proteinWords } from './words.ts';

/** Ligands that are named one by one. */
const mostLigands = 40;

/** Shows what the structure is and what is in it; a ligand can be selected in the viewer. */
export function ProteinFacts({ pdb, structure, session }: { pdb: Pdb; structure: Macromolecule; session: Session }) {
  const { description, experiment, quality, models } = pdb;
  const others = structure.residues.filter(({ kind }) => kind === 'ligand' || kind === 'ion');
  const waters = structure.residues.filter(({ kind }) => kind === 'water').length;
  const incomplete = incompleteResidues(pdb);
  const hydrogens = structure.atoms.filter(({ atomic_number }) => atomic_number === 1).length;
  const facts: Fact[] = [
    { label: proteinWords.title, value: description.title },
    { label: proteinWords.code, value: description.code },
    { label: proteinWords.technique, value: experiment.technique },
    {
      label: proteinWords.resolution,
      value: quality.resolution === null ? null : proteinWords.angstrom(quality.resolution),
    },
    { label: proteinWords.organism, value: experiment.source_organism },
    {
      label: proteinWords.chains,
      value: structure.chains.length > 0 ? proteinWords.chainsText(structure.chains) : proteinWords.noChains,
    },
    {
      label: proteinWords.atoms,
      value: `${structure.atoms.length}, ${proteinWords.hydrogens(hydrogens)}`,
    },
    {
      label: proteinWords.ligands,
      value:
        others.length === 0 ? null : (
          <span className="protein-ligands">
            {others.slice(0, mostLigands).map((residue) => {
              const name = residueName(residue);
              return (
                <button
                  key={`${name} ${residue.first}`}
                  type="button"
                  className="cv-button"
                  data-dense=""
                  aria-label={proteinWords.selectLigand(name)}
                  onClick={() =>
                    session.selectAtoms(Array.from({ length: residue.count }, (_, index) => residue.first + index))
                  }
                >
                  {name}
                </button>
              );
            })}
            {others.length > mostLigands ? ` +${others.length - mostLigands}` : ''}
          </span>
        ),
    },
    { label: proteinWords.waters, value: waters === 0 ? null : String(waters) },
    {
      label: proteinWords.incomplete,
      value: incomplete.residues === 0 ? null : proteinWords.incompleteText(incomplete.residues, incomplete.atoms),
    },
    { label: proteinWords.missing, value: experiment.missing_residues.length || null },
  ];
  return (
    <>
      <h2>{proteinWords.facts}</h2>
      <Facts facts={facts} />
      {models.length > 1 ? <p role="note">{proteinWords.severalModels(models.length)}</p> : null}
      <Alternates pdb={pdb} />
    </>
  );
}

/** Says how many residues have atoms at several places. */
function Alternates({ pdb }: { pdb: Pdb }) {
  const [model] = pdb.models;
  if (!model) return null;
  const residues = [
    ...Object.values(model.polymer).flatMap((chain) => Object.values(chain.residues)),
    ...Object.values(model.non_polymer),
  ];
  const count = residues.filter(({ atoms }) => Object.values(atoms).some(({ alt_loc }) => alt_loc !== null)).length;
  return count > 0 ? <p role="note">{proteinWords.alternates(count)}</p> : null;
}
