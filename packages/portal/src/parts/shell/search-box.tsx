import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { listWords } from '../../list-words.ts';
import { type FindSearch, findSearch } from '../../search.ts';

/** The box that searches all items; `/` leads to it from everywhere, Enter to the list of what it finds. */
export function SearchBox() {
  const id = useId();
  const navigate = useNavigate();
  const found = findSearch(useSearch({ strict: false }));
  const inSearch = useLocation().pathname === '/search';
  const query = inSearch ? (found.query ?? '') : '';
  const [text, setText] = useState(query);
  // The list of a search that was chosen elsewhere says what it searches for.
  useEffect(() => setText(query), [query]);
  return (
    <search className="search-box">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // On the list of a search its other filters stay.
          const { page: _page, ...filters }: FindSearch = inSearch ? found : {};
          void navigate({ to: '/search', search: { ...filters, query: text.trim() } });
        }}
      >
        <label htmlFor={id} className="cv-hidden">
          {listWords.searchLabel}
        </label>
        <input
          id={id}
          type="search"
          data-search-box=""
          value={text}
          placeholder={listWords.search}
          title={listWords.searchKey}
          aria-keyshortcuts="/"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}

/** Where a key is a letter that somebody writes. */
export function writes(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|range)$/.test(target.type);
}

/** Lets `/` move to the search box, unless somebody writes or a dialog is open. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (writes(event.composedPath()[0]) || document.querySelector('dialog[open]')) return;
      const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-search-box]')];
      const shown = boxes.find((box) => box.checkVisibility());
      if (!shown) return;
      event.preventDefault();
      shown.focus();
      shown.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
