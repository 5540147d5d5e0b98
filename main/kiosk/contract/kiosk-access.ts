/**
 * Accessibility settings of a kiosk: keys, speech, single switch.
 *
 * Where it speaks, and what its keys do. Pure.
 */

/** Nowhere, in a headset that is plugged in, in an earpiece that alone has its sound, or aloud. */
export const KIOSK_SPEECH = ['off', 'headset', 'private', 'loudspeaker'] as const;

/** Where tickets come out of the kiosk, seen from its screen. */
export const TICKET_SLOTS = ['below', 'left', 'right', 'above'] as const;

export type TicketSlot = (typeof TICKET_SLOTS)[number];

export type KioskSpeech = (typeof KIOSK_SPEECH)[number];

/** Steps of loudness of the speech, each about 4 dB above the one before. */
export const VOLUME_STEPS = 6;
/** Where each visit begins until a technician says otherwise: loud enough to find the key, and no shock in an earpiece. */
export const SAFE_VOLUME = 3;

/** So many times as long as usual a visit may have for everything: for whoever scans many controls slowly. */
export const MAX_PACE = 40;

/** In a line: `next`, `previous`, `choose`, `back`, `repeat`, `help`. The others are of the speech. */
export const KIOSK_DEEDS = [
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
  /** The screen is black while somebody listens, so that nobody else reads it. */
  'dark',
  /** Speech on and off. */
  'listen',
  /** What a jack that tells by a key sends when a headset comes and goes. */
  'plugged',
  'unplugged',
] as const;

export type KioskDeed = (typeof KIOSK_DEEDS)[number];

/**
 * `F13=next, F14=previous, Numpad5=choose`. Keys have the names of KeyboardEvent.code. Letters and digits of the main
 * block are none: card readers type them.
 */
export const KEY_MAP_PATTERN = `^(\\s*(?!Key|Digit)[A-Z][A-Za-z0-9]*\\s*=\\s*(${KIOSK_DEEDS.join('|')})\\s*(,|$))*$`;

/** Of every kiosk; those that people press for something else count only while somebody listens or scans. */
const USUAL: Readonly<Record<string, KioskDeed>> = {
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
  // Of a numeric keypad, whatever NumLock is at.
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

/** From the name of a key to what it does. `own` is what the house has set, `usual` what other kiosks have. */
export interface KeyMap {
  readonly own: ReadonlyMap<string, KioskDeed>;
  readonly usual: ReadonlyMap<string, KioskDeed>;
}

/** @param map as in the site file; what does not follow its pattern has no keys. */
export function readKeyMap(map: string): KeyMap {
  const fits = new RegExp(KEY_MAP_PATTERN, 'u').test(map);
  const pairs = fits ? map.split(',').map((pair) => pair.split('=').map((word) => word.trim())) : [];
  const own = new Map<string, KioskDeed>();
  for (const [key = '', deed] of pairs) if (isDeed(deed)) own.set(key, deed);
  return { own, usual: new Map(Object.entries(USUAL).filter(([key]) => !own.has(key))) };
}

function isDeed(word: string | undefined): word is KioskDeed {
  return (KIOSK_DEEDS as readonly (string | undefined)[]).includes(word);
}
