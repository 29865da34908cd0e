import { lazy, Suspense, useEffect, useState } from 'react';
import { writes } from '../shell/search-box.tsx';

// Each comes when it is first asked for.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** Opens the palette by Ctrl K (⌘ K), and the list of keys by `?` where nobody writes; neither over another dialog. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isKeys = event.key === '?' && !event.ctrlKey && !event.metaKey && !writes(event.composedPath()[0]);
      if (!isPalette && !isKeys) return;
      event.preventDefault();
      setOpen(isPalette ? 'palette' : 'keys');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = () => setOpen(null);
  return (
    <Suspense fallback={null}>
      {open === 'palette' ? <Palette onClose={close} /> : open === 'keys' ? <KeysDialog onClose={close} /> : null}
    </Suspense>
  );
}
