import type { Protein } from '@cuvette/core/entities';
import { Menu } from '@cuvette/widgets/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react';
import { words } from '../../words.ts';
import { Icon } from '../icon.tsx';
import { ShareDialog } from '../share/share-dialog.tsx';
import { Time } from '../time.tsx';
import { DeleteProteinDialog, proteinName, RenameProteinDialog } from './protein-dialogs.tsx';
import { sharedProtein } from './shared-protein.ts';
import { StateBadge } from './state-badge.tsx';
import { proteinWords } from './words.ts';

type Question = { kind: 'rename' | 'share' | 'delete'; uuid: string };

/**
 * Proteins as a table: arrow keys, Home and End move between rows, Enter opens. Viewers of a project find no actions that change it, and who reads
 * a shared folder finds none.
 */
export function ProteinTable({
  proteins,
  shared = false,
  projectOf,
  isReadOnly,
}: {
  proteins: readonly Protein[];
  shared?: boolean;
  /** Name of a project; null where there is only one. */
  projectOf: ((uuid: string | null) => string) | null;
  isReadOnly: (project: string | null) => boolean;
}) {
  const [question, setQuestion] = useState<Question | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  const close = () => setQuestion(null);
  // Looked up anew: a write brings another state of what is being shared.
  const asked = proteins.find(({ uuid }) => uuid === question?.uuid);
  const page = shared ? '/public/protein/$uuid' : '/protein/$uuid';
  const open = (uuid: string) => void navigate({ to: page, params: { uuid }, search: {} });
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a.entry') ?? [])];
    const current = links.indexOf(document.activeElement as HTMLAnchorElement);
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: links.length - 1 }[event.key];
    if (target === undefined || current < 0) return;
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, target))]?.focus();
  };
  const actionsOf = (protein: Protein) => {
    const { uuid } = protein;
    const ask = (kind: Question['kind']) => () => setQuestion({ kind, uuid });
    const dock = {
      id: 'dock',
      label: proteinWords.dock,
      run: () => void navigate({ to: '/new/$type', params: { type: 'docking' }, search: { protein: uuid } }),
    };
    if (isReadOnly(protein.project_uuid)) return [[dock]];
    return [
      [
        dock,
        { id: 'rename', label: words.rename, run: ask('rename') },
        { id: 'share', label: words.share, run: ask('share') },
      ],
      [{ id: 'delete', label: words.delete, run: ask('delete') }],
    ];
  };
  return (
    <>
      <div className="list-box">
        <table className="list entries">
          <caption className="cv-hidden">{words.proteins}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{proteinWords.state}</th>
              {projectOf ? (
                <th scope="col" className="wide-only">
                  {words.project}
                </th>
              ) : null}
              <th scope="col" className="wide-only">
                {proteinWords.created}
              </th>
              {shared ? null : (
                <th scope="col" className="narrow">
                  <span className="cv-hidden">{words.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown}>
            {proteins.map((protein) => (
              <ProteinRow
                key={protein.uuid}
                {...{ protein, page, open }}
                project={projectOf?.(protein.project_uuid)}
                menu={shared ? null : actionsOf(protein)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {asked && question?.kind === 'rename' ? <RenameProteinDialog protein={asked} onClose={close} /> : null}
      {asked && question?.kind === 'share' ? <ShareDialog entry={sharedProtein(asked)} onClose={close} /> : null}
      {asked && question?.kind === 'delete' ? <DeleteProteinDialog protein={asked} onClose={close} /> : null}
    </>
  );
}

interface ProteinRowProps {
  protein: Protein;
  /** Route of its own page. */
  page: '/public/protein/$uuid' | '/protein/$uuid';
  open: (uuid: string) => void;
  /** Name of its project; undefined where there is only one. */
  project: string | undefined;
  /** What can be done with it; null where nothing can. */
  menu: ComponentProps<typeof Menu>['groups'] | null;
}

function ProteinRow({ protein, page, open, project, menu }: ProteinRowProps) {
  return (
    <tr
      onClick={(event) => {
        // The whole row opens, but never instead of a control in it or a selected text.
        if ((event.target as Element).closest('a, button, [role="menu"]') || getSelection()?.toString()) return;
        open(protein.uuid);
      }}
    >
      <td className="name">
        <div className="name-line">
          <Link className="entry" to={page} params={{ uuid: protein.uuid }} search={{}} title={proteinName(protein)}>
            <Icon name="protein" />
            <span>{proteinName(protein)}</span>
          </Link>
          {protein.public ? <span className="cv-badge">{words.shared}</span> : null}
          {protein.computed ? <span className="cv-badge">{proteinWords.madeByJob}</span> : null}
          {protein.used_in_workflow ? <span className="cv-badge">{proteinWords.usedInItems}</span> : null}
        </div>
      </td>
      <td>
        <StateBadge protein={protein} />
      </td>
      {project === undefined ? null : <td className="wide-only project-name">{project}</td>}
      <td className="wide-only when">
        <Time iso={protein.created_at ?? ''} />
      </td>
      {menu ? (
        <td className="narrow protein-menu">
          <Menu label={words.actionsFor(proteinName(protein))} icon="menu" groups={menu} />
        </td>
      ) : null}
    </tr>
  );
}
