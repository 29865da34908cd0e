import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows of one table on paper, a hundred pages of them: beyond, the paper says how many there are. */
export const mostPrinted = 5000;

/** Whether the page is being printed. What it changes is drawn before the browser lays the paper out. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
