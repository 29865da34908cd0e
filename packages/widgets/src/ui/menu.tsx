import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icons.tsx';

/** One line of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  icon?: IconName | undefined;
  /** On or off, where the line switches something. */
  checked?: boolean | undefined;
  /** Why it cannot be used now; shown in the line. */
  reason?: string | undefined;
  disabled?: boolean | undefined;
  run: () => void;
}

export interface MenuProps {
  label: string;
  /** Left out where `look` is `words`: a small arrow is behind the text. */
  icon?: IconName;
  /** Sign and text, the sign alone (the text stays for assistive technology and as the tooltip), or the text alone as an ordinary button. */
  look?: 'both' | 'sign' | 'words';
  /** Lines in groups, with a rule between two groups. Empty groups are left out. */
  groups: readonly (readonly MenuItem[])[];
  disabled?: boolean;
}

/**
 * A button that opens a menu, as the ARIA practices describe it: arrows, Home, End and first letters move, Enter or Space
 * runs, Escape and Tab close. The list is placed by the style sheet, upwards from the bar that the button is in.
 */
export function Menu({ label, icon, look = 'both', groups, disabled = false }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const filled = groups.filter((group) => group.length > 0);

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    const outside = (event: Event) => {
      if (root.current && !event.composedPath().includes(root.current)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
  }, [open]);

  const keys = (event: KeyboardEvent) => {
    const all = items();
    const active = (event.currentTarget.getRootNode() as Document | ShadowRoot).activeElement;
    const at = all.indexOf(active as HTMLElement);
    const go = (index: number) => all[(index + all.length) % all.length]?.focus();
    const actions: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(all.length - 1),
      Escape: () => close(true),
    };
    if (event.key === 'Tab') return close(false);
    const typed = event.key.length === 1 && event.key !== ' ' ? event.key.toLocaleLowerCase() : null;
    const action =
      actions[event.key] ??
      (typed
        ? () => {
            const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
            rest.find((each) => each.textContent?.trim().toLocaleLowerCase().startsWith(typed))?.focus();
          }
        : undefined);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  return (
    <div className="cv-menu" ref={root}>
      <button
        ref={button}
        type="button"
        className="cv-button"
        data-kind={look === 'words' ? 'normal' : 'quiet'}
        data-dense={look === 'words' ? undefined : ''}
        data-icon-only={look === 'sign' ? '' : undefined}
        title={look === 'sign' ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open && !disabled}
        aria-controls={open && !disabled ? id : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {icon ? <Icon name={icon} /> : null}
        <span className={look === 'sign' ? 'cv-button-text cv-hidden' : 'cv-button-text'}>{label}</span>
        {look === 'words' ? <Icon name="down" /> : null}
      </button>
      {open && !disabled && (
        <div className="cv-menu-list" id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={keys}>
          {filled.map((group, place) => (
            // A group has no name: its place is what it is.
            <div role="none" className="cv-menu-group" key={group[0]?.id ?? place}>
              {group.map((item) => (
                <button
                  key={item.id}
                  type="button"
                  tabIndex={-1}
                  className="cv-menu-item"
                  role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                  aria-checked={item.checked}
                  aria-disabled={item.disabled || undefined}
                  onClick={() => {
                    if (item.disabled) return;
                    close(true);
                    item.run();
                  }}
                >
                  <span className="cv-menu-sign">
                    {item.checked ? <Icon name="check" /> : item.icon ? <Icon name={item.icon} /> : null}
                  </span>
                  <span className="cv-menu-text">
                    {item.label}
                    {item.disabled && item.reason && <small>{item.reason}</small>}
                  </span>
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
