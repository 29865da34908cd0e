import { isFinished, status, type WorkflowItem } from '@cuvette/core/entities';
import { emptyFirst, type FirstDraft, FirstField, saveFirst, useFirstMolecule } from '@cuvette/widgets/submit';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { isOpen } from '../parts/home/ended.ts';
import { NotifyChoice } from '../parts/home/notify-choice.tsx';
import { ResultCards } from '../parts/home/result-cards.tsx';
import { RunningCards } from '../parts/home/running-cards.tsx';
import { homeWords } from '../parts/home/words.ts';
import { makeProtein, type ProteinSource } from '../parts/new/make-protein.ts';
import { ProteinWay } from '../parts/new/protein-way.tsx';
import { problemText } from '../parts/problem.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';
import '../styles/new.css';

const mostRunning = 6;
const mostResults = 9;

/** Home of somebody who has items: the field that begins a new one, what runs, and what came out last. */
export function HomePage({ items, folder }: { items: readonly WorkflowItem[]; folder: string | null }) {
  const running = items.filter(isOpen);
  const results = items
    .filter(({ object_status }) => isFinished(object_status) && object_status !== status.stopped)
    .slice(0, mostResults);
  return (
    <Page title={homeWords.title} quietHeading wide>
      <Begin />
      <section aria-labelledby="home-running" className="type-group">
        <div className="home-head">
          <h2 id="home-running">{homeWords.running}</h2>
          <NotifyChoice />
        </div>
        {running.length > 0 ? (
          <RunningCards items={running.slice(0, mostRunning)} />
        ) : (
          <p className="cv-quiet">{homeWords.nothingRuns}</p>
        )}
      </section>
      {results.length > 0 ? (
        <section aria-labelledby="home-latest" className="type-group">
          <div className="home-head">
            <h2 id="home-latest">{homeWords.latest}</h2>
            {folder ? (
              <Link to="/folder/$uuid" params={{ uuid: folder }} search={{}}>
                {homeWords.all}
              </Link>
            ) : null}
          </div>
          <ResultCards items={results} />
        </section>
      ) : null}
    </Page>
  );
}

/** The field that a new workflow begins with: what is given goes on to the choice of its type. */
function Begin() {
  const navigate = useNavigate();
  const [first, setFirst] = useState<FirstDraft>(emptyFirst);
  const [problem, setProblem] = useState<string | null>(null);
  const lookups = useQuery(ownerClient.platform(), ownerClient.queryClient).data?.lookups ?? true;
  const found = useFirstMolecule(ownerClient, first, lookups);
  const go = (given: FirstDraft) => {
    saveFirst(given);
    void navigate({ to: '/new', search: {} });
  };
  const change = (next: Partial<FirstDraft>) => {
    const given = { ...first, ...next };
    setProblem(null);
    // What was drawn, dropped or taken from a list is there as a whole; a text is still being written.
    if (given.taken || given.protein || (given.isList && given.text !== '' && given.text !== first.text)) go(given);
    else setFirst(given);
  };
  const make = async (source: ProteinSource) => change({ protein: await makeProtein(source), text: '' });
  return (
    <>
      <FirstField
        plain
        client={ownerClient}
        folder={null}
        first={first}
        found={found}
        lookups={lookups}
        onChange={change}
        onPaste={(text) => {
          // Into an empty field: what is pasted is all of it.
          if (first.text.trim() === '' && text.trim() !== '') go({ ...first, text: text.trim() });
        }}
        onEnter={() => go(first)}
        onProtein={(source) => make(source).catch((error: unknown) => setProblem(problemText(error)))}
        more={<ProteinWay lookups={lookups} onChoose={(protein) => change({ protein })} onMake={make} />}
      />
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      {first.text.trim() === '' ? null : (
        <p className="home-go">
          <button type="button" className="cv-button" data-kind="primary" onClick={() => go(first)}>
            {words.newWorkflow}
          </button>
        </p>
      )}
    </>
  );
}
