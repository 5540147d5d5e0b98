/** PIN entry of the operator panel. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DigitPad } from '../keyboard/digit-pad.tsx';
import { edit, type KeyPress } from '../keyboard/edit.ts';
import { watchTyping } from '../keyboard/typing.ts';
import { useModel } from '../model.ts';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import type { PanelProps } from './panel-frame.tsx';

const MAX_DIGITS = 12;
const MINUTE_MS = 60_000;

/** PIN entry by touch or keys. The input stays in this component, and is not shown. */
export function PinPart({ state, t, screen }: PanelProps<'pin'>): JSX.Element {
  const { call } = useModel();
  const [pin, setPin] = useState('');
  const waits = screen.checking || screen.fault === 'wait';

  const press = (key: KeyPress): void => {
    if (waits || (key.kind === 'text' && !/^[0-9]$/.test(key.text))) return;
    setPin((before) => edit(before, key, MAX_DIGITS));
  };
  const send = (): void => {
    if (waits || pin === '') return;
    call('panelPin', { pin });
    setPin('');
  };
  const latest = useRef({ press, send, hasReader: state.wedge !== null });
  latest.current = { press, send, hasReader: state.wedge !== null };
  useEffect(
    () =>
      watchTyping({
        hasReader: () => latest.current.hasReader,
        onPress: (key) => latest.current.press(key),
        onEnter: () => latest.current.send(),
      }),
    [],
  );

  const said = pin === '' ? faultText(screen, t) : '';
  return (
    <Frame
      state={state}
      t={t}
      title={t('panel.pin.title')}
      text={t('panel.pin.text')}
      languages={false}
      steps={[
        { label: t('back'), icon: 'back', onClick: () => call('closePanel', {}) },
        {
          label: t('panel.pin.open'),
          icon: 'forth',
          primary: true,
          onward: true,
          waits: waits || pin === '',
          onClick: send,
        },
      ]}
    >
      <div class="question pin" data-kind="text" aria-busy={screen.checking}>
        <div class={said === '' ? 'question-hint' : 'question-hint question-fault'} id="pin-hint">
          {said !== '' && (
            <>
              <Icon name="note" />
              <span role="alert">{said}</span>
            </>
          )}
          {said === '' && screen.checking && t('issuing.title')}
        </div>
        <div class="line">
          <output class="line-text pin-digits" dir="ltr" aria-label={t('panel.pin.digits', { digits: pin.length })}>
            <span aria-hidden="true">{'•'.repeat(pin.length)}</span>
          </output>
        </div>
        <DigitPad t={t} signs={[]} onPress={press} />
      </div>
    </Frame>
  );
}

function faultText({ fault, waitMs }: PanelProps<'pin'>['screen'], t: PanelProps<'pin'>['t']): string {
  if (fault === 'wrong') return t('panel.pin.wrong');
  if (fault !== 'wait') return '';
  return waitMs <= MINUTE_MS
    ? t('panel.pin.waitSeconds', { seconds: Math.ceil(waitMs / 1000) })
    : t('panel.pin.waitMinutes', { minutes: Math.ceil(waitMs / MINUTE_MS) });
}
