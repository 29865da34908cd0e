import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { Dialog } from '../dialog.tsx';
import { useLatest } from '../home/use-latest.ts';
import { type Command, commandsFor } from './commands.ts';
import { paletteWords as words } from './words.ts';

/** The command palette: a field and the list of where to go, moved through by the arrow keys while the focus stays in the field. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const router = useRouter();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { items } = useLatest();
  const me = useQuery(ownerClient.me(), ownerClient.queryClient).data;
  const commands = commandsFor(text, items ?? [], me?.root_folder_uuid ?? null);
  const at = Math.min(active, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    router.history.push(command.path);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (at + step + commands.length) % commands.length;
      setActive(next);
      document.getElementById(`${id}o${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(commands[at]);
    }
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <input
        data-first=""
        role="combobox"
        aria-expanded={true}
        aria-controls={`${id}l`}
        aria-activedescendant={commands.length > 0 ? `${id}o${at}` : undefined}
        aria-autocomplete="list"
        aria-label={words.title}
        placeholder={words.placeholder}
        className="palette-field"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={key}
      />
      <div id={`${id}l`} role="listbox" aria-label={words.title} className="palette-list">
        {commands.map((command, index) => (
          <div
            key={command.id}
            id={`${id}o${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="palette-entry"
            onPointerMove={() => setActive(index)}
            onClick={() => run(command)}
            onKeyDown={key}
          >
            <span>{command.title}</span>
            <span className="cv-quiet">{command.hint || command.group}</span>
          </div>
        ))}
      </div>
      <span className="cv-hidden" role="status">
        {words.results(commands.length)}
      </span>
    </Dialog>
  );
}
