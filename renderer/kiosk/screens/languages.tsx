/** Screen of all languages. */
import type { JSX } from 'preact';
import { useModel, type View } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Icon } from '../parts/icon.tsx';
import { LanguageButtons } from '../parts/language-strip.tsx';
import { TimeoutPanel } from '../parts/timeout-panel.tsx';

/** With more languages, a small screen scrolls instead of using two columns. */
const MAX_IN_TWO = 12;

/** Language screen behind the language button: as low as possible, so that everyone can reach it. */
export function LanguagesScreen({ state, t }: View): JSX.Element {
  const { asksLanguage, call, isNarrow } = useModel();
  const close = (): void => {
    asksLanguage.value = false;
  };
  const title = t('languages');
  // The back button stays below a scrollable list.
  const isApart = isNarrow.value;
  const back = (
    <button type="button" class="nav" data-way="back" onClick={close}>
      <Icon name="back" turns />
      <FitText text={t('back')} />
    </button>
  );
  return (
    <>
      <header class="band">
        <h1 tabIndex={-1}>{title}</h1>
        <TimeoutPanel t={t} leave={null} />
      </header>
      <main class="stage">
        <nav
          class="language-sheet"
          aria-label={title}
          style={{ '--in-row': state.languages.length < MAX_IN_TWO ? 2 : 3 }}
        >
          <LanguageButtons
            languages={state.languages}
            state={state}
            onChoose={(lang) => {
              close();
              call('chooseLanguage', { lang });
            }}
          />
          {!isApart && back}
        </nav>
        {isApart && back}
      </main>
    </>
  );
}
