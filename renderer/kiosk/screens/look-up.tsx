/** Check-in by name or number and birthday. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ANSWER_TYPE } from '../../../main/forms/contract/form-constants.ts';
import { type KioskPageModel, useModel } from '../model.ts';
import { StartingScreen } from './away.tsx';
import type { KioskScreenProps } from './screen.ts';
import { TypedEntry } from './typed-entry.tsx';

/** Maximum length of a typed name. */
const MAX_LETTERS = 100;

const hasTexts = signal(false);

/** Loads its texts, which few kiosks need. Each screen that offers it retries. */
export function fetchLookUp({ addTexts }: KioskPageModel): void {
  if (hasTexts.peek()) return;
  import('./look-up-texts.ts').then(
    async ({ lookUpTexts }) => {
      await addTexts(...lookUpTexts);
      hasTexts.value = true;
    },
    () => undefined,
  );
}

/** Check-in without a code: name or number, then birthday, one question at a time. */
export function LookUpScreen({ state, t, screen }: KioskScreenProps<'look-up'>): JSX.Element {
  const model = useModel();
  useEffect(() => fetchLookUp(model), [model]);
  if (!hasTexts.value) return <StartingScreen />;
  const { asks, by, fault } = screen;
  const isDate = asks === 'birthday';
  const words = `lookUp.${isDate ? asks : by}`;
  const group = fault === 'wait' ? 'checkIn' : 'form';
  return (
    <TypedEntry
      key={asks}
      state={state}
      t={t}
      title={t(`${words}.title`)}
      type={isDate ? ANSWER_TYPE.date : ANSWER_TYPE.text}
      first={screen.answer}
      hint={t(`${words}.hint`)}
      said={fault && t(fault === 'unknown' ? 'lookUp.unknown' : `${group}.fault.${fault}`)}
      go={t(isDate ? 'checkIn.go' : 'form.next')}
      looking={screen.looking}
      clean={(text) => text.slice(0, MAX_LETTERS)}
      onSend={(call, answer) => call('lookUp', { asks, answer })}
    />
  );
}
