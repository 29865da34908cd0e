import type { Pdb } from '@cuvette/core/chemistry';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { FileChoice } from '../file-choice.tsx';
import { problemText } from '../problem.tsx';
import { projectName, roleIn } from '../project/projects.ts';
import { nameOfFile, textOfFile } from './protein-file.ts';
import { proteinWords } from './words.ts';

interface AddProteinProps {
  /** A file that was dropped; it is read at once. */
  file?: File | undefined;
  onClose: () => void;
}

/** Adds a protein by its PDB ID or from a file, and opens its page. */
export function AddProteinDialog({ file, onClose }: AddProteinProps) {
  const navigate = useNavigate();
  const [identifier, setIdentifier] = useState('');
  const [name, setName] = useState('');
  const [chosenProject, setProject] = useState<string | null>(null);
  const [stage, setStage] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const projects = useEditableProjects();
  const project = chosenProject ?? projects.first;
  const hint = useId();

  const run = async (fallback: string, read: () => Promise<Pdb>) => {
    setProblem(null);
    try {
      const protein_data = await read();
      setStage(proteinWords.storing);
      const title = name.trim() || fallback;
      const made = await ownerClient.createProtein({ name: title, protein_data, project_uuid: project });
      onClose();
      await navigate({ to: '/protein/$uuid', params: { uuid: made.uuid }, search: {} });
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setStage(null);
    }
  };
  const fetchEntry = () => {
    const id = identifier.trim();
    setStage(proteinWords.fetching);
    return run(id.toUpperCase(), () => ownerClient.proteinOfPdbId(id));
  };
  const readFile = (chosen: File) => {
    setStage(proteinWords.reading(chosen.name));
    return run(nameOfFile(chosen), async () => ownerClient.readProteinFile(chosen.name, await textOfFile(chosen)));
  };
  const begin = useEffectEvent((dropped: File) => void readFile(dropped));
  const started = useRef<File | null>(null);
  useEffect(() => {
    if (!file || started.current === file) return;
    started.current = file;
    begin(file);
  }, [file]);

  return (
    <Dialog
      title={proteinWords.addTitle}
      onClose={onClose}
      onSubmit={() => void fetchEntry()}
      submitLabel={proteinWords.fetch}
      submitDisabled={stage !== null || identifier.trim() === ''}
      problem={problem}
    >
      <div className="field">
        <label htmlFor={`${hint}id`}>{proteinWords.pdbId}</label>
        <input
          id={`${hint}id`}
          value={identifier}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={hint}
          onChange={(event) => setIdentifier(event.target.value)}
        />
        <span id={hint} className="cv-quiet">
          {proteinWords.pdbIdHint}
        </span>
      </div>
      <div className="protein-or">
        <span className="cv-quiet">{proteinWords.or}</span>
        <FileChoice
          label={proteinWords.chooseFile}
          name={proteinWords.file}
          accept=".pdb,.ent,.cif,.mmcif,.gz"
          disabled={stage !== null}
          onFile={(chosen) => void readFile(chosen)}
        />
        <span className="cv-quiet">{proteinWords.fileHint}</span>
      </div>
      <div className="field">
        <label htmlFor={`${hint}name`}>{words.name}</label>
        <input
          id={`${hint}name`}
          value={name}
          maxLength={200}
          aria-describedby={`${hint}name-hint`}
          onChange={(event) => setName(event.target.value)}
        />
        <span id={`${hint}name-hint`} className="cv-quiet">
          {proteinWords.nameHint}
        </span>
      </div>
      {projects.list.length > 1 ? (
        <label className="field">
          {proteinWords.inProject}
          <select value={project ?? ''} onChange={(event) => setProject(event.target.value)}>
            {projects.list.map((each) => (
              <option key={each.uuid} value={each.uuid}>
                {projectName(each)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <p role="status" className="cv-quiet protein-stage">
        {stage}
      </p>
    </Dialog>
  );
}

/** The projects that the person may put something into, and which of them comes first. */
function useEditableProjects() {
  const me = useQuery(ownerClient.me(), ownerClient.queryClient).data;
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient).data ?? [];
  const list = projects.filter((each) => roleIn(each, me?.uuid ?? null) !== 'viewer');
  return { list, first: me?.default_project_uuid ?? list[0]?.uuid ?? null };
}
