import { Link } from '@tanstack/react-router';
import { isFramed } from '../framed.ts';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';

/** For addresses that nothing stands behind, or nothing that this person may see. */
export function NotFoundPage() {
  return (
    <main className="single">
      <NotFoundNotice />
    </main>
  );
}

/** The same words inside a page that already has a main region. */
export function NotFoundNotice() {
  return (
    <Page title={words.notFoundTitle}>
      <p className="lead">{words.notFound}</p>
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
