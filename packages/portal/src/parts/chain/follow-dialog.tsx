import type { WorkflowItem } from '@cuvette/core/entities';
import { entryOfType, followUps } from '@cuvette/core/workflows';
import { pathProblem } from '@cuvette/core/workflows/chains/result-path';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { Dialog } from '../dialog.tsx';
import { definitionQuery } from '../input/source-structure.ts';
import { itemPath } from '../paths.ts';
import { useAction } from '../use-action.ts';
import { chainWords as words } from './words.ts';

/**
 * Asks which type goes on with the result of an item that has not completed, and with which structure of it. The next item is made as a draft, so that its settings can be
 * changed before it is submitted; it waits for this one then.
 */
export function FollowDialog({ item, onClose }: { item: WorkflowItem; onClose: () => void }) {
  const id = useId();
  const router = useRouter();
  const definition = useQuery(definitionQuery(item.object_type), ownerClient.queryClient);
  const { suggested, others } = followUps({ type: item.object_type, data: item.object_data ?? {}, name: '' });
  const [type, setType] = useState(suggested[0]?.type ?? others[0]?.type ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, problem, run } = useAction(onClose);
  const { structureWord } = definition.data ?? {};
  const path = typed ?? (structureWord ? `${structureWord}s[0]` : 'structure');
  const fault = definition.data ? pathProblem(definition.data, path, 'structure') : null;
  const make = async () => {
    const draft = await ownerClient.submitWorkflow({
      workflow_type: type,
      name: `${item.name}: ${entryOfType(type)?.title ?? type}`.slice(0, 500),
      folder_uuid: item.parent_uuid,
      initial_molecule: { $from: item.uuid, path },
      is_draft: true,
    });
    router.history.push(itemPath(draft, false));
  };
  return (
    <Dialog
      title={words.followTitle}
      onClose={onClose}
      onSubmit={() => void run(make)}
      submitLabel={words.followMake}
      submitDisabled={busy || fault !== null || !definition.data}
      problem={problem}
    >
      <p className="cv-quiet">{words.followHint(item.name)}</p>
      <label className="cv-field">
        {words.followType}
        <select value={type} onChange={(event) => setType(event.target.value)}>
          <optgroup label={words.followUsual}>
            {suggested.map((entry) => (
              <option key={entry.type} value={entry.type}>
                {entry.title}
              </option>
            ))}
          </optgroup>
          <optgroup label={words.followOthers}>
            {others.map((entry) => (
              <option key={entry.type} value={entry.type}>
                {entry.title}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <label className="cv-field">
        {words.followPath}
        <input
          value={path}
          spellCheck={false}
          aria-invalid={fault !== null}
          aria-describedby={`${id}f ${id}h`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span id={`${id}h`} className="cv-quiet">
          {words.followPathHint}
        </span>
      </label>
      <p id={`${id}f`} className="cv-problem" role="alert">
        {fault}
      </p>
    </Dialog>
  );
}
