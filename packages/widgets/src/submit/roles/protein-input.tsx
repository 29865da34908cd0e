import {
  isPrepared,
  type PreparationOptions,
  PreparationOptions as PreparationSchema,
  type Protein,
} from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Switch } from '../../ui/switch.tsx';
import { useFormScene } from '../editors/form-scene.ts';
import { errorText } from './error-text.ts';
import { FileDrop } from './file-drop.tsx';
import { LigandInProtein, type LigandInProteinProps } from './ligand-in-protein.tsx';
import { ProblemTexts } from './problem-texts.tsx';
import type { RoleProps } from './role-props.ts';
import { roleWords as words } from './words.ts';

const largestFile = 50 * 1024 * 1024;
type WantedLigand = Omit<LigandInProteinProps, 'protein'>;

const ways = ['project', 'pdb', 'file'] as const;
const wayTitles = {
  project: words.proteinOfProject,
  pdb: words.proteinOfPdb,
  file: words.proteinOfFile,
} as const;

/** A protein: one of the person's projects, one of the Protein Data Bank, or one in a file; prepared in place where that is wished. */
export function ProteinInput({
  rule,
  value,
  problems,
  onChange,
  ligand = null,
}: RoleProps & {
  /** The ligand that the protein must have, by its residue name; null where none is looked for. */
  ligand?: WantedLigand | null;
}) {
  const id = useId();
  const [way, setWay] = useState<(typeof ways)[number]>('project');
  const given = typeof value === 'string' && value !== '' ? value : null;
  if (value !== null && typeof value === 'object')
    return (
      <div className="cv-role">
        <p>{words.inData}</p>
        <button type="button" className="cv-button" data-dense="" onClick={() => onChange(null)}>
          {words.another}
        </button>
        <ProblemTexts problems={problems} />
      </div>
    );
  return (
    <div className="cv-role">
      {given ? (
        <GivenProtein uuid={given} ligand={ligand} onClear={() => onChange(null)} />
      ) : (
        <>
          <fieldset className="cv-choice-row">
            <legend className="cv-hidden">{words.proteinWays}</legend>
            {ways.map((each) => (
              <label key={each} className="cv-segment">
                <input type="radio" name={`${id}w`} checked={way === each} onChange={() => setWay(each)} />
                {wayTitles[each]}
              </label>
            ))}
          </fieldset>
          {way === 'project' ? <ProjectProteins title={rule.title} onTake={onChange} /> : null}
          {way === 'pdb' ? <PdbEntry onTake={onChange} /> : null}
          {way === 'file' ? <ProteinFile onTake={onChange} /> : null}
        </>
      )}
      <ProblemTexts problems={problems} />
    </div>
  );
}

/** The protein that was chosen, how far it is prepared, and a way to prepare it here. */
function GivenProtein({ uuid, ligand, onClear }: { uuid: string; ligand: WantedLigand | null; onClear: () => void }) {
  const { client } = useFormScene();
  const { data: protein, error } = useQuery(client.proteinState(uuid), client.queryClient);
  return (
    <>
      <p className="cv-row">
        <strong>{words.chosen(protein?.name ?? uuid)}</strong>
        <button type="button" className="cv-button" data-dense="" onClick={onClear}>
          {words.another}
        </button>
      </p>
      {error ? (
        <p className="cv-problem" role="alert">
          {errorText(error)}
        </p>
      ) : null}
      {ligand ? <LigandInProtein protein={uuid} {...ligand} /> : null}
      {protein ? <PreparationState protein={protein} keepsLigands={ligand !== null} /> : null}
    </>
  );
}

function PreparationState({ protein, keepsLigands }: { protein: Protein; keepsLigands: boolean }) {
  const { client } = useFormScene();
  const { busy, problem, run } = useWork();
  const { preparation, uuid } = protein;
  const prepared = isPrepared(protein);
  const going = preparation?.state === 'waiting' || preparation?.state === 'running';
  const prepare = () => run(() => client.prepareProtein(uuid, options(keepsLigands)));
  return (
    <>
      <p className="cv-quiet" role="status">
        {going
          ? words.preparing(preparation.stage ?? '', preparation.percent)
          : prepared
            ? words.prepared
            : preparation?.state === 'failed'
              ? words.failedPreparation(preparation.message ?? '')
              : words.unprepared}
      </p>
      {going ? (
        <button
          type="button"
          className="cv-button"
          data-dense=""
          disabled={busy}
          onClick={() => run(() => client.stopPreparation(uuid))}
        >
          {words.stopPreparation}
        </button>
      ) : prepared ? null : (
        <>
          <button type="button" className="cv-button" data-dense="" disabled={busy} onClick={prepare}>
            {words.prepare}
          </button>
          <p className="cv-quiet">{keepsLigands ? words.prepareWithLigandHint : words.prepareHint}</p>
        </>
      )}
      {problem ? (
        <p className="cv-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** The defaults; what was bound stays where the workflow needs it. */
const options = (keepsLigands: boolean): PreparationOptions =>
  PreparationSchema.parse(keepsLigands ? { remove_heterogens: false } : {});

/** Proteins of the person's projects, newest first, found by name; what jobs made is listed where it is asked for. */
function ProjectProteins({ title, onTake }: { title: string; onTake: (uuid: string) => void }) {
  const { client } = useFormScene();
  const [name, setName] = useState('');
  const [withComputed, setWithComputed] = useState(false);
  const wanted = { name: name.trim(), computed: withComputed ? undefined : false };
  const { data, error } = useQuery(client.proteins(wanted), client.queryClient);
  const proteins = data?.proteins ?? [];
  return (
    <>
      <div className="cv-pair">
        <label className="cv-field">
          {words.findProtein}
          <input
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            onKeyDown={noSubmit}
          />
        </label>
        <label className="cv-field">
          {title}
          <select value="" disabled={proteins.length === 0} onChange={(event) => onTake(event.target.value)}>
            <option value="" disabled>
              {words.chooseOne}
            </option>
            {proteins.map((protein) => (
              <option key={protein.uuid} value={protein.uuid}>
                {protein.name ?? protein.uuid}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Switch label={words.proteinsOfJobs} checked={withComputed} onChange={setWithComputed} />
      <p className="cv-quiet" role="status">
        {data && proteins.length === 0 ? (name.trim() === '' ? words.noProteins : words.noneFound) : ''}
        {data && data.num_pages > 1 ? words.moreProteins : ''}
      </p>
      {error ? (
        <p className="cv-problem" role="alert">
          {errorText(error)}
        </p>
      ) : null}
    </>
  );
}

/** A structure of the Protein Data Bank, looked up by the server and kept as a protein. */
function PdbEntry({ onTake }: { onTake: (uuid: string) => void }) {
  const { client } = useFormScene();
  const id = useId();
  const [code, setCode] = useState('');
  const { busy, problem, run } = useWork();
  const wanted = code.trim().toUpperCase();
  const wrong = wanted !== '' && !/^\d[A-Z\d]{3}$/.test(wanted);
  const get = () =>
    run(async () => {
      const protein_data = await client.proteinOfPdbId(wanted);
      const { uuid } = await client.createProtein({ name: wanted, protein_data });
      onTake(uuid);
    });
  return (
    <>
      <div className="cv-row">
        <label className="cv-field">
          {words.pdbId}
          <input
            value={code}
            size={6}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={wrong && wanted.length >= 4}
            aria-describedby={`${id}h`}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (wanted !== '' && !wrong && !busy) get();
            }}
          />
        </label>
        <button type="button" className="cv-button" disabled={wanted === '' || wrong || busy} onClick={get}>
          {busy ? words.getting : words.get}
        </button>
      </div>
      <p id={`${id}h`} className="cv-quiet">
        {wrong && wanted.length >= 4 ? words.pdbWrong : words.pdbHint}
      </p>
      {problem ? (
        <p className="cv-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** A structure file, read by the server and kept as a protein. */
function ProteinFile({ onTake }: { onTake: (uuid: string) => void }) {
  const { client } = useFormScene();
  const { busy, problem, run } = useWork();
  const take = (file: File) =>
    run(async () => {
      if (file.size > largestFile) throw new Error(words.fileTooLarge(file.name));
      const protein_data = await client.readProteinFile(file.name, await file.text());
      const name = file.name.replace(/\.[a-z]+$/i, '') || file.name;
      const { uuid } = await client.createProtein({ name, protein_data });
      onTake(uuid);
    });
  return (
    <>
      <FileDrop
        label={words.proteinFile}
        accept=".pdb,.ent,.cif,.mmcif"
        drop={words.proteinDrop}
        choose={words.chooseFile}
        hint={words.proteinFileHint}
        disabled={busy}
        onFile={take}
      />
      <p className="cv-quiet" role="status">
        {busy ? words.readingFile : ''}
      </p>
      {problem ? (
        <p className="cv-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** Work that a button starts: whether it goes on, and what went wrong. */
export function useWork() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    work().then(
      () => setBusy(false),
      (error: unknown) => {
        setBusy(false);
        setProblem(errorText(error));
      },
    );
  };
  return { busy, problem, run };
}

/** Enter in a field of an input does not send the whole form. */
export function noSubmit(event: { key: string; preventDefault: () => void }): void {
  if (event.key === 'Enter') event.preventDefault();
}
