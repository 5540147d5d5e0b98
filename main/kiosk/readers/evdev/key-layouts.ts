/**
 * Characters of keys, by the reader's keyboard layout.
 *
 * Readers send key codes (Linux: input-event-codes.h), not characters, and layouts differ between countries.
 */
export const LAYOUTS = ['us', 'de', 'fr', 'pt'] as const;
export type LayoutName = (typeof LAYOUTS)[number];

export interface KeyLayout {
  /** Characters of a key, alone, with Shift and with AltGr. */
  readonly plain: ReadonlyMap<number, string>;
  readonly shifted: ReadonlyMap<number, string>;
  readonly altGr: ReadonlyMap<number, string>;
  /** Dead keys: they combine with the next letter; a following space gives the character itself. */
  readonly dead: ReadonlySet<string>;
}

/** First key of each row of consecutive keys: digits, and three rows of letters. */
const ROWS = [2, 16, 30, 44] as const;
/** The key left of the digit 1, the extra key next to Enter, and the one next to the left Shift. */
const ODD_KEYS = [41, 43, 86] as const;
const SPACE_KEY = 57;
const KEYPAD: readonly (readonly [number, string])[] = [
  ...[...'789-456+1230.'].map((character, at) => [71 + at, character] as const),
  [55, '*'],
  [98, '/'],
  [117, '='],
];

interface Printed {
  /** The four rows, and the three odd keys. A space marks a key without a character. */
  readonly rows: readonly [string, string, string, string, string];
  readonly shifted: readonly [string, string, string, string, string];
  readonly altGr: Readonly<Record<number, string>>;
  readonly dead: string;
}

const PRINTED: Readonly<Record<LayoutName, Printed>> = {
  us: {
    rows: ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', '`\\<'],
    shifted: ['!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"', 'ZXCVBNM<>?', '~|>'],
    altGr: {},
    dead: '',
  },
  de: {
    rows: ['1234567890ß´', 'qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-', '^#<'],
    shifted: ['!"§$%&/()=?`', 'QWERTZUIOPÜ*', 'ASDFGHJKLÖÄ', 'YXCVBNM;:_', "°'>"],
    altGr: { 3: '²', 4: '³', 8: '{', 9: '[', 10: ']', 11: '}', 12: '\\', 16: '@', 18: '€', 27: '~', 50: 'µ', 86: '|' },
    dead: '^´`',
  },
  fr: {
    rows: ['&é"\'(-è_çà)=', 'azertyuiop^$', 'qsdfghjklmù', 'wxcvbn,;:!', '²*<'],
    shifted: ['1234567890°+', 'AZERTYUIOP¨£', 'QSDFGHJKLM%', 'WXCVBN?./§', ' µ>'],
    altGr: { 3: '~', 4: '#', 5: '{', 6: '[', 7: '|', 8: '`', 9: '\\', 10: '^', 11: '@', 12: ']', 13: '}', 18: '€' },
    dead: '^¨',
  },
  pt: {
    rows: ["1234567890'«", 'qwertyuiop+´', 'asdfghjklçº', 'zxcvbnm,.-', '\\~<'],
    shifted: ['!"#$%&/()=?»', 'QWERTYUIOP*`', 'ASDFGHJKLÇª', 'ZXCVBNM;:_', '|^>'],
    altGr: { 3: '@', 4: '£', 5: '§', 8: '{', 9: '[', 10: ']', 11: '}', 18: '€' },
    dead: '´`~^',
  },
};

function keysOf(rows: Printed['rows']): Map<number, string> {
  const keys = new Map<number, string>([[SPACE_KEY, ' ']]);
  rows.forEach((row, index) => {
    [...row].forEach((character, at) => {
      const key = index < ROWS.length ? (ROWS[index] ?? 0) + at : (ODD_KEYS[at] ?? 0);
      if (character !== ' ') keys.set(key, character);
    });
  });
  return keys;
}

/** Keypads differ only in the comma. With Num Lock on, as readers use it. */
function withKeypad(keys: Map<number, string>, name: LayoutName): ReadonlyMap<number, string> {
  for (const [key, character] of KEYPAD) {
    keys.set(key, character === '.' && name === 'de' ? ',' : character);
  }
  return keys;
}

export function keyLayout(name: LayoutName): KeyLayout {
  const { rows, shifted, altGr, dead } = PRINTED[name];
  return {
    plain: withKeypad(keysOf(rows), name),
    shifted: withKeypad(keysOf(shifted), name),
    altGr: new Map(Object.entries(altGr).map(([key, character]) => [Number(key), character])),
    dead: new Set(dead),
  };
}
