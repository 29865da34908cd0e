import type { WorkflowItem } from '@cuvette/core/entities';
import { words } from '../../words.ts';
import { say } from '../shell/messages.tsx';

/** Where a submission became several items, one for each isomer, says how many; true then: none of them is the one that was meant, and their folder shows all. */
export function sayIfSeveral({ submitted_uuids }: WorkflowItem): boolean {
  const made = submitted_uuids?.length ?? 1;
  if (made < 2) return false;
  say(words.submittedSeveral(made));
  return true;
}

/** The way to the folder that an item lies in. */
export function folderOf({ parent_uuid }: WorkflowItem) {
  return { to: '/folder/$uuid', params: { uuid: parent_uuid }, search: {} } as const;
}
