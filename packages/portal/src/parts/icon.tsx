const shapes = {
  folder: 'M3 6.5A1.5 1.5 0 0 1 4.5 5h4l2 2.5h9A1.5 1.5 0 0 1 21 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z',
  item: 'M8 3h8M9.5 3v6L4.6 17.6A2 2 0 0 0 6.3 20.600h11.4a2 2 0 0 0 1.700-3L14.500 9V3M7 15h10',
  star: 'M12 3.500l2.600 5.500 6 .800-4.400 4.200 1.100 6L12 17.100 6.700 20l1.100-6L3.400 9.800l6-.800z',
  more: 'M4.200 12a.800.800 0 1 0 1.600 0 .800.800 0 1 0-1.600 0M11.200 12a.800.800 0 1 0 1.600 0 .800.800 0 1 0-1.600 0M18.200 12a.800.800 0 1 0 1.600 0 .800.800 0 1 0-1.600 0',
  menu: 'M4 7h16M4 12h16M4 17h16',
  protein: 'M5 4c6 0 6 5.500 12 5.500M5 20c6 0 6-5.500 12-5.500M5 12c5 0 8-2.500 14-2.500M5 12c5 0 8 2.500 14 2.500',
  plus: 'M12 5v14M5 12h14',
  hide: 'M5 5v14M19 12H9M13 7.500L8.500 12l4.500 4.500',
  close: 'M6.500 6.500l11 11M17.500 6.500l-11 11',
  upload: 'M12 16V4.500M7 9.500l5-5 5 5M4 15.500v3A1.500 1.500 0 0 0 5.500 20h13a1.500 1.500 0 0 0 1.500-1.500v-3',
} as const;

/** A small drawing beside a word, or alone where its button carries a label. */
export function Icon({ name, filled = false }: { name: keyof typeof shapes; filled?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className={filled ? 'cv-icon filled' : 'cv-icon'} aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
