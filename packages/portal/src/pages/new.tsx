import { catalogue } from '@cuvette/core/workflows';
import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { words } from '../words.ts';

/** `/new`: which workflow to run. */
export function NewPage() {
  const { folder } = useSearch({ from: '/app/new' });
  return (
    <Page title={words.newWorkflow}>
      <ul className="types">
        {catalogue.map((entry) => (
          <li key={entry.type}>
            <Link to="/new/$type" params={{ type: entry.path.slice(1) }} search={folder ? { folder } : {}}>
              <strong>{entry.title}</strong>
              <span>{entry.summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
