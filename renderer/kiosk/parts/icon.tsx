/** Icons of the kiosk by name. */
import type { JSX } from 'preact';
import {
  AGAIN,
  BACKSPACE,
  BOX,
  BOX_CHOSEN,
  CALENDAR_CHECK,
  CARD,
  CHOSEN,
  DESK_BELL,
  INSIDE,
  LISTEN,
  MINUS,
  MOON,
  NETWORK,
  PRIORITY,
  REACH,
  RING,
  RING_HALF,
  SHIFT,
  SHIFT_LOCK,
  SPACE,
  STAR,
  TEXT_SIZE,
  TICKET,
} from '../../shared/components/kiosk-marks.ts';
import { DESK, DOWN, LIST, NOTE, PLUS } from '../../shared/components/kiosk-staff-marks.ts';
import { ATTENTION, BACK, CHECK, CLOCK, CROSS, FORTH, LANGUAGE, PEOPLE } from '../../shared/components/marks.ts';
import { BOOK } from '../../shared/components/phone-marks.ts';

const PATHS = {
  people: PEOPLE,
  clock: CLOCK,
  back: BACK,
  forth: FORTH,
  list: LIST,
  inside: INSIDE,
  down: DOWN,
  check: CHECK,
  card: CARD,
  contrast: RING,
  reach: REACH,
  settings: TEXT_SIZE,
  priority: PRIORITY,
  note: NOTE,
  calendar: CALENDAR_CHECK,
  attention: ATTENTION,
  paper: TICKET,
  moon: MOON,
  shift: SHIFT,
  shiftLock: SHIFT_LOCK,
  backspace: BACKSPACE,
  space: SPACE,
  cross: CROSS,
  ring: RING,
  chosen: CHOSEN,
  box: BOX,
  boxChosen: BOX_CHOSEN,
  star: STAR,
  again: AGAIN,
  listen: LISTEN,
  simple: BOOK,
  languages: LANGUAGE,
  minus: MINUS,
  plus: PLUS,
  network: NETWORK,
  desk: DESK,
  bell: DESK_BELL,
} as const;

export type IconName = keyof typeof PATHS;

/** `turns`: a directional icon, mirrored in right-to-left languages. */
export function Icon({ name, turns = false }: { readonly name: IconName; readonly turns?: boolean }): JSX.Element {
  return (
    <svg class={turns ? 'icon icon-turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
      {name === 'contrast' && <path class="icon-fill" d={RING_HALF} />}
    </svg>
  );
}
