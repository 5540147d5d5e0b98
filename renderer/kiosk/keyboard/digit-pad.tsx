/** On-screen digit pad. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { Icon } from '../parts/icon.tsx';
import type { KeyPress } from './edit.ts';
import { Key } from './key.tsx';
import { digitRows, type PadKey } from './pad-rows.ts';
import { useKeyRoom } from './use-key-room.ts';

interface DigitPadProps {
  readonly t: TFunction;
  /** Characters beside the digits, at most two. */
  readonly signs: readonly string[];
  readonly onPress: (press: KeyPress) => void;
}

/** Telephone layout; wider in a low space. */
export function DigitPad({ t, signs, onPress }: DigitPadProps): JSX.Element {
  const { box, cells } = useKeyRoom();
  const { isNarrow, isPushed } = useModel();
  const keyOf = (key: PadKey, at: number): JSX.Element => {
    if (key === 'none') return <span class="key-gap" key={at} />;
    if (key === 'clear') {
      return (
        <Key class="key-words" key={key} onPress={() => onPress({ kind: 'clear' })}>
          {t('form.key.clear')}
        </Key>
      );
    }
    if (key === 'backspace') {
      return (
        <Key label={t('form.key.backspace')} key={key} onPress={() => onPress({ kind: 'backspace' })}>
          <Icon name="backspace" />
        </Key>
      );
    }
    return (
      <Key key={key} onPress={() => onPress({ kind: 'text', text: key })}>
        {key}
      </Key>
    );
  };
  const rows = digitRows(cells, signs, !(isNarrow.value && isPushed.value));
  const columns = Math.max(...rows.map((row) => row.length));
  return (
    <div class="key-room" ref={box}>
      <fieldset class="keyboard digit-pad" dir="ltr" aria-label={t('form.digits')} style={{ '--columns': columns }}>
        {rows.map((row) => (
          <div class="keys" key={row.join('')}>
            {row.map(keyOf)}
          </div>
        ))}
      </fieldset>
    </div>
  );
}
