import { structureFileText } from '@cuvette/core/chemistry';
import type { Molecule, StructureCreate } from '@cuvette/core/entities';
import { nameProblem } from '@cuvette/core/entities';
import { StructureSources, type TakenStructure } from '@cuvette/widgets/submit';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { Dialog } from '../dialog.tsx';
import { NameField } from '../name-field.tsx';
import { problemText } from '../problem.tsx';
import { say } from '../shell/messages.tsx';
import { FileField, TextField } from '../text-or-file.tsx';
import { useAction } from '../use-action.ts';
import { structureWords as words } from './words.ts';

/** Structures of one file at most: each is a call of its own. */
const mostOfFile = 100;

interface FileTaken {
  name: string;
  structures: { name: string | null; molecule: Molecule; smiles: string | null }[];
  leftOut: number;
}

/** Adds structures to a project: from a SMILES that is typed, drawn or found by name, or from a file. */
export function AddStructureDialog({
  project,
  folder,
  onClose,
}: {
  project: string;
  folder: string | null;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [smiles, setSmiles] = useState('');
  const [molecule, setMolecule] = useState<Molecule | null>(null);
  const [file, setFile] = useState<FileTaken | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const { busy, problem, run } = useAction(onClose);
  const take = (structure: TakenStructure) => {
    setSmiles(structure.smiles ?? '');
    setMolecule(structure.molecule);
    if (structure.name && name.trim() === '') setName(structure.name);
  };
  const read = async (chosen: File) => {
    setFileProblem(null);
    setFile(null);
    try {
      const { molecules, failed } = await ownerClient.readFile(chosen.name, await structureFileText(chosen));
      if (molecules.length > mostOfFile) return setFileProblem(words.tooMany(mostOfFile));
      setFile({ name: chosen.name, structures: molecules, leftOut: failed.length });
    } catch (error) {
      setFileProblem(problemText(error));
    }
  };
  const add = () =>
    createAll(project, file ? structuresOf(file) : [{ name: name.trim(), smiles: smiles.trim() || null, molecule }]);
  const isReady = file
    ? file.structures.length > 0
    : nameProblem(name) === null && (smiles.trim() !== '' || molecule !== null);
  return (
    <Dialog
      title={words.addTitle}
      onClose={onClose}
      onSubmit={() => void run(add)}
      submitLabel={words.save}
      submitDisabled={busy || !isReady}
      problem={problem}
    >
      {file ? (
        <p>{words.nameEach}</p>
      ) : (
        <>
          <NameField value={name} onChange={setName} />
          <TextField
            label={words.smiles}
            rows={2}
            value={smiles}
            onChange={(text) => {
              setSmiles(text);
              setMolecule(null);
            }}
          />
          <StructureSources client={ownerClient} folder={folder} smiles={smiles.trim()} onTake={take} />
        </>
      )}
      <FileField
        label={words.file}
        choose={words.fileChoose}
        accept=".xyz,.extxyz,.sdf,.mol,.cdxml,.cdx,.rxn,.pdb,.cif,.poscar,.vasp,.smi"
        note={file ? words.fileTaken(file.name, file.structures.length) : words.fileKinds}
        onFile={(chosen) => void read(chosen)}
      />
      {file && file.leftOut > 0 ? <p className="cv-quiet">{words.fileLeftOut(file.leftOut)}</p> : null}
      <p className="problem" role="alert">
        {fileProblem}
      </p>
    </Dialog>
  );
}

/** The structures of a file, each with a name. */
function structuresOf({ name, structures }: FileTaken): StructureCreate[] {
  const stem = name.replace(/\.[a-z]+$/i, '');
  // A list of SMILES has no coordinates of its own: those that came with it are a sketch of the server's.
  const isList = /\.smi(les)?$/i.test(name);
  return structures.map(({ name: own, molecule, smiles }, index) => {
    const usual = structures.length > 1 ? `${stem} ${index + 1}` : stem;
    return { name: own ?? usual, smiles, molecule: isList ? null : molecule };
  });
}

/** Adds structures one after the other, and says how many. @throws Error that names how many were added where another failed */
async function createAll(project: string, structures: readonly StructureCreate[]): Promise<void> {
  let made = 0;
  try {
    for (const structure of structures) {
      await ownerClient.createStructure(project, structure);
      made += 1;
    }
  } catch (error) {
    if (made === 0) throw error;
    throw new Error(words.someFailed(made, structures.length, problemText(error)));
  }
  say(words.added(made));
}
