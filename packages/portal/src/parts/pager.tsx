import { words } from '../words.ts';

/** Steps through the pages of a list; pages count from 1. Nothing where there is only one. */
export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav className="pager" aria-label={words.pages}>
      <button type="button" className="cv-button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {words.previousPage}
      </button>
      <span>{words.pageOf(page, Math.max(pages, page))}</span>
      <button type="button" className="cv-button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {words.nextPage}
      </button>
    </nav>
  );
}
