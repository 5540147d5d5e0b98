/** Icons. */
import type { JSX } from 'preact';

/** Icons on a 24 by 24 grid with one stroke width. Always beside a text, never instead of one. */
const PATHS = {
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.9a3.4 3.4 0 0 1 0 6.2M18 14.6c2.1.8 3.5 2.7 3.5 5.4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3.2 2',
  back: 'M10.5 5.5 4 12l6.5 6.5M4.5 12H20',
  forth: 'M13.5 5.5 20 12l-6.5 6.5M19.5 12H4',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.1M4.5 12h.1M4.5 18h.1',
  inside: 'M9 5l7 7-7 7',
  down: 'M12 3.5v16M5 13l7 7 7-7',
  check: 'M4.5 12.5 10 18 20 6.5',
  card: 'M3 6.5h18v11H3zM3 10.5h18M6.5 14.5h4',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  reach: 'M4 3.5h16M12 7.5V20M6.5 14.5 12 20l5.5-5.5',
  settings: 'M2 19 7.5 5 13 19M4 14.5h7M15 19l3.2-8 3.3 8M16.2 16h4.2',
  priority:
    'M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19ZM12 6.6v.2M7.2 10.2l4.8 1 4.8-1M12 11.2v3.3l-2.2 4M12 14.5l2.2 4',
  note: 'M5 3.5h14v17H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  calendar: 'M4 6h16v14.5H4zM4 10.5h16M8 3.5v4M16 3.5v4M8.5 15.2l2.4 2.4 4.6-4.6',
  attention: 'M12 3.5 2.5 20h19L12 3.5ZM12 10v4.5M12 17.3v.2',
  paper: 'M7 3.5h10V17l-2.5 2-2.5-2-2.5 2L7 17zM10 8h4M10 11.5h4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  shift: 'M12 4 4.5 12H8.5V19h7v-7h4L12 4Z',
  shiftLock: 'M12 3 4.5 11H8.5V16h7v-5h4L12 3ZM8.5 20.5h7',
  backspace: 'M8.5 5H21v14H8.5L2.5 12 8.5 5ZM12 9.5l5 5M17 9.5l-5 5',
  space: 'M4 10v5h16v-5',
  cross: 'M6 6l12 12M18 6 6 18',
  ring: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  chosen: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.2l2.8 2.8L16 9.5',
  box: 'M4 4h16v16H4z',
  boxChosen: 'M4 4h16v16H4zM8 12.2l2.8 2.8L16 9.5',
  star: 'M12 3.2 14.7 9l6.3.8-4.6 4.4 1.2 6.3L12 17.4l-5.6 3.1 1.2-6.3L3 9.8 9.3 9 12 3.2Z',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5M20 4v5.5h-5.5',
  listen: 'M5 14v-2a7 7 0 0 1 14 0v2M4 14h4v6H5.5A1.5 1.5 0 0 1 4 18.5zM20 14h-4v6h2.5a1.5 1.5 0 0 0 1.5-1.5z',
  simple: 'M12 6.5V20M12 6.5C10 4.7 7 4 2.5 4v13.5c4.5 0 7.5.7 9.5 2.5 2-1.8 5-2.5 9.5-2.5V4C17 4 14 4.7 12 6.5',
  languages:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.6 2.5 3.8 5.5 3.8 9s-1.2 6.5-3.8 9M12 3c-2.6 2.5-3.8 5.5-3.8 9s1.2 6.5 3.8 9',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  network: 'M9 3.5h6V9H9zM2.5 15h6v5.5h-6zM15.5 15h6v5.5h-6zM12 9v3M5.5 15v-3h13v3',
  desk: 'M3 12.5h18M5 12.5V20M19 12.5V20M12 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 12.5a4 4 0 0 1 8 0',
  bell: 'M4.5 17.5a7.5 7.5 0 0 1 15 0ZM2.5 20.5h19M12 10V6.5M9.5 6.3h5',
} as const;

export type IconName = keyof typeof PATHS;

/** `turns`: a directional icon, mirrored in right-to-left languages. */
export function Icon({ name, turns = false }: { readonly name: IconName; readonly turns?: boolean }): JSX.Element {
  return (
    <svg class={turns ? 'icon icon-turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
      {name === 'contrast' && <path class="icon-fill" d="M12 3a9 9 0 0 1 0 18Z" />}
    </svg>
  );
}
