/** Accessibility settings of a kiosk: keys, speech, single switch. */

/** Speech output: none, plugged-in headset, handset with its own sound, or loudspeaker. */
export const KIOSK_SPEECH = ['off', 'headset', 'private', 'loudspeaker'] as const;

/** Position of the ticket slot, as seen from the screen. */
export const TICKET_SLOTS = ['below', 'left', 'right', 'above'] as const;

export type TicketSlot = (typeof TICKET_SLOTS)[number];

export type KioskSpeech = (typeof KIOSK_SPEECH)[number];

/** Volume steps of the speech, each about 4 dB above the previous one. */
export const VOLUME_STEPS = 6;
/** Default volume of each visit: audible enough to find the key, and safe in a handset. */
export const SAFE_VOLUME = 3;

/** Maximum factor for all timeouts, for visitors who scan many controls slowly. */
export const MAX_PACE = 40;

/** Navigation: `next`, `previous`, `choose`, `back`, `repeat`, `help`. The others control the speech. */
export const KIOSK_ACTIONS = [
  'next',
  'previous',
  'choose',
  'back',
  'repeat',
  'help',
  'louder',
  'quieter',
  'faster',
  'slower',
  /** Keeps the screen black during speech, so that bystanders cannot read it. */
  'dark',
  /** Speech on and off. */
  'listen',
  /** Keys sent by a headset jack on plugging and unplugging. */
  'plugged',
  'unplugged',
] as const;

export type KioskAction = (typeof KIOSK_ACTIONS)[number];

/**
 * `F13=next, F14=previous, Numpad5=choose`. Keys have the names of KeyboardEvent.code. Letters and digits of the main
 * block are not allowed, because card readers type them.
 */
export const KEY_MAP_PATTERN = `^(\\s*(?!Key|Digit)[A-Z][A-Za-z0-9]*\\s*=\\s*(${KIOSK_ACTIONS.join('|')})\\s*(,|$))*$`;

/** Default keys of every kiosk. Keys with another common use work only during speech or scanning. */
const USUAL: Readonly<Record<string, KioskAction>> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  Enter: 'choose',
  NumpadEnter: 'choose',
  Escape: 'back',
  F1: 'help',
  F2: 'repeat',
  F3: 'quieter',
  F4: 'louder',
  F6: 'slower',
  F7: 'faster',
  F8: 'dark',
  F9: 'listen',
  // Numeric keypad, independent of NumLock.
  Numpad6: 'next',
  Numpad2: 'next',
  Numpad4: 'previous',
  Numpad8: 'previous',
  Numpad5: 'choose',
  Numpad0: 'back',
  NumpadMultiply: 'repeat',
  NumpadDivide: 'help',
  NumpadSubtract: 'quieter',
  NumpadAdd: 'louder',
};

/** From key names to actions. `own`: configured keys; `usual`: default keys. */
export interface KeyMap {
  readonly own: ReadonlyMap<string, KioskAction>;
  readonly usual: ReadonlyMap<string, KioskAction>;
}

/** @param map value from the site file; an invalid map yields no keys */
export function readKeyMap(map: string): KeyMap {
  const fits = new RegExp(KEY_MAP_PATTERN, 'u').test(map);
  const pairs = fits ? map.split(',').map((pair) => pair.split('=').map((word) => word.trim())) : [];
  const own = new Map<string, KioskAction>();
  for (const [key = '', deed] of pairs) if (isDeed(deed)) own.set(key, deed);
  return { own, usual: new Map(Object.entries(USUAL).filter(([key]) => !own.has(key))) };
}

function isDeed(word: string | undefined): word is KioskAction {
  return (KIOSK_ACTIONS as readonly (string | undefined)[]).includes(word);
}
