import { type ElabftwPlace, isFinished, status, type WorkflowItem } from '@cuvette/core/entities';
import { Switch } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { Dialog } from '../dialog.tsx';
import { Problem, ProblemLine } from '../problem.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { elabftwWords as texts } from './elabftw-words.ts';

/** Sends an item to the person's eLabFTW, which is connected first; sent again, its experiment is updated. */
export function SendToElabftw({ item, onConnect }: { item: WorkflowItem; onConnect: () => void }) {
  const heading = useId();
  const place = useQuery(ownerClient.elabftwPlace(item.uuid), ownerClient.queryClient);
  return (
    <section className="share-part" aria-labelledby={heading}>
      <h3 id={heading}>{texts.title}</h3>
      <p className="cv-quiet">{texts.hint}</p>
      {place.error ? <Problem error={place.error} retry={() => void place.refetch()} /> : null}
      {place.data ? (
        place.data.host === null ? (
          <p>
            <button type="button" className="cv-button" onClick={onConnect}>
              {texts.connectYours}
            </button>
          </p>
        ) : (
          <Send item={item} place={place.data} host={place.data.host} />
        )
      ) : null}
    </section>
  );
}

const nothing = () => {};

/** Asks for address and key, which the server tries before it keeps them. */
export function ConnectElabftwDialog({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      title={texts.connectTitle}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.connectElabftw({ address, key }))}
      submitLabel={texts.connect}
      submitDisabled={busy || !address.trim() || !key.trim()}
      problem={problem}
    >
      <label className="field">
        {texts.address}
        <input
          data-first
          inputMode="url"
          placeholder="https://"
          value={address}
          maxLength={2000}
          onChange={(event) => setAddress(event.target.value)}
        />
      </label>
      <label className="field">
        {texts.key}
        <input
          type="password"
          autoComplete="off"
          value={key}
          maxLength={500}
          onChange={(event) => setKey(event.target.value)}
        />
        <span className="cv-quiet">{texts.keyHint}</span>
      </label>
    </Dialog>
  );
}

/** Sends, and says where the item is. */
function Send({ item, place, host }: { item: WorkflowItem; place: ElabftwPlace; host: string }) {
  const [follow, setFollow] = useState<boolean | null>(null);
  const sending = useAction(nothing);
  const leaving = useAction(nothing);
  const ended = isFinished(item.object_status);
  const failed = ended && item.object_status !== status.completed;
  const follows = follow ?? place.follow;
  const label = !ended ? texts.sendAtEnd : place.experiment === null ? texts.send : texts.update;
  const send = () => void sending.run(() => ownerClient.sendToElabftw(item.uuid, { follow: !ended || follows }));
  return (
    <>
      <p>
        {texts.connected(host)}{' '}
        <button
          type="button"
          className="cv-button"
          data-kind="quiet"
          disabled={leaving.busy}
          onClick={() => void leaving.run(() => ownerClient.disconnectElabftw())}
        >
          {texts.disconnect}
        </button>
      </p>
      {place.experiment !== null && place.address ? (
        <p>
          <a href={place.address} target="_blank" rel="noopener">
            {texts.experiment(place.experiment)}
          </a>
          {place.sent_at ? (
            <span className="cv-quiet">
              {', '}
              {texts.sent} <Time iso={place.sent_at} />
            </span>
          ) : null}
        </p>
      ) : null}
      {place.error ? <ProblemLine text={place.error} /> : null}
      {ended ? (
        failed ? null : (
          <Switch label={texts.follow} checked={follows} disabled={sending.busy} onChange={setFollow} />
        )
      ) : (
        <p className="cv-quiet">{place.follow ? texts.willBeSent : texts.notEnded}</p>
      )}
      {failed ? <p className="cv-quiet">{texts.noResult}</p> : null}
      <ProblemLine text={sending.problem ?? leaving.problem} />
      {failed ? null : (
        <p>
          <button type="button" className="cv-button" disabled={sending.busy} onClick={send}>
            {sending.busy ? texts.sending : label}
          </button>
        </p>
      )}
    </>
  );
}
