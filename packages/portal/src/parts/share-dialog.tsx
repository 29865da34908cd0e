import { Switch } from '@cuvette/widgets/ui';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { words } from '../words.ts';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import { elementSnippet, frameSnippet, publicAddress } from './embed-snippets.ts';
import { entryPath, type FolderEntry } from './paths.ts';
import { problemText } from './problem.tsx';
import { type MadeLink, MakeLinkDialog, RevokeLinkDialog, ShareLinks } from './share-links.tsx';

/** Shares an item or a folder: with everybody, or with whoever has a link that ends by itself or is revoked. */
export function ShareDialog({ entry, onClose }: { entry: FolderEntry; onClose: () => void }) {
  // Shows the choice at once; falls back to what the server says.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeLink | null>(null);
  const [revoking, setRevoking] = useState<{ uuid: string; title: string } | null>(null);
  const { data } = entry;
  const isItem = entry.type === 'workflow';
  const set = async (shared: boolean) => {
    setChosen(shared);
    setProblem(null);
    try {
      const change = { public: shared };
      await (isItem ? ownerClient.updateWorkflow(data.uuid, change) : ownerClient.updateFolder(data.uuid, change));
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setChosen(null);
    }
  };
  return (
    <>
      <Dialog title={words.shareNamed(data.name)} onClose={onClose} problem={problem}>
        <section className="share-part" aria-label={words.shareWithAll}>
          <Switch
            label={isItem ? words.shareSwitch : words.shareFolderSwitch}
            checked={chosen ?? data.public}
            disabled={chosen !== null}
            onChange={(shared) => void set(shared)}
          />
          <p className="cv-quiet">
            {data.ancestor_is_public && !data.public
              ? words.shareByFolder
              : isItem
                ? words.shareHint
                : words.shareFolderHint}
          </p>
          {data.public || data.ancestor_is_public ? <Addresses entry={entry} link={null} /> : null}
        </section>
        <ShareLinks
          kind={entry.type}
          uuid={data.uuid}
          onMake={() => setMaking(true)}
          onRevoke={(link, title) => setRevoking({ uuid: link.uuid, title })}
        >
          {made ? (
            <div className="notice" data-tone="neutral" role="status">
              <Addresses entry={entry} link={made.link} />
              <p>{words.linkShownOnce}</p>
            </div>
          ) : null}
        </ShareLinks>
      </Dialog>
      {making ? (
        <MakeLinkDialog kind={entry.type} uuid={data.uuid} onClose={() => setMaking(false)} onMade={setMade} />
      ) : null}
      {revoking ? (
        <RevokeLinkDialog
          link={revoking.uuid}
          title={revoking.title}
          onClose={() => setRevoking(null)}
          onRevoked={() => setMade((shown) => (shown?.uuid === revoking.uuid ? null : shown))}
        />
      ) : null}
    </>
  );
}

/** What to copy: the address, and for an item the texts that embed it in another page. */
function Addresses({ entry, link }: { entry: FolderEntry; link: string | null }) {
  const { origin } = window.location;
  if (entry.type === 'folder') {
    const address = `${origin}${entryPath(entry, true, link)}`;
    return <CopyField label={link ? words.shareLink : words.publicLink} value={address} />;
  }
  const { data } = entry;
  return (
    <>
      <CopyField label={link ? words.shareLink : words.publicLink} value={publicAddress(origin, data, link)} />
      <details className="embeds">
        <summary>{words.embed}</summary>
        <CopyField label={words.embedElement} value={elementSnippet(origin, data.uuid, link)} rows={2} />
        <CopyField label={words.embedFrame} value={frameSnippet(origin, data, link)} rows={3} />
      </details>
    </>
  );
}
