import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import type { KeyPress } from './edit.ts';
import { Key } from './key.tsx';

interface DigitPadProps {
  readonly t: TFunction;
  /** Signs beside the digits, at most two. */
  readonly signs: readonly string[];
  readonly onPress: (press: KeyPress) => void;
}

/** As on a telephone. */
export function DigitPad({ t, signs, onPress }: DigitPadProps): JSX.Element {
  const keyOf = (text: string): JSX.Element => (
    <Key key={text} onPress={() => onPress({ kind: 'text', text })}>
      {text}
    </Key>
  );
  const [left, right] = signs;
  return (
    <fieldset class="keyboard digit-pad" dir="ltr" aria-label={t('form.digits')}>
      {['123', '456', '789'].map((digits) => (
        <div class="keys" key={digits}>
          {[...digits].map(keyOf)}
        </div>
      ))}
      <div class="keys">
        {left === undefined ? <span class="key-gap" /> : keyOf(left)}
        {keyOf('0')}
        {right === undefined ? <span class="key-gap" /> : keyOf(right)}
      </div>
      <div class="keys">
        <Key class="key-words" onPress={() => onPress({ kind: 'clear' })}>
          {t('form.key.clear')}
        </Key>
        <Key label={t('form.key.backspace')} onPress={() => onPress({ kind: 'backspace' })}>
          <Icon name="backspace" />
        </Key>
      </div>
    </fieldset>
  );
}
