/** The kiosk with a scripted host: any screen of the fixtures, `?screen=take-ticket&lang=ar`. */
import './kiosk.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import type { Choice, KioskState, Shell } from '../../main/kiosk/contract/kiosk.ts';
import { App } from '../../renderer/kiosk/app.tsx';
import { ListeningContext } from '../../renderer/kiosk/listening.ts';
import { createModel, ModelContext } from '../../renderer/kiosk/model.ts';
import { createTexts, type TextFile } from '../../renderer/shared/i18n.ts';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { look, script } from './look.ts';

const files = import.meta.glob<TextFile>('../../assets/locales/*/kiosk.json', { eager: true, import: 'default' });
const textsOf = (id: string): TextFile => files[`../../assets/locales/${id}/kiosk.json`] ?? {};
const hasTexts = (id: string): boolean => Object.keys(textsOf(id)).length > 0;

/** Fixtures are in seven languages; in other scripts the services have sample names. */
const lang: Lang = script.lang === 'ar' ? 'ar' : 'en';
const isSample = script.lang !== 'ar' && script.lang !== 'en';
const state = everyScreen(lang)[look.screen || 'choose six'];
if (state === undefined) throw new Error(`There is no screen ${look.screen}.`);

const { screen } = state;
const shown: KioskState = {
  ...state,
  // Without its own texts, the page stays English.
  lang: hasTexts(script.lang) ? script.lang : lang,
  dir: script.dir,
  colour: look.colour,
  logo: '',
  screen:
    isSample && 'choices' in screen
      ? {
          ...screen,
          choices: screen.choices.map((choice) => ({ ...choice, name: script.sample })) as readonly Choice[],
        }
      : screen,
};
const shell: Shell = {
  call: () => Promise.resolve({ ok: true }),
  subscribe(listener) {
    listener(shown);
    return () => true;
  },
};
const root = document.documentElement;
const loaders = new Map([[script.lang, () => Promise.resolve(textsOf(script.lang))]]);
const model = createModel(shell, createTexts(textsOf('en'), hasTexts(script.lang) ? loaders : new Map()), root);
if (look.theme === 'contrast') model.access.contrast.value = true;
const mute = {
  isOffered: signal(true),
  isOn: signal(false),
  isSilent: signal(false),
  toggle: () => undefined,
  tryOut: () => Promise.resolve(false),
};
const page = document.getElementById('page');
if (page !== null)
  render(
    <ModelContext.Provider value={model}>
      <ListeningContext.Provider value={mute}>
        <App />
      </ListeningContext.Provider>
    </ModelContext.Provider>,
    page,
  );
if (look.theme !== 'contrast') root.dataset.theme = look.theme;
