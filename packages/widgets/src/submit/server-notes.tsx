import type { Notice, Offer, Replacement, WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { Callout } from '../ui/states.tsx';
import { firstOfChain } from './level-groups.ts';
import { OfferNote } from './settings-form.tsx';
import type { ServerReport } from './use-server-report.ts';
import { submitWords as words } from './words.ts';

interface ServerNotesProps {
  server: ServerReport;
  /** Defaults that were replaced by what runs here. */
  replaced: readonly Replacement[];
  definition: WorkflowDefinition;
  data: WorkflowData;
  offers: readonly Offer[];
  onChange: (data: WorkflowData) => void;
}

/** Shows what is to be known of the server above the settings: defaults that it replaces, no worker, and offers that belong to no field. */
export function ServerNotes({ server, replaced, definition, data, offers, onChange }: ServerNotesProps) {
  return (
    <>
      {replaced.length > 0 ? (
        <Callout tone="neutral">
          {replaced.map(({ field, reason, action }) => (
            <p key={field + action}>
              {reason} {words.chosenInstead(action)}
            </p>
          ))}
        </Callout>
      ) : null}
      {server.unreported ? <Callout tone="okay">{words.noWorkerYet}</Callout> : null}
      {server.report?.workers === 0 ? <Callout tone="okay">{words.noWorker}</Callout> : null}
      {offers
        .filter((offer) => !definition.fields.some(({ path }) => path === firstOfChain(offer.field)))
        .map((offer) => (
          <OfferNote key={offer.action} offer={offer} onTake={() => onChange(offer.apply(data))} />
        ))}
    </>
  );
}

/** Shows what is to be known of a submission before it runs. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  return notices.map(({ kind, title, body }) => (
    <Callout key={title + body} tone={kind === 'warning' ? 'okay' : 'neutral'} title={title}>
      <p>{body}</p>
    </Callout>
  ));
}
