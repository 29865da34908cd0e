import { ownerClient } from '../../clients.ts';

/** When an item is looked at besides its regular polls, in milliseconds after something was asked of it. */
const looks = [1000, 2500, 5000];

/** Looks at an item a few times soon, so that what was asked of it (to run, to stop) is seen before its next regular poll. */
export function lookAgain(uuid: string): void {
  const { queryClient, workflow } = ownerClient;
  for (const milliseconds of looks) {
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: workflow(uuid).queryKey }), milliseconds);
  }
}
