import type { SupportingDocument } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { documentWords as texts } from './words.ts';

/** Changed items that are named. */
const mostNamed = 3;

/** One document: how far it is or what it was made from, whether its items changed, and its files. */
export function DocumentRow({ document }: { document: SupportingDocument }) {
  const [deleting, setDeleting] = useState(false);
  const { busy, problem, run } = useAction(() => {});
  const { uuid, name, status, formats, has_edit_access: mayChange } = document;
  return (
    <li className="document-row">
      <div>
        <h2>{name}</h2>
        <State document={document} />
      </div>
      <div className="document-actions">
        {formats.map(({ format }) => (
          <a
            key={format}
            className="cv-button"
            data-dense=""
            href={ownerClient.documentFileAddress(uuid, format)}
            aria-label={texts.download(texts.formats[format], name)}
            download=""
          >
            {texts.formats[format]}
          </a>
        ))}
        {mayChange && status === 'making' ? (
          <button
            type="button"
            className="cv-button"
            data-dense=""
            disabled={busy}
            onClick={() => void run(() => ownerClient.cancelDocument(uuid))}
          >
            {texts.cancel}
          </button>
        ) : null}
        {mayChange && status !== 'making' ? (
          <>
            <button
              type="button"
              className="cv-button"
              data-dense=""
              data-kind={document.outdated ? 'primary' : undefined}
              disabled={busy}
              onClick={() => void run(() => ownerClient.makeDocumentAgain(uuid))}
            >
              {texts.again}
            </button>
            <button
              type="button"
              className="cv-button"
              data-dense=""
              data-kind="danger"
              onClick={() => setDeleting(true)}
            >
              {texts.delete}
            </button>
          </>
        ) : null}
      </div>
      <ProblemLine text={problem} />
      {deleting ? (
        <ConfirmDialog
          title={texts.deleteNamed(name)}
          hint={texts.deleteHint}
          label={texts.delete}
          action={() => ownerClient.deleteDocument(uuid)}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </li>
  );
}

function State({ document }: { document: SupportingDocument }) {
  const { status, items_done, item_count, made_at, changes, error } = document;
  return (
    <>
      {status === 'making' ? (
        <p role="status">
          {items_done < item_count ? texts.making(items_done, item_count) : texts.writing}
          <progress value={items_done} max={item_count} aria-label={texts.making(items_done, item_count)} />
        </p>
      ) : null}
      {status === 'failed' ? <p role="alert">{error ?? texts.failed}</p> : null}
      {status === 'cancelled' ? <p className="cv-quiet">{texts.cancelled}</p> : null}
      {made_at ? <p className="cv-quiet">{texts.madeFrom(made_at.slice(0, 10), item_count)}</p> : null}
      {changes.length > 0 ? (
        <div className="document-outdated">
          <p>
            <strong>{texts.outdated(changes.length)}</strong>
          </p>
          <ul>
            {changes.slice(0, mostNamed).map(({ uuid, name, change }) => (
              <li key={uuid}>
                {name}: {texts.changes[change]}
              </li>
            ))}
            {changes.length > mostNamed ? <li>{texts.more(changes.length - mostNamed)}</li> : null}
          </ul>
        </div>
      ) : null}
    </>
  );
}
