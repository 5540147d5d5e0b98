/** Language buttons, with simple language. */
import type { JSX } from 'preact';
import { languageTag } from '../../shared/i18n.ts';
import { useModel, type View } from '../model.ts';
import { FitText, longestWord } from './fit-text.tsx';
import { Icon } from './icon.tsx';

/** Maximum buttons per row in a narrow strip; rows are evenly filled. */
const MAX_IN_ROW = 4;
/** Longer names in very large text reduce the row by one button; in average letters. */
const LONG_NAME = 9.5;

/** All languages of the site, each named in itself; followed by simple language for the current one. */
export function LanguageStrip({ state, t }: View): JSX.Element {
  const { access, call } = useModel();
  const { simple } = state;
  const count = state.languages.length + (simple == null ? 0 : 1);
  const isLong = access.text.value === 200 && state.languages.some(({ name }) => longestWord(name) > LONG_NAME);
  const inRow = Math.ceil(count / Math.ceil(count / (isLong ? MAX_IN_ROW - 1 : MAX_IN_ROW)));
  return (
    <nav class="languages" aria-label={t('languages')} style={{ '--count': count, '--in-row': inRow }}>
      <LanguageButtons state={state} onChoose={(lang) => call('chooseLanguage', { lang })} />
      <SimpleButton state={state} t={t} />
    </nav>
  );
}

/** Button for simple language, if the current language has it. */
export function SimpleButton({ state, t, onChosen }: View & { readonly onChosen?: () => void }): JSX.Element | null {
  const { call } = useModel();
  const { simple } = state;
  if (simple == null) return null;
  return (
    <button
      type="button"
      class="language simple"
      aria-pressed={simple}
      title={t('accessLong.simple')}
      onClick={() => {
        onChosen?.();
        call('chooseSimple', { on: !simple });
      }}
    >
      <Icon name="simple" />
      <FitText text={t('access.simple')} />
    </button>
  );
}

interface ButtonsProps extends Pick<View, 'state'> {
  readonly onChoose: (lang: string) => void;
}

export function LanguageButtons({ state, onChoose }: ButtonsProps): JSX.Element {
  const names = state.languages.map((language) => language.name);
  return (
    <>
      {state.languages.map((language) => (
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
