import type { Deletion } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ProblemLine } from '../problem.tsx';
import { say } from '../shell/messages.tsx';
import { useAction } from '../use-action.ts';

/** Says above an item that somebody deleted it while it was looked at, and takes it back where the person may. */
export function GoneNotice({ uuid, name }: { uuid: string; name: string }) {
  const { data } = useQuery(ownerClient.deletionOf(uuid), ownerClient.queryClient);
  return (
    <div className="notice" role="alert">
      <p>
        <strong>{words.itemGone(name)}</strong>
      </p>
      <p>{data ? goneText(data, uuid) : words.itemGoneForGood}</p>
      <RestoreGone uuid={uuid} />
    </div>
  );
}

/** A button that takes the item back, with the folder or project that it was deleted with; nothing where the person may not. */
export function RestoreGone({ uuid, onRestored }: { uuid: string; onRestored?: () => void }) {
  const { data } = useQuery(ownerClient.deletionOf(uuid), ownerClient.queryClient);
  const { busy, problem, run } = useAction(() => {
    if (data) say(words.restoredNamed(data.name));
    onRestored?.();
  });
  if (!data) return null;
  return (
    <>
      <button
        type="button"
        className="cv-button"
        disabled={busy}
        onClick={() => void run(() => ownerClient.restoreDeletion(data.uuid))}
      >
        {words.restoreNamed(data.name)}
      </button>
      <ProblemLine text={problem} />
    </>
  );
}

function goneText({ object_uuid, name, kind }: Deletion, uuid: string): string {
  return object_uuid === uuid ? words.itemGoneHint : words.itemGoneWith(words.kinds[kind], name);
}
