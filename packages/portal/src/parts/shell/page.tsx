import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../../words.ts';
import { setPageTitle } from './window-title.ts';

interface PageProps {
  title: string;
  /** Shown instead of the plain title, inside the page's `h1`. */
  heading?: ReactNode | undefined;
  actions?: ReactNode | undefined;
  above?: ReactNode | undefined;
  wide?: boolean | undefined;
  /** The heading is there for assistive technology only: what the page holds shows the same title itself. */
  quietHeading?: boolean | undefined;
  /** The page is as high as the window; what it holds scrolls by itself. */
  fills?: boolean | undefined;
  /** What the page holds goes to the edges of the window. */
  bare?: boolean | undefined;
  children: ReactNode;
}

/** One page: sets the window's title and, when it is entered, moves the focus to its heading. */
export function Page({ title, heading, actions, above, wide, quietHeading, fills, bare, children }: PageProps) {
  const headingElement = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setPageTitle(words.windowTitle(title));
  }, [title]);
  useEffect(() => {
    // The first page keeps the browser's own focus; after that every new page announces itself. A page that was still loading gives way to the same page
    // with its content: then the focus moves only where it was on the heading that is gone, not away from what a person has chosen meanwhile.
    const { pathname } = window.location;
    const isNew = entered.path !== null && entered.path !== pathname;
    const isLost = entered.announced && document.activeElement === document.body;
    if (isNew || isLost) headingElement.current?.focus({ preventScroll: true });
    entered.announced ||= isNew;
    entered.path = pathname;
  }, []);
  return (
    <div className={['page', wide && 'wide', fills && 'fills', bare && 'bare'].filter(Boolean).join(' ')}>
      {quietHeading ? null : above}
      <div className={quietHeading && !actions && !above ? undefined : 'page-head'}>
        {quietHeading ? above : null}
        <h1 ref={headingElement} tabIndex={-1} className={quietHeading ? 'cv-hidden' : undefined}>
          {heading ?? title}
        </h1>
        {actions ? <div className="page-actions">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** The path of the page that was entered last, and whether any heading was focused so far. */
const entered: { path: string | null; announced: boolean } = { path: null, announced: false };
