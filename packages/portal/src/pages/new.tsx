import { switchedOff } from '@cuvette/core/entities';
import {
  type CatalogueEntry,
  capabilityReason,
  catalogue,
  summaryOfType,
  typesElsewhere,
} from '@cuvette/core/workflows';
import {
  emptyFirst,
  type FirstDraft,
  FirstField,
  loadFirst,
  saveFirst,
  useFirstMolecule,
} from '@cuvette/widgets/submit';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { ownerClient } from '../clients.ts';
import { UploadButton, UploadDialog } from '../parts/folder/upload.tsx';
import { carriedList, carriedSearch } from '../parts/new/carried.ts';
import { makeProtein, type ProteinSource } from '../parts/new/make-protein.ts';
import { ProteinWay } from '../parts/new/protein-way.tsx';
import { TypeCards } from '../parts/new/type-cards.tsx';
import { useTypeCosts } from '../parts/new/use-type-costs.ts';
import { newWords } from '../parts/new/words.ts';
import { problemText } from '../parts/problem.tsx';
import { RecipeCards } from '../parts/recipe/recipe-cards.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';
import '../styles/new.css';

/** `/new`: the molecule, then which question is asked of it, each with what it costs here. What no worker of this server can run is below, with the reason. */
export function NewPage() {
  const search = useSearch({ from: '/app/new' });
  const { folder } = search;
  const [first, setFirst] = useState<FirstDraft>(() =>
    search.smiles === undefined ? loadFirst() : { ...emptyFirst, text: search.smiles },
  );
  const [sought, setSought] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** The output of another program that is read in place of a computation. */
  const [output, setOutput] = useState<File | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => saveFirst(first), [first]);
  // Writing can begin at once. After the page has moved the focus to its heading; not by touch, where the keyboard would cover the page.
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches)
      field.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, []);

  const methods = useQuery(ownerClient.methods(), ownerClient.queryClient);
  const report = methods.data && methods.data.workers > 0 ? methods.data : null;
  const settings = useQuery(ownerClient.platform(), ownerClient.queryClient);
  const platform = settings.data ?? null;
  const recipes = useQuery(ownerClient.recipes(), ownerClient.queryClient);
  // What cannot run, and how many recipes there are, is known once all have answered: until then nothing is drawn that would move.
  const isPending = methods.isPending || settings.isPending || recipes.isPending;
  const lookups = platform?.lookups ?? true;
  const found = useFirstMolecule(ownerClient, first, lookups);
  const costs = useTypeCosts(first, found, report);

  const types = catalogue.map((entry) => ({
    entry,
    off: switchedOff(platform, entry.feature),
    reason: capabilityReason(report, entry.type, entry.title),
  }));
  const here = types.filter(({ off, reason }) => off === null && reason === null).map(({ entry }) => entry);
  const missing = types.filter(({ off, reason }) => off !== null || reason !== null);
  const change = (next: Partial<FirstDraft>) => {
    setProblem(null);
    setFirst((before) => ({ ...before, ...next }));
  };
  const make = async (source: ProteinSource) => {
    const protein = await makeProtein(source);
    // The text named the protein: the field is free for its ligand.
    setFirst((before) => ({
      ...before,
      protein,
      ...('pdb' in source || before.text === source.text ? { text: '' } : {}),
    }));
  };
  const many = found.pasted.kind === 'many' ? found.pasted.lines : null;
  const carried = many === null ? carriedSearch(found) : carriedList(first.text);
  return (
    <Page title={words.newWorkflow} wide actions={<UploadButton label={words.importResults} onFile={setOutput} />}>
      <FirstField
        client={ownerClient}
        folder={folder ?? null}
        first={first}
        found={found}
        lookups={lookups}
        onChange={change}
        onEnter={() => box.current?.querySelector<HTMLElement>('.type-card')?.focus()}
        onProtein={(source) => make(source).catch((error: unknown) => setProblem(problemText(error)))}
        more={<ProteinWay lookups={lookups} onChoose={(protein) => change({ protein })} onMake={make} />}
      />
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="type-ask">
        <h2>{newWords.ask}</h2>
        <FindType
          value={sought}
          onChange={setSought}
          onEnter={() => box.current?.querySelector<HTMLElement>('.type-card')?.click()}
        />
      </div>
      <div ref={box}>
        {isPending ? (
          <p className="cv-quiet type-wait">{words.loading}</p>
        ) : (
          <>
            <RecipeCards
              recipes={recipes.data ?? []}
              sought={sought}
              search={{ ...(folder ? { folder } : {}), ...carried }}
            />
            <TypeCards
              entries={here}
              costs={costs}
              sought={sought}
              many={many}
              search={{
                ...(folder ? { folder } : {}),
                ...(first.protein ? { protein: first.protein.uuid } : {}),
                ...carried,
              }}
            />
          </>
        )}
      </div>
      {isPending ? null : <Unavailable missing={missing} />}
      {output ? <UploadDialog file={output} folder={folder ?? null} onClose={() => setOutput(null)} /> : null}
    </Page>
  );
}

interface FindTypeProps {
  value: string;
  onChange: (text: string) => void;
  onEnter: () => void;
}

/** The box that finds a type by its name or what it tells; Enter opens the first one. */
function FindType({ value, onChange, onEnter }: FindTypeProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="cv-hidden">
        {newWords.find}
      </label>
      <input
        id={id}
        type="search"
        value={value}
        placeholder={newWords.findPlaceholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && value.trim() !== '') onEnter();
        }}
      />
    </>
  );
}

interface UnavailableProps {
  missing: readonly { entry: CatalogueEntry; off: string | null }[];
}

/** Types that cannot run here, each with the reason where an administrator can do something about it. */
function Unavailable({ missing }: UnavailableProps) {
  return (
    <section className="unavailable" aria-labelledby="unavailable">
      <h2 id="unavailable">{words.unavailableTypes}</h2>
      {missing.length > 0 ? (
        <>
          <p className="cv-quiet lead">{words.unavailableReason}</p>
          <ul className="types" data-unavailable>
            {missing.map(({ entry, off }) => (
              <li key={entry.type}>
                <strong>{entry.title}</strong>
                <span>{summaryOfType(entry.type)}</span>
                {off === null ? null : <em>{off}</em>}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <details>
        <summary>{words.typesElsewhere}</summary>
        <ul className="types">
          {typesElsewhere.map(({ type, title, reason }) => (
            <li key={type}>
              <strong>{title}</strong>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
