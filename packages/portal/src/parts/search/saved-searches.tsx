import { nameProblem, type SavedSearch, type SavedSearchEntry } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icon.tsx';
import { chooseColumns, useColumnChoice } from '../list/column-choice.ts';
import { NameField } from '../name-field.tsx';
import { projectName, roleIn } from '../project/projects.ts';
import { say } from '../shell/messages.tsx';
import { useAction } from '../use-action.ts';
import { addressOf, sameSearch } from './filters.ts';

/** The searches that the person may use, as links to their lists. */
export function SavedSearches({ shown }: { shown: SavedSearch }) {
  const saved = useQuery(ownerClient.savedSearches(), ownerClient.queryClient);
  const choice = useColumnChoice();
  const [managed, setManaged] = useState<SavedSearchEntry | null>(null);
  if (!saved.data) return null;
  if (saved.data.length === 0) return <p className="cv-quiet lead">{listWords.savedSearchesNone}</p>;
  return (
    <nav aria-label={listWords.savedSearches} className="saved-searches">
      <ul>
        {saved.data.map((entry) => (
          <li key={entry.uuid}>
            <Link
              to="/search"
              search={addressOf(entry.query)}
              className="saved-search"
              aria-current={sameSearch(entry.query, shown) ? 'page' : undefined}
              onClick={() => {
                if (entry.columns.length > 0) chooseColumns({ ...choice, ids: entry.columns });
              }}
            >
              {entry.name}
              {entry.is_mine ? null : (
                <span className="cv-quiet">{listWords.sharedBy(entry.owner_username ?? '')}</span>
              )}
            </Link>
            {entry.is_mine ? (
              <button
                type="button"
                className="cv-button"
                data-kind="quiet"
                data-icon-only=""
                data-dense=""
                aria-label={listWords.manageSearch(entry.name)}
                onClick={() => setManaged(entry)}
              >
                <Icon name="more" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {managed ? <ManageSearchDialog entry={managed} shown={shown} onClose={() => setManaged(null)} /> : null}
    </nav>
  );
}

/** Asks for a name, and whether the people of a project may use it too. */
export function SaveSearchDialog({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const [name, setName] = useState('');
  const [project, setProject] = useState<string | null>(null);
  const { ids } = useColumnChoice();
  const { busy, problem, run } = useAction(onClose);
  const save = async () => {
    await ownerClient.saveSearch({ name: name.trim(), query: search, columns: [...ids], project_uuid: project });
    say(listWords.searchSaved(name.trim()));
  };
  return (
    <Dialog
      title={listWords.saveSearchTitle}
      onClose={onClose}
      onSubmit={() => void run(save)}
      submitLabel={words.save}
      submitDisabled={busy || nameProblem(name) !== null}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
      <ProjectField value={project} onChange={setProject} />
    </Dialog>
  );
}

interface ManageProps {
  entry: SavedSearchEntry;
  /** The filters that are shown now: the saved ones can be replaced by them. */
  shown: SavedSearch;
  onClose: () => void;
}

function ManageSearchDialog({ entry, shown, onClose }: ManageProps) {
  const [name, setName] = useState(entry.name);
  const [project, setProject] = useState(entry.project_uuid);
  const [replace, setReplace] = useState(false);
  const { busy, problem, run } = useAction(onClose);
  const change = () =>
    ownerClient.changeSearch(entry.uuid, {
      name: name.trim(),
      project_uuid: project,
      ...(replace ? { query: shown } : {}),
    });
  return (
    <Dialog
      title={listWords.manageSearch(entry.name)}
      onClose={onClose}
      onSubmit={() => void run(change)}
      submitLabel={words.save}
      submitDisabled={busy || nameProblem(name) !== null}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
      <ProjectField value={project} onChange={setProject} />
      {sameSearch(entry.query, shown) ? null : (
        <label className="check-line">
          <input type="checkbox" checked={replace} onChange={(event) => setReplace(event.target.checked)} />
          {listWords.updateFilters}
        </label>
      )}
      <p>
        <button
          type="button"
          className="cv-button"
          data-kind="danger"
          disabled={busy}
          onClick={() => void run(() => ownerClient.forgetSearch(entry.uuid))}
        >
          {listWords.forgetNamed(entry.name)}
        </button>
      </p>
    </Dialog>
  );
}

/** The project whose people may use a search; its owner alone where none is chosen. */
function ProjectField({ value, onChange }: { value: string | null; onChange: (uuid: string | null) => void }) {
  const me = useQuery(ownerClient.me(), ownerClient.queryClient).data;
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient).data ?? [];
  const mine = projects.filter((project) => project.uuid === value || roleIn(project, me?.uuid ?? null) !== 'viewer');
  return (
    <label className="field">
      {listWords.shareInProject}
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">{listWords.shareNowhere}</option>
        {mine.map((project) => (
          <option key={project.uuid} value={project.uuid}>
            {projectName(project)}
          </option>
        ))}
      </select>
      <span className="cv-quiet">{listWords.shareInProjectHint}</span>
    </label>
  );
}
