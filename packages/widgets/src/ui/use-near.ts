import { type RefObject, useEffect, useState } from 'react';

/** Whether a box is in or near the viewport (within `margin` px). `once` keeps it true after the first time. */
export function useNear(box: RefObject<Element | null>, { margin = 300, once = true } = {}): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || (once && near)) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: `${margin}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, margin, once, near]);
  return near;
}

/** The person's wish for little motion, kept up to date. */
export function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => setReduced(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return reduced;
}
