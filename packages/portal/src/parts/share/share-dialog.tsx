import { Switch } from '@cuvette/widgets/ui';
import { useState } from 'react';
import { serverAddress } from '../../base-path.ts';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';
import { EmbedDialog } from '../embed/embed-dialog.tsx';
import { entryPath, type SharedEntry } from '../paths.ts';
import { problemText } from '../problem.tsx';
import { ConnectElabftwDialog, SendToElabftw } from './send-to-elabftw.tsx';
import { type MadeLink, MakeLinkDialog, RevokeLinkDialog, ShareLinks } from './share-links.tsx';

/** Shares an item, a folder or a protein: with everybody, or with whoever has a link that ends by itself or is revoked. */
export function ShareDialog({ entry, onClose }: { entry: SharedEntry; onClose: () => void }) {
  // Shows the choice at once; falls back to what the server says.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const [connecting, setConnecting] = useState(false);
  const [made, setMade] = useState<MadeLink | null>(null);
  const [revoking, setRevoking] = useState<{ uuid: string; title: string } | null>(null);
  const [embedding, setEmbedding] = useState<{ link: string | null } | null>(null);
  const embed = (link: string | null) => setEmbedding({ link });
  const { data } = entry;
  const texts = shareWords[entry.type];
  const set = async (shared: boolean) => {
    setChosen(shared);
    setProblem(null);
    try {
      const change = { public: shared };
      if (entry.type === 'workflow') await ownerClient.updateWorkflow(data.uuid, change);
      else if (entry.type === 'folder') await ownerClient.updateFolder(data.uuid, change);
      else await ownerClient.updateProtein(data.uuid, change);
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
            label={texts.label}
            checked={chosen ?? data.public}
            // Not disabled meanwhile: the keyboard would lose its place, and Escape would not reach the dialog.
            onChange={(shared) => void (chosen === null && set(shared))}
          />
          <p className="cv-quiet">{data.ancestor_is_public && !data.public ? words.shareByFolder : texts.hint}</p>
          {data.public || data.ancestor_is_public ? <Address entry={entry} link={null} onEmbed={embed} /> : null}
        </section>
        <ShareLinks
          kind={entry.type}
          uuid={data.uuid}
          onMake={() => setMaking(true)}
          onRevoke={(link, title) => setRevoking({ uuid: link.uuid, title })}
        >
          {made ? (
            <div className="notice" data-tone="neutral" role="status">
              <Address entry={entry} link={made.link} onEmbed={embed} />
              <p>{words.linkShownOnce}</p>
            </div>
          ) : null}
        </ShareLinks>
        {entry.type === 'workflow' ? <SendToElabftw item={entry.data} onConnect={() => setConnecting(true)} /> : null}
      </Dialog>
      {embedding ? (
        <EmbedDialog uuid={data.uuid} name={data.name} link={embedding.link} onClose={() => setEmbedding(null)} />
      ) : null}
      {connecting ? <ConnectElabftwDialog onClose={() => setConnecting(false)} /> : null}
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

const shareWords = {
  workflow: { label: words.shareSwitch, hint: words.shareHint },
  folder: { label: words.shareFolderSwitch, hint: words.shareFolderHint },
  protein: { label: words.shareProteinSwitch, hint: words.shareProteinHint },
};

interface AddressProps {
  entry: SharedEntry;
  link: string | null;
  onEmbed: (link: string | null) => void;
}

/** The address to copy, and for an item the way to what embeds it in another page. */
function Address({ entry, link, onEmbed }: AddressProps) {
  const address = `${serverAddress}${entryPath(entry, true, link)}`;
  return (
    <>
      <CopyField label={link ? words.shareLink : words.publicLink} value={address} />
      {entry.type === 'workflow' ? (
        <p>
          <button type="button" className="cv-button" onClick={() => onEmbed(link)}>
            {words.embed.inPage}
          </button>
        </p>
      ) : null}
    </>
  );
}
