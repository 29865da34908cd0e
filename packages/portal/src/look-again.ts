import type { Client } from '@cuvette/core/client';
import { focusManager } from '@tanstack/react-query';

/**
 * Reads what is shown again when its reader comes back to the window, where it is older than a second: others may have changed it meanwhile. A client is not
 * mounted for this, for that would also pause its reads where the browser takes itself for offline, which a server on the same machine is not.
 * @returns a function that ends it
 */
export function lookAgainOnFocus({ queryClient }: Pick<Client, 'queryClient'>): () => void {
  return focusManager.subscribe((focused) => {
    if (focused) queryClient.getQueryCache().onFocus();
  });
}
