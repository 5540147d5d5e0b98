import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { KeyPress } from './edit.ts';
import { Key } from './key.tsx';
import {
  accentsOf,
  codeLettersOf,
  DIGITS,
  faceOf,
  hasCapitals,
  isLatin,
  latinOf,
  lettersOf,
  SYMBOLS,
} from './layouts.ts';

interface KeyboardProps {
  readonly t: TFunction;
  readonly lang: string;
  readonly siteLanguages: readonly string[];
  /** An address: Latin letters, small, with the signs that it takes. */
  readonly email: boolean;
  /** Begins with Latin letters whatever the language: for numbers of files and the like. */
  readonly latin: boolean;
  /** A code: capitals, no signs. */
  readonly code: boolean;
  /** The next letter begins the text: it is a capital. */
  readonly begins: boolean;
  readonly onPress: (press: KeyPress) => void;
}

type Layer = 'letters' | 'latin' | 'accents' | 'symbols';
type Shift = 'off' | 'once' | 'lock';

const AFTER: Readonly<Record<Shift, Shift>> = { off: 'once', once: 'lock', lock: 'off' };

/** Letters of the visitor's language, with the other letters of the site's languages and the signs one touch away. */
export function Keyboard({ t, lang, siteLanguages, email, latin, code, begins, onPress }: KeyboardProps): JSX.Element {
  const [layer, setLayer] = useState<Layer>(email || latin ? 'latin' : 'letters');
  const [shift, setShift] = useState<Shift>(code ? 'lock' : begins ? 'once' : 'off');
  const ownScript = !isLatin(lang);
  const main = ownScript ? layer : layer === 'latin' ? 'letters' : layer;
  const rows = {
    letters: code && !ownScript ? codeLettersOf(lang) : lettersOf(lang),
    latin: code ? codeLettersOf(lang) : latinOf(lang),
    accents: accentsOf(lang, siteLanguages),
    symbols: SYMBOLS,
  };
  const mayBeCapital = main !== 'symbols' && (main === 'latin' || hasCapitals(lang));
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
  const accents = ownScript ? rows.accents.flat().slice(0, 3).join('') : 'áçü';
  const [first = [], second = [], third = []] = rows[main];

  return (
    <fieldset class="keyboard" dir="ltr" aria-label={t('form.keyboard')}>
      <div class="keys">{keysOf(DIGITS)}</div>
      <div class="keys">{keysOf(first)}</div>
      <div class="keys">{keysOf(second)}</div>
      <div class="keys">
        {hasShift && (
          <Key
            class="key-wide"
            label={t('form.key.shift')}
            down={shift !== 'off'}
            onPress={() => setShift(AFTER[shift])}
          >
            <Icon name={shift === 'lock' ? 'shiftLock' : 'shift'} />
          </Key>
        )}
        {keysOf(third)}
        <Key class="key-wide" label={t('form.key.backspace')} onPress={() => onPress({ kind: 'backspace' })}>
          <Icon name="backspace" />
        </Key>
      </div>
      <div class="keys">
        {!code && toLayer('symbols', t('form.key.symbols'), '?&#')}
        {!code && accents !== '' && toLayer('accents', t('form.key.accents'), accents)}
        {ownScript && toLayer('latin', t('form.key.latin'), 'ABC')}
        {email && keysOf(['@'])}
        <Key class="key-space" label={t('form.key.space')} onPress={() => write(' ')}>
          <Icon name="space" />
        </Key>
        {keysOf(email ? ['.', '-'] : ['-'])}
        <Key class="key-wide key-words" onPress={() => onPress({ kind: 'clear' })}>
          {t('form.key.clear')}
        </Key>
      </div>
    </fieldset>
  );
}
