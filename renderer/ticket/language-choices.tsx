/** Choices of the language on the ticket page, standard or simple. */
import type { JSX } from 'preact';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { Mark } from '../shared/components/mark.tsx';
import { CHECK } from '../shared/components/marks.ts';
import { BOOK } from '../shared/components/phone-marks.ts';
import { ownName } from '../shared/language.ts';
import type { Reading } from './reading.ts';

export function LanguageChoices({ language }: { readonly language: Reading }): JSX.Element {
  return (
    <>
      <LanguageChoice language={language} />
      <SimpleChoice language={language} />
    </>
  );
}

function LanguageChoice({ language }: { readonly language: Reading }): JSX.Element {
  return (
    <label class="language">
      <span>{language.t.value('language')}</span>
      <select value={language.usual.value} onChange={(event) => language.choose(event.currentTarget.value)}>
        {LANGUAGES.map((id) => (
          <option key={id} value={id} lang={id}>
            {ownName(id)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Toggles simple language, like the button at the kiosk. */
function SimpleChoice({ language }: { readonly language: Reading }): JSX.Element {
  const on = language.isSimple.value;
  return (
    <button type="button" class="button" aria-pressed={on} onClick={() => language.chooseSimple(!on)}>
      <Mark path={on ? CHECK : BOOK} />
      <span>{language.t.value('simple')}</span>
    </button>
  );
}
