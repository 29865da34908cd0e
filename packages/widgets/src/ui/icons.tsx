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
  reset: (
    <>
      <circle cx="12" cy="12" r="5" />
      <path d="M12 3v4M12 17v4M3 12h4M17 12h4" />
    </>
  ),
  previous: <path d="m14.5 6-6 6 6 6" />,
  next: <path d="m9.5 6 6 6-6 6" />,
  settings: <path d="M4 8h9M17 8h3M4 16h3M11 16h9M13 5.5v5M7 13.5v5" />,
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  columns: <path d="M4 5h16v14H4zM10 5v14M15 5v14" />,
  download: <path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />,
  pin: <path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7" />,
  play: <path d="M8 5v14l11-7z" />,
  pause: <path d="M8 5v14M16 5v14" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  more: <path d="M5 12v.1M12 12v.1M19 12v.1" strokeWidth="3.5" />,
  copy: (
    <>
      <rect x="8" y="8" width="12" height="12" rx="1.5" />
      <path d="M16 8V4H4v12h4" />
    </>
  ),
  compare: <path d="M9 4H4v16h5M15 4h5v16h-5M12 2v20" />,
  picture: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="1.5" />
      <path d="m4 16.5 5-5 4 4 2.5-2.5 4.5 4.5M15.5 9.2v.2" />
    </>
  ),
  video: (
    <>
      <rect x="3" y="6.5" width="12.5" height="11" rx="1.5" />
      <path d="m15.5 11 5.5-3.5v9L15.5 13" />
    </>
  ),
  film: (
    <>
      <rect x="4" y="4.5" width="16" height="15" rx="1.5" />
      <path d="M8 4.5v15M16 4.5v15M4 9.5h4M4 14.5h4M16 9.5h4M16 14.5h4" />
    </>
  ),
  expand: <path d="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" />,
  shrink: <path d="M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5" />,
  input: <path d="M3 12h11M10 8l4 4-4 4M14 4h6v16h-6" />,
  cell: <path d="M12 3.5 20 8v8l-8 4.5-8-4.5V8zM4 8l8 4.5L20 8M12 12.5v8" />,
  bonds: <path d="M4 15 12 9l8 6M12 9V3" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof paths;

/** A sign. It never is alone: the control or text next to it says the same as text. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="cv-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paths[name]}
    </svg>
  );
}
