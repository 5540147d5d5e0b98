/** On-screen keyboard in the visitor's language. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { KeyPress } from './edit.ts';
import { Key } from './key.tsx';
import { type Cells, inRows, pagesOf } from './key-room.ts';
import {
  accentsOf,
  codeLettersOf,
  DIGITS,
  faceOf,
  hasCapitals,
  inOrder,
  isLatin,
  latinOf,
  lettersOf,
  onKeyOf,
  SYMBOLS,
  spillOf,
} from './layouts.ts';
import { useKeyRoom } from './use-key-room.ts';

interface KeyboardProps {
  readonly t: TFunction;
  readonly lang: string;
  readonly siteLanguages: readonly string[];
  /** E-mail address: lowercase Latin letters, with its special characters. */
  readonly email: boolean;
  /** Starts with Latin letters in every language, for file numbers and similar. */
  readonly latin: boolean;
  /** Code: capitals, no symbols. */
  readonly code: boolean;
  /** Start of the text: capital letter. */
  readonly begins: boolean;
  readonly onPress: (press: KeyPress) => void;
}

type Layer = 'letters' | 'latin' | 'accents' | 'symbols' | 'digits';

type Shift = 'off' | 'once' | 'lock';

const AFTER: Readonly<Record<Shift, Shift>> = { off: 'once', once: 'lock', lock: 'off' };

/** Rows of the full keyboard with digits. */
const ALL_ROWS = 5;

/** A set of letters, in search order. */
interface KeySet {
  readonly id: 'letters' | 'latin' | 'symbols';
  /** Label of the key that opens the set. */
  readonly sign: string;
  readonly label: string;
  readonly letters: readonly string[];
}

interface PagedKeyboardProps {
  readonly t: TFunction;
  readonly cells: Cells;
  readonly sets: readonly KeySet[];
  /** The visible set. */
  readonly shown: string;
  readonly onShow: (id: KeySet['id']) => void;
  /** Keys on every page: shift, space, backspace. */
  readonly controls: readonly JSX.Element[];
  readonly raised: (letter: string) => string;
  readonly write: (letter: string) => void;
}

/** Keyboard with pages, for small spaces: one page of letters, and keys that name the others. */
function PagedKeyboard(props: PagedKeyboardProps): JSX.Element {
  const { t, cells, sets, shown, onShow, controls, raised, write } = props;
  const [turned, setTurned] = useState(0);
  // One key turns the page, one opens each other set.
  const count = controls.length + sets.length;
  const all = sets.map(({ letters }) => pagesOf(letters, cells, count));
  const set = Math.max(
    0,
    sets.findIndex(({ id }) => id === shown),
  );
  const pages = all[set]?.pages ?? [];
  const page = turned % Math.max(1, pages.length);
  const letters = pages[page] ?? [];
  const rows = Math.max(...all.map((each) => each.rows));
  const next = (page + 1) % pages.length;
  const range = rangeOf(pages[next] ?? [], raised);
  const turns = pages.length > 1 && (
    <Key class="key-control" label={`${t('form.key.accents')} ${range}`} onPress={() => setTurned(next)} key="turn">
      {range}
    </Key>
  );
  const others = sets.flatMap(({ id, sign, label }, at) =>
    at === set
      ? []
      : [
          <Key
            class="key-control"
            key={id}
            label={`${label} ${sign}`}
            onPress={() => {
              setTurned(0);
              onShow(id);
            }}
          >
            {sign}
          </Key>,
        ],
  );
  const below = [...(turns === false ? [] : [turns]), ...others, ...controls];
  return (
    <fieldset class="keyboard keyboard-paged" dir="ltr" aria-label={t('form.keyboard')}>
      {inRows(letters, rows).map((row) => (
        <div class="keys" key={row.join('')}>
          {row.map((letter) => (
            <Key key={letter} onPress={() => write(raised(letter))}>
              {faceOf(raised(letter))}
            </Key>
          ))}
        </div>
      ))}
      {inRows(below, Math.ceil(below.length / cells.columns)).map((row, at) => (
        <div class="keys" key={`below ${at}`}>
          {row}
        </div>
      ))}
    </fieldset>
  );
}

/** Range of another page: its first and last letter. */
function rangeOf(letters: readonly string[], raised: (letter: string) => string): string {
  const ends = [letters[0], letters.at(-1)].map((letter) => faceOf(raised(letter ?? '')));
  return ends.join('–');
}

/** Keyboard of the visitor's language, with letters of the site's other languages and symbols one touch away. */
export function Keyboard({ t, lang, siteLanguages, email, latin, code, begins, onPress }: KeyboardProps): JSX.Element {
  const { box, cells } = useKeyRoom();
  const [layer, setLayer] = useState<Layer>(email || latin ? 'latin' : 'letters');
  const [shift, setShift] = useState<Shift>(code ? 'lock' : begins ? 'once' : 'off');
  const ownScript = !isLatin(lang);
  const main = ownScript ? layer : layer === 'latin' ? 'letters' : layer;
  const rows = {
    letters: code && !ownScript ? codeLettersOf(lang) : lettersOf(lang),
    latin: code ? codeLettersOf(lang) : latinOf(lang),
    accents: accentsOf(lang, siteLanguages),
    symbols: SYMBOLS,
    digits: [DIGITS, SYMBOLS[0] ?? []],
  };
  const mayBeCapital = main !== 'symbols' && main !== 'digits' && (main === 'latin' || hasCapitals(lang));
  const capital = shift !== 'off' && mayBeCapital;
  const hasShift = !code && mayBeCapital;

  const write = (text: string): void => {
    onPress({ kind: 'text', text });
    if (shift === 'once') setShift('off');
  };
  const raised = (letter: string): string => {
    // A code is the same in every language: its I has no dot.
    const upper = code ? letter.toUpperCase() : letter.toLocaleUpperCase(lang.replaceAll('_', '-'));
    return capital && [...upper].length === 1 ? upper : letter;
  };
  const keysOf = (letters: readonly string[]): readonly JSX.Element[] =>
    letters.map((letter) => (
      <Key key={letter} onPress={() => write(raised(letter))}>
        {faceOf(raised(letter))}
      </Key>
    ));
  const toLayer = (to: Layer, label: string, sign: string): JSX.Element => {
    const down = main === to;
    const home = ownScript && email ? 'latin' : 'letters';
    return (
      <Key class="key-wide" label={`${label} ${sign}`} down={down} onPress={() => setLayer(down ? home : to)}>
        {sign}
      </Key>
    );
  };
  const accents = ownScript ? rows.accents.flat().slice(0, onKeyOf(lang)).join('') : 'áçü';
  const shiftKey = hasShift && (
    <Key
      class="key-wide"
      label={t('form.key.shift')}
      down={shift !== 'off'}
      onPress={() => setShift(AFTER[shift])}
      key="shift"
    >
      <Icon name={shift === 'lock' ? 'shiftLock' : 'shift'} />
    </Key>
  );
  const backspace = (
    <Key
      class="key-wide"
      label={t('form.key.backspace')}
      onPress={() => onPress({ kind: 'backspace' })}
      key="backspace"
    >
      <Icon name="backspace" />
    </Key>
  );
  const space = (
    <Key class="key-space" label={t('form.key.space')} onPress={() => write(' ')} key="space">
      <Icon name="space" />
    </Key>
  );

  const paged = (): JSX.Element => {
    const signs: KeySet = {
      id: 'symbols',
      sign: '123',
      label: t('form.key.symbols'),
      letters: code ? [...DIGITS, '-'] : [...DIGITS, ...(email ? '@.-_' : ''), ...SYMBOLS.flat()].filter(isFirst),
    };
    const ownLetters: KeySet = {
      id: 'letters',
      sign: rows.letters.flat().slice(0, onKeyOf(lang)).join(''),
      label: t('form.keyboard'),
      letters: [...inOrder(rows.letters.flat(), lang), ...(code ? [] : rows.accents.flat())],
    };
    const latinLetters: KeySet = {
      id: 'latin',
      sign: 'ABC',
      label: t('form.key.latin'),
      letters: inOrder(rows.latin.flat(), 'en'),
    };
    const written = ownScript
      ? email || latin
        ? [latinLetters, ...(code || email ? [] : [ownLetters])]
        : [ownLetters, latinLetters]
      : [{ ...ownLetters, sign: 'ABC' }];
    return (
      <PagedKeyboard
        t={t}
        cells={cells}
        sets={[...written, signs]}
        shown={main}
        onShow={(id) => setLayer(id)}
        controls={[...(shiftKey === false ? [] : [shiftKey]), space, backspace]}
        raised={raised}
        write={write}
      />
    );
  };

  const whole = (hasDigits: boolean): JSX.Element => {
    const { kept, spilt } = spillOf(rows[main === 'digits' && hasDigits ? 'letters' : main], cells.columns, hasShift);
    const [first = [], second = [], third = []] = kept;
    const count = ALL_ROWS - (hasDigits ? 0 : 1) + (spills ? 1 : 0);
    return (
      <fieldset class="keyboard" dir="ltr" aria-label={t('form.keyboard')} style={{ '--rows': count }}>
        {hasDigits && <div class="keys">{keysOf(DIGITS)}</div>}
        <div class="keys">{keysOf(first)}</div>
        <div class="keys">{keysOf(second)}</div>
        <div class="keys">
          {shiftKey}
          {keysOf(third)}
          {backspace}
        </div>
        {spills && <div class="keys">{keysOf(spilt)}</div>}
        <div class="keys">
          {!hasDigits && toLayer('digits', t('form.digits'), '123')}
          {!code && toLayer('symbols', t('form.key.symbols'), '?&#')}
          {!code && accents !== '' && toLayer('accents', t('form.key.accents'), accents)}
          {ownScript && toLayer('latin', t('form.key.latin'), 'ABC')}
          {email && keysOf(['@'])}
          {space}
          {keysOf(email ? ['.', '-'] : ['-'])}
          <Key class="key-wide key-words" onPress={() => onPress({ kind: 'clear' })}>
            {t('form.key.clear')}
          </Key>
        </div>
      </fieldset>
    );
  };

  const spilt = Object.values(rows).map((each) => spillOf(each, cells.columns, hasShift).spilt.length);
  const spills = Math.max(...spilt) > 0;
  // The last row has its own keys, and keys with words are two cells wide.
  const inLast = 5 + (code ? 0 : 2) + (ownScript ? 1 : 0) + (email ? 2 : 0);
  const fits = cells.columns >= Math.max(DIGITS.length, inLast, ...spilt);
  const free = cells.rows - (spills ? 1 : 0);
  return (
    <div class="key-room" ref={box}>
      {fits && free >= ALL_ROWS - 1 ? whole(free >= ALL_ROWS) : paged()}
    </div>
  );
}

function isFirst(letter: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(letter) === at;
}
