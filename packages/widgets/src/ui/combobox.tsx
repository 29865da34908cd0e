import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import css from './combobox.css?inline';
import { keepAt } from './combobox-place.ts';
import { type ComboboxOption, matching } from './combobox-search.ts';
import { comboboxWords } from './combobox-words.ts';
import { Icon } from './icons.tsx';

addEnglish({ combobox: comboboxWords });

/** A list of more than this is searched, not scrolled. */
const listed = 150;

export interface ComboboxProps {
  /** Identifier of the text field; a `<label>` with this `htmlFor` names it where `label` is not given. */
  id?: string | undefined;
  /** Names it for assistive technology. */
  label?: string | undefined;
  options: readonly ComboboxOption[];
  /** What is chosen; null for nothing, as where a choice leads somewhere and is not kept. */
  value: string | null;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  disabled?: boolean | undefined;
  /** What is being typed, for lists that are longer than `options`; empty when the list closes. */
  onQuery?: ((text: string) => void) | undefined;
  /** More choices for the typed text are being read: "no match" is not shown yet. */
  pending?: boolean | undefined;
}

/** State of a combobox: whether its list is open, what was typed, what is found of it, and what keys do. */
function useChoice({ options, value, onChange, onQuery, disabled = false }: ComboboxProps) {
  const [open, setOpen] = useState(false);
  /** What was typed since it was opened; null where nothing was. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const chosen = options.find((option) => option.value === value) ?? null;
  const found = useMemo(() => matching(options, query ?? ''), [options, query]);
  const shown = found.slice(0, listed);
  const current = open ? (shown[active] ?? null) : null;
  const close = () => {
    setOpen(false);
    setQuery(null);
    if (query !== null) onQuery?.('');
  };
  const show = (at = Math.max(0, chosen ? found.indexOf(chosen) : 0)) => {
    if (disabled) return;
    setOpen(true);
    setActive(at);
  };
  const take = (option: ComboboxOption) => {
    if (option.unavailable !== undefined) return;
    close();
    onChange(option.value);
  };
  const type = (text: string) => {
    setQuery(text);
    onQuery?.(text.trim());
    setOpen(true);
    setActive(0);
  };
  const move = (to: number) => setActive(Math.max(0, Math.min(shown.length - 1, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const last = shown.length - 1;
    const moves: Record<string, () => void> = {
      ArrowDown: () => (open && !event.altKey ? setActive(active >= last ? 0 : active + 1) : show()),
      ArrowUp: () => (event.altKey ? close() : open ? setActive(active <= 0 ? last : active - 1) : show(last)),
      PageDown: () => move(active + 10),
      PageUp: () => move(active - 10),
      Enter: () => current && take(current),
      // What is around it, such as a dialog, stays as it is.
      Escape: close,
    };
    const needsList = event.key !== 'ArrowDown' && event.key !== 'ArrowUp';
    const action = needsList && !open ? undefined : moves[event.key];
    if (event.key === 'Tab') close();
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return { open, query, chosen, found, shown, active, setActive, current, close, show, take, type, onKeyDown };
}

/**
 * A choice from a list that is searched by typing, as the ARIA practices describe an editable combobox with a list: arrows, Page Up and Page Down move,
 * Enter takes, Escape closes and leaves what was chosen; the focus stays in the text field. The list rises to the browser's top layer, so that no box
 * around it cuts it off, and is at most half as high as the window.
 */
export function Combobox(props: ComboboxProps) {
  const { value, disabled = false } = props;
  useSheet(css);
  const words = useWords().combobox;
  const own = useId();
  const id = props.id ?? own;
  const choice = useChoice(props);
  const { open, query, found, shown, active, close, show } = choice;
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (open && list.current && input.current) return keepAt(list.current, input.current);
    // Another number of choices is another height.
    // eslint-disable-next-line react/exhaustive-deps
  }, [open, found.length]);
  useEffect(() => {
    if (open) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const text = choice.chosen?.label ?? '';
  // What is typed next replaces what was chosen.
  useLayoutEffect(() => {
    const field = input.current;
    if (!open && field && (field.getRootNode() as Document | ShadowRoot).activeElement === field) field.select();
    // Another text is selected anew.
    // eslint-disable-next-line react/exhaustive-deps
  }, [open, text]);

  const none = props.pending ? words.searching : words.noMatches;
  return (
    <div
      className="cv-combobox"
      ref={root}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) close();
      }}
    >
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={open && shown.length > 0}
        aria-controls={open && shown.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={choice.current ? `${id}-${active}` : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        placeholder={props.placeholder}
        disabled={disabled}
        value={query ?? text}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => (open ? undefined : show())}
        onChange={(event) => choice.type(event.target.value)}
        onKeyDown={choice.onKeyDown}
      />
      <button
        type="button"
        tabIndex={-1}
        className="cv-combobox-button"
        aria-label={words.show}
        disabled={disabled}
        // The focus stays in the text field.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          input.current?.focus();
          if (open) close();
          else show();
        }}
      >
        <Icon name="next" />
      </button>
      <span className="cv-hidden" role="status">
        {open ? (found.length === 0 ? none : query ? words.matches(found.length) : '') : ''}
      </span>
      {open ? (
        <div
          className="cv-combobox-popup"
          popover="manual"
          ref={list}
          onPointerDown={(event) => event.preventDefault()}
        >
          {shown.length > 0 ? (
            <Options id={id} label={props.label ?? words.show} value={value} choice={choice} />
          ) : (
            <p className="cv-combobox-note" aria-hidden="true">
              {none}
            </p>
          )}
          {found.length > shown.length ? (
            <p className="cv-combobox-note">{words.more(found.length - shown.length)}</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

interface OptionsProps {
  id: string;
  label: string;
  value: string | null;
  choice: ReturnType<typeof useChoice>;
}

/** Shows what can be chosen. The keyboard works in the text field, which points here. */
function Options({ id, label, value, choice: { shown, active, setActive, take } }: OptionsProps) {
  return (
    <div className="cv-combobox-list" id={`${id}-list`} role="listbox" aria-label={label}>
      {shown.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          aria-disabled={option.unavailable !== undefined || undefined}
          data-active={index === active || undefined}
          onPointerMove={() => index !== active && setActive(index)}
          onClick={() => take(option)}
        >
          <span>{option.label}</span>
          {option.unavailable || option.detail ? <small>{option.unavailable ?? option.detail}</small> : null}
        </div>
      ))}
    </div>
  );
}
