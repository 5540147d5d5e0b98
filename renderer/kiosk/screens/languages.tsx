import type { JSX } from 'preact';
import { useModel, type View } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Icon } from '../parts/icon.tsx';
import { LanguageButtons } from '../parts/language-strip.tsx';
import { TimeoutPanel } from '../parts/timeout-panel.tsx';

/** More than this, with the way back, have room in two columns of a small screen within low reach. */
const MOST_IN_TWO = 12;

/** The languages behind their button, in place of what was there: as low as may be, so that everybody reaches them. */
export function LanguagesScreen({ state, t }: View): JSX.Element {
  const { asksLanguage, call } = useModel();
  const close = (): void => {
    asksLanguage.value = false;
  };
  const title = t('languages');
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
          style={{ '--in-row': state.languages.length < MOST_IN_TWO ? 2 : 3 }}
        >
          <LanguageButtons
            state={state}
            onChoose={(lang) => {
              close();
              call('chooseLanguage', { lang });
            }}
          />
          <button type="button" class="nav" data-way="back" onClick={close}>
            <Icon name="back" turns />
            <FitText text={t('back')} />
          </button>
        </nav>
      </main>
    </>
  );
}
