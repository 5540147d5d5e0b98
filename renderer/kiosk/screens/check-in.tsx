/** Screen for a typed appointment code. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ANSWER_TYPE } from '../../../main/forms/contract/form-constants.ts';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Icon } from '../parts/icon.tsx';
import { fetchLookUp } from './look-up.tsx';
import type { KioskScreenProps } from './screen.ts';
import { TypedEntry } from './typed-entry.tsx';

/** Maximum length of a typed code. */
const MAX_LETTERS = 60;

/** Entry of an appointment code, with the usual keyboard. */
export function CheckInScreen({ state, t, screen }: KioskScreenProps<'check-in'>): JSX.Element {
  const model = useModel();
  const offersLookUp = state.lookUp === true;
  useEffect(() => {
    if (offersLookUp) fetchLookUp(model);
  }, [model, offersLookUp]);
  return (
    <TypedEntry
      state={state}
      t={t}
      title={t('checkIn.title')}
      type={ANSWER_TYPE.text}
      first={[]}
      hint={t('checkIn.hint')}
      said={screen.fault === '' ? '' : t(`checkIn.fault.${screen.fault}`)}
      go={t('checkIn.go')}
      looking={screen.looking}
      code
      clean={(text) => text.toUpperCase().slice(0, MAX_LETTERS)}
      offer={
        offersLookUp && (
          <button type="button" class="nav other-way" onClick={() => model.call('startLookUp', {})}>
            <Icon name="calendar" />
            <FitText text={t('checkIn.forgot')} />
            <Icon name="inside" turns />
          </button>
        )
      }
      onSend={(call, code) => call('checkIn', { code })}
    />
  );
}
