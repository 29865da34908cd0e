import type { ReactNode } from 'react';

/** The few signs that the widgets use, drawn on a 24 by 24 grid with one stroke width. */
const paths = {
  check: <path d="M5 12.5 10 17 19 7" />,
  cross: <path d="M6 6 18 18M18 6 6 18" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  running: <path d="M12 3a9 9 0 1 0 9 9M12 3v4M12 3l3 0" />,
  stop: <rect x="6" y="6" width="12" height="12" rx="1.5" />,
  warning: <path d="M12 4 2.8 20h18.4zM12 10v4M12 17v.2" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v6M12 7.4v.2" />
    </>
  ),
  draft: <path d="M5 19h3L19 8l-3-3L5 16z" />,
  empty: (
    <>
      <circle cx="7" cy="15" r="3" />
      <circle cx="16" cy="8" r="4" />
      <path d="m9.5 13.2 3.2-2.6" />
    </>
  ),
  rotate: <path d="M20 12a8 8 0 1 1-2.6-5.9M20 3v4h-4" />,
  reset: <path d="M4 9V4h5M20 15v5h-5M4 15v5h5M20 9V4h-5" />,
  previous: <path d="m14.5 6-6 6 6 6" />,
  next: <path d="m9.5 6 6 6-6 6" />,
  pin: <path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7" />,
  play: <path d="M8 5v14l11-7z" />,
  pause: <path d="M8 5v14M16 5v14" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  bonds: <path d="M4 15 12 9l8 6M12 9V3" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof paths;

/** A sign. It never stands alone: the control or text next to it says the same in words. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="cv-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paths[name]}
    </svg>
  );
}
