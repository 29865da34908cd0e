import { texts } from '@cuvette/core/texts';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { listWords } from '../list-words.ts';
import { Dialog } from './dialog.tsx';

interface ExitQuestionProps {
  /** What would be lost, as text; null where nothing would. */
  loss: string | null;
  /** Ways on that take nothing away, such as another page of the same list. */
  keeps?: ((next: { pathname: string }) => boolean) | undefined;
  /** Whether the browser asks too when the tab is closed; only for what cannot be made again in a moment. */
  closing?: boolean | undefined;
}

/** Asks before a view is left in which something would be lost. */
export function ExitQuestion({ loss, keeps, closing = false }: ExitQuestionProps) {
  const router = useRouter();
  // If the person goes back while the next page is loading, this view stays: only the address has changed.
  const isHere = (pathname: string) => pathname === router.state.resolvedLocation?.pathname;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      loss !== null && next.pathname !== current.pathname && !isHere(next.pathname) && !keeps?.(next),
    enableBeforeUnload: () => closing && loss !== null,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog
      size="small"
      title={texts.exitView}
      onClose={reset}
      onSubmit={proceed}
      submitLabel={listWords.exit}
      closeLabel={listWords.stay}
      danger
    >
      <p>{loss}</p>
    </Dialog>
  );
}
