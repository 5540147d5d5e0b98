/** Entry of the kiosk page. */
import '../shared/styles/fonts.css';
import './page.css';
import { render } from 'preact';
import english from '../../assets/locales/en/kiosk.json';
import { createTexts, type TextFile, textLoaders } from '../shared/i18n.ts';
import { openShell } from '../shared/shell.ts';
import { App } from './app.tsx';
import { watchArrows } from './arrows.ts';
import { watchAssist } from './assist.ts';
import { ListeningContext } from './listening.ts';
import { lockDown } from './lockdown.ts';
import { createModel, ModelContext } from './model.ts';
import { watchOperator } from './panel/call-operator.ts';
import { fetchPanel } from './panel/fetched-panel.tsx';
import { watchWedge } from './wedge-keys.ts';

const files = import.meta.glob<TextFile>(['../../assets/locales/*/kiosk.json', '!../../assets/locales/en/kiosk.json'], {
  import: 'default',
});

const page = document.getElementById('page');
if (page === null) throw new Error('The page has no place to draw in.');

const texts = createTexts(english, textLoaders(files));
const shell = openShell();
const model = createModel(shell, texts, document.documentElement);

lockDown();
watchWedge(
  () => model.view.value?.state.wedge ?? null,
  (typed) => model.call('cardText', typed),
);
const listening = watchAssist({ root: page, model, shell });
watchArrows();
watchOperator(() => model.call('openPanel', {}));
// Buttons of the countdown report themselves: a general handler would remove the countdown before the click.
const touched = ({ target }: Event): void => {
  if (!(target instanceof Element && target.closest('.timeout button') !== null)) model.touched();
};
for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, touched, { passive: true });

render(
  <ModelContext.Provider value={model}>
    <ListeningContext.Provider value={listening}>
      <App />
    </ListeningContext.Provider>
  </ModelContext.Provider>,
  page,
);
fetchPanel(model);
// Optional: the page works without it.
void import('./deferred-assets.ts').catch(() => undefined);
