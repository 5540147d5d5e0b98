/** Language controls of the utility bar. */
import type { JSX } from 'preact';
import type { KioskLanguage } from '../../../main/kiosk/contract/kiosk.ts';
import { languageTag } from '../../shared/i18n.ts';
import { useModel, type View } from '../model.ts';
import { FitText } from './fit-text.tsx';
import { Icon } from './icon.tsx';

/** Maximum languages beside the button of all languages. */
const MAX_DIRECT = 3;

/** On a wide screen the first languages of the site; on all others one button, named by the current language. */
export function LanguageStrip({ state, t }: View): JSX.Element {
  const { asksLanguage, call, hasDirectLanguages } = useModel();
  const { languages } = state;
  const direct = hasDirectLanguages.value ? languages.slice(0, MAX_DIRECT) : [];
  const current = languages.find(({ id }) => id === state.lang);
  // The current language is always in sight.
  const shown = current === undefined || direct.includes(current) ? direct : [...direct.slice(0, -1), current];
  const inStrip = direct.length === 0 ? [] : shown;
  const name = inStrip.length > 0 || current === undefined ? '' : current.name;
  return (
    <nav class="languages" aria-label={t('languages')}>
      <LanguageButtons languages={inStrip} state={state} onChoose={(lang) => call('chooseLanguage', { lang })} />
      {inStrip.length < languages.length && (
        <button
          type="button"
          class="nav to-languages"
          aria-label={name === '' ? t('languages') : t('pair', { name: t('languages'), value: name })}
          onClick={() => {
            asksLanguage.value = true;
          }}
        >
          <Icon name="languages" />
          <FitText text={name || t('languages')} />
        </button>
      )}
    </nav>
  );
}

interface ButtonsProps extends Pick<View, 'state'> {
  readonly languages: readonly KioskLanguage[];
  readonly onChoose: (lang: string) => void;
}

export function LanguageButtons({ languages, state, onChoose }: ButtonsProps): JSX.Element {
  const names = languages.map((language) => language.name);
  return (
    <>
      {languages.map((language) => (
        <button
          key={language.id}
          type="button"
          class="language"
          lang={languageTag(language.id)}
          dir={language.dir}
          aria-pressed={language.id === state.lang}
          onClick={() => onChoose(language.id)}
        >
          <FitText text={language.name} like={names} />
        </button>
      ))}
    </>
  );
}
