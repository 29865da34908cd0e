import { Link } from '@tanstack/react-router';
import { isFramed } from '../is-framed.ts';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';

/** For addresses that nothing is behind, or nothing that this person may see. */
export function NotFoundPage() {
  return (
    <main className="single">
      <NotFoundNotice />
    </main>
  );
}

/** The same words inside a page that already has a main region; `trashed` is the server's sentence about what lies in the trash. */
export function NotFoundNotice({ trashed = null }: { trashed?: string | null }) {
  return (
    <Page title={words.notFoundTitle}>
      <p className="lead">{trashed ?? words.notFound}</p>
      {trashed ? (
        <p>
          <Link to="/deleted" search={{}} className="cv-button" data-kind="primary">
            {words.deleted}
          </Link>
        </p>
      ) : null}
      {isFramed ? null : (
        <p>
          <Link to="/" className="cv-button">
            {words.toMyItems}
          </Link>
        </p>
      )}
    </Page>
  );
}
