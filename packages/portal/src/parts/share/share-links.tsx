import type { LinkedKind, NewShareLink, ShareLink } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { Problem } from '../problem.tsx';
import { onDay } from '../relative-time.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** A link that was just made: the only time that it can be copied. */
export type MadeLink = Pick<NewShareLink, 'uuid' | 'link'>;

interface ShareLinksProps {
  kind: LinkedKind;
  uuid: string;
  onMake: () => void;
  onRevoke: (link: ShareLink, title: string) => void;
  /** The link that was just made, shown above the list. */
  children: ReactNode;
}

const titleOf = ({ name, hint }: ShareLink) => name || words.linkUnnamed(hint);
const isLive = ({ is_expired, is_revoked }: ShareLink) => !is_expired && !is_revoked;

/** The links to one thing: those that open it, and what became of the others. */
export function ShareLinks({ kind, uuid, onMake, onRevoke, children }: ShareLinksProps) {
  const heading = useId();
  const links = useQuery(ownerClient.shareLinks(kind, uuid), ownerClient.queryClient);
  const live = links.data?.filter(isLive) ?? [];
  const ended = links.data?.filter((link) => !isLive(link)) ?? [];
  return (
    <section className="share-part" aria-labelledby={heading}>
      <h3 id={heading}>{words.shareLinks}</h3>
      <p className="cv-quiet">{words.shareLinksHint}</p>
      {children}
      {links.error ? <Problem error={links.error} retry={() => void links.refetch()} /> : null}
      {links.data && live.length === 0 ? <p className="cv-quiet">{words.noLinks}</p> : null}
      {live.length > 0 ? (
        <ul className="links" aria-label={words.shareLinks}>
          {live.map((link) => (
            <li key={link.uuid}>
              <LinkText link={link} />
              <button
                type="button"
                className="cv-button"
                data-kind="danger"
                aria-label={words.revokeNamed(titleOf(link))}
                onClick={() => onRevoke(link, titleOf(link))}
              >
                {words.revoke}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p>
        <button type="button" className="cv-button" onClick={onMake}>
          {words.newLink}
        </button>
      </p>
      {ended.length > 0 ? (
        <details>
          <summary>{words.endedLinks(ended.length)}</summary>
          <ul className="links">
            {ended.map((link) => (
              <li key={link.uuid}>
                <LinkText link={link} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function LinkText({ link }: { link: ShareLink }) {
  const { expires_at, last_used_at, is_revoked, is_expired, created_by_username, name, hint } = link;
  const end = is_revoked
    ? words.linkRevoked
    : expires_at === null
      ? words.linkEndless
      : is_expired
        ? words.linkExpired(onDay(expires_at))
        : words.linkExpires(onDay(expires_at));
  return (
    <div>
      <strong>{titleOf(link)}</strong> {name ? <span className="cv-quiet cv-mono">…{hint}</span> : null}
      <p className="cv-quiet">
        {words.linkBy(created_by_username)}, {end}
        {', '}
        {last_used_at ? (
          <>
            {words.linkUsed} <Time iso={last_used_at} />
          </>
        ) : (
          words.linkUnused
        )}
      </p>
    </div>
  );
}

interface MakeLinkProps {
  kind: LinkedKind;
  uuid: string;
  onClose: () => void;
  onMade: (made: MadeLink) => void;
}

const usualDays = '30';

/** Asks what the link is for and how long it lasts. */
export function MakeLinkDialog({ kind, uuid, onClose, onMade }: MakeLinkProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState(usualDays);
  const { busy, problem, run } = useAction(onClose);
  const make = () =>
    run(async () => {
      const validDays = days === '' ? null : Number(days);
      onMade(await ownerClient.createShareLink(kind, uuid, { name: name.trim(), validDays }));
    });
  return (
    <Dialog
      title={words.newLink}
      onClose={onClose}
      onSubmit={() => void make()}
      submitLabel={words.create}
      submitDisabled={busy || days === '0'}
      problem={problem}
    >
      <label className="field">
        {words.linkName}
        <input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        <span className="cv-quiet">{words.linkNameHint}</span>
      </label>
      <label className="field">
        {words.validDays}
        <input
          inputMode="numeric"
          value={days}
          maxLength={5}
          onChange={(event) => setDays(event.target.value.replace(/\D/g, '').replace(/^0+(?=\d)/, ''))}
        />
        <span className="cv-quiet">{words.validDaysHint}</span>
      </label>
    </Dialog>
  );
}

interface RevokeLinkProps {
  link: string;
  title: string;
  onClose: () => void;
  onRevoked: () => void;
}

/** Ends a link after the person has said yes. */
export function RevokeLinkDialog({ link, title, onClose, onRevoked }: RevokeLinkProps) {
  return (
    <ConfirmDialog
      title={words.revokeTitle(title)}
      hint={words.revokeLinkHint}
      label={words.revoke}
      action={() => ownerClient.revokeShareLink(link)}
      onClose={onClose}
      onDone={onRevoked}
    />
  );
}
