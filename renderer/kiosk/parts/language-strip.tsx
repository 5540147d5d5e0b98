/** Language buttons, with simple language. */
import type { JSX } from 'preact';
import { languageTag } from '../../shared/i18n.ts';
import { useModel, type View } from '../model.ts';
import { FitText, longestWord } from './fit-text.tsx';
import { Icon } from './icon.tsx';

/** Where the strip is narrow, so many stand in a row: rows as even as may be, all buttons of one size. */
const MAX_IN_ROW = 4;
/** Very large names that are longer than this have room for one less; in letters of average width. */
const LONG_NAME = 9.5;

/** Every language of the site at once, each by its own name in its own script; behind them simpler words for the one that is chosen. */
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

/** Simpler words for the language that is chosen, where there are any. */
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
