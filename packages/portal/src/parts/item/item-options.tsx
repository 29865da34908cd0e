import { creditDecimals, isFinished, type WorkflowItem } from '@cuvette/core/entities';
import { Switch } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';

/**
 * Shows what may still be changed of an item that has not ended: whether mail tells its end, and its limit: credits where they are counted, else
 * minutes.
 */
export function ItemOptions({ item }: { item: WorkflowItem }) {
  const id = useId();
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  const platform = useQuery(ownerClient.platform(), ownerClient.queryClient);
  const [lifting, setLifting] = useState(false);
  const email = useAction(() => {});
  if (isFinished(item.object_status)) return null;
  const reason = me.data?.email_unavailable ?? null;
  const limited = platform.data && item.max_credits !== null;
  const limit = platform.data?.billing ? words.runtimeLimit : words.runtimeLimitMinutes;
  return (
    <div className="item-options">
      <div>
        <Switch
          label={words.emailWhenEnded}
          checked={item.email_when_complete && reason === null}
          disabled={!me.data || reason !== null || email.busy}
          describedBy={`${id}e`}
          onChange={(on) => void email.run(() => ownerClient.updateWorkflow(item.uuid, { email_when_complete: on }))}
        />
        <span id={`${id}e`} className="cv-quiet">
          {reason ?? ''}
        </span>
      </div>
      {limited ? (
        <div>
          <span>{limit((item.max_credits ?? 0).toFixed(creditDecimals.limit))}</span>
          <button type="button" className="cv-button" onClick={() => setLifting(true)}>
            {words.liftLimit}
          </button>
        </div>
      ) : null}
      <ProblemLine text={email.problem} />
      {lifting ? <LiftDialog item={item} onClose={() => setLifting(false)} /> : null}
    </div>
  );
}

/** Takes the limit off after the person has said yes: there is no call that sets one again. */
function LiftDialog({ item, onClose }: { item: WorkflowItem; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={words.liftLimitTitle}
      hint={words.liftLimitHint}
      label={words.liftLimit}
      action={() => ownerClient.removeCreditLimit(item.uuid)}
      onClose={onClose}
      danger={false}
    />
  );
}
