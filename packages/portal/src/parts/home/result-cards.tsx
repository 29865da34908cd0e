import type { WorkflowItem } from '@cuvette/core/entities';
import { questionOfType } from '@cuvette/core/workflows';
import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { ownerClient } from '../../clients.ts';
import { Icon } from '../icon.tsx';
import { Thumbnail, ThumbnailDrawnHere } from '../list/thumbnail.tsx';
import { useDrawings } from '../list/use-drawings.ts';
import { PathLink } from '../path-link.tsx';
import { type FolderEntry, itemPath, typeTitle } from '../paths.ts';
import { Time } from '../time.tsx';

/** Results as cards: drawing, type, name, what came out, and when. */
export function ResultCards({ items }: { items: readonly WorkflowItem[] }) {
  const rows = items.map((data) => ({ type: 'workflow', data }) as FolderEntry);
  const { drawings, drawnHere } = useDrawings(ownerClient, rows, true);
  return (
    <ul className="home-cards">
      {items.map((item) => (
        <li key={item.uuid}>
          <PathLink href={itemPath(item, false)} className="result-card">
            <span className="result-picture">
              {item.smiles === null ? (
                <Icon name={questionOfType(item.object_type)?.group === 'protein' ? 'protein' : 'item'} />
              ) : drawnHere ? (
                <ThumbnailDrawnHere smiles={item.smiles} />
              ) : (
                <Thumbnail drawing={drawings[item.uuid]} />
              )}
            </span>
            <span className="result-text">
              <small>{[typeTitle(item.object_type), ...(item.headline?.level ?? [])].join(' · ')}</small>
              <strong title={item.name}>{item.name}</strong>
              <span className="result-headline" data-headline="">
                {(item.headline && listedHeadlineText(item.headline)) ?? '\u00a0'}
              </span>
              <small>
                <Time iso={item.completed_at ?? item.updated_at ?? item.created_at} />
              </small>
            </span>
          </PathLink>
        </li>
      ))}
    </ul>
  );
}
