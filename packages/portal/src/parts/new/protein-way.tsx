import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import type { ProteinSource } from './make-protein.ts';
import { newWords as words } from './words.ts';

interface ProteinWayProps {
  lookups: boolean;
  /** Takes a protein that is there already. */
  onChoose: (protein: { uuid: string; name: string }) => void;
  /** Makes one. Throws where that fails. */
  onMake: (source: ProteinSource) => Promise<void>;
}

/** The way to a protein: one that is there, an entry of the Protein Data Bank, or a file. */
export function ProteinWay({ lookups, onChoose, onMake }: ProteinWayProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="cv-button" data-dense="" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.proteinWay}
      </button>
      {open ? <ProteinDialog {...{ lookups, onChoose, onMake }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ProteinDialog({ lookups, onChoose, onMake, onClose }: ProteinWayProps & { onClose: () => void }) {
  const id = useId();
  const [pdb, setPdb] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const making = useAction(onClose);
  const list = useQuery(ownerClient.proteins({ computed: false }), ownerClient.queryClient).data?.proteins ?? [];
  return (
    <Dialog
      title={words.proteinTitle}
      onClose={onClose}
      problem={making.problem}
      {...(lookups
        ? {
            onSubmit: () => void making.run(() => onMake({ pdb: pdb.trim() })),
            submitLabel: words.fetch,
            submitDisabled: making.busy || pdb.trim() === '',
          }
        : {})}
    >
      {lookups ? (
        <label className="field">
          {words.pdbId}
          <input
            data-first=""
            value={pdb}
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setPdb(event.target.value)}
          />
          <span className="cv-quiet">{words.pdbHint}</span>
        </label>
      ) : null}
      <p>
        <button type="button" className="cv-button" disabled={making.busy} onClick={() => input.current?.click()}>
          {words.file}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={words.file}
          accept=".pdb,.ent,.cif,.mmcif"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void making.run(async () => onMake({ name: file.name, text: await file.text() }));
          }}
        />
      </p>
      <section aria-labelledby={id}>
        <h3 id={id}>{words.yours}</h3>
        {list.length === 0 ? <p className="cv-quiet">{words.noProteins}</p> : null}
        <div className="item-actions">
          {list.map(({ uuid, name }) => (
            <button
              key={uuid}
              type="button"
              className="cv-button"
              onClick={() => {
                onChoose({ uuid, name: name ?? uuid });
                onClose();
              }}
            >
              {name ?? uuid}
            </button>
          ))}
        </div>
      </section>
    </Dialog>
  );
}
