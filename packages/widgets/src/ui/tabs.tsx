import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

export interface TabEntry {
  id: string;
  title: string;
  /** What is beside the title: a rating of what the tab shows. */
  mark?: ReactNode;
  content: () => ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: readonly TabEntry[];
  /** The open tab; an unknown one opens the first. */
  active: string | null | undefined;
  onChange: (id: string) => void;
}

/** Tabs after the ARIA pattern: one stop in the tab order, arrow keys, Home and End move and open. Only the open panel is drawn. */
export function Tabs({ label, tabs, active, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const open = tabs.find((tab) => tab.id === active) ?? tabs[0];
  const at = open ? tabs.indexOf(open) : -1;
  // The open tab is in sight where the list is too narrow for all; only the list scrolls, never the page.
  useEffect(() => {
    const tab = list.current?.children[at] as HTMLElement | undefined;
    const box = list.current?.getBoundingClientRect();
    const place = tab?.getBoundingClientRect();
    if (!list.current || !box || !place) return;
    if (place.right > box.right) list.current.scrollLeft += place.right - box.right + 24;
    else if (place.left < box.left) list.current.scrollLeft -= box.left - place.left + 24;
  }, [at]);
  if (!open) return null;

  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    (list.current?.children[tabs.indexOf(next)] as HTMLElement | undefined)?.focus();
  };

  return (
    <div className="cv-tabs">
      <div className="cv-tab-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="cv-tab"
            id={`${id}-tab-${tab.id}`}
            aria-selected={tab === open}
            aria-controls={tab === open ? `${id}-panel` : undefined}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={move}
          >
            {tab.mark ? (
              <>
                <span className="cv-tab-title">{tab.title}</span> {tab.mark}
              </>
            ) : (
              tab.title
            )}
          </button>
        ))}
      </div>
      <div
        className="cv-tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${open.id}`}
        tabIndex={0}
      >
        {open.content()}
      </div>
    </div>
  );
}
