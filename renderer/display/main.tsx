/** Entry of the display page. */
import '../shared/styles/fonts.css';
import './page.css';
import { render } from 'preact';
import english from '../../assets/locales/en/display.json';
import { createTexts, type TextFile, textLoaders } from '../shared/i18n.ts';
import { openLoudspeaker } from '../shared/sound/loudspeaker.ts';
import { recordedVoiceAt } from '../shared/sound/recorded-voice.ts';
import { openSpeech } from '../shared/sound/speech.ts';
import { displayAddress } from './address.ts';
import { App } from './app.tsx';
import { createModel, ModelContext } from './model.ts';
import { startPixelShift } from './pixel-shift.ts';
import { watchLessMotion } from './rotation.ts';
import { createSigner } from './sign/signer.ts';
import { createAnnouncer } from './sound/announcer.ts';
import { openLoopOutput, roomAndLoop } from './sound/loop-output.ts';

const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/display.json', '!../../assets/locales/en/display.json'],
  { import: 'default' },
);

const page = document.getElementById('page');
if (page === null) throw new Error('The page has no place to draw in.');

const loudspeaker = openLoudspeaker();
const loop = openLoopOutput();
const announcer = createAnnouncer({
  loudspeaker: roomAndLoop(loudspeaker, loop),
  speech: openSpeech(),
  recordedVoices: ['../voice/', '../voice/shipped/'].map(recordedVoiceAt),
  isRecordedFirst: () => loop.state.value === 'on',
});
const model = createModel({
  address: displayAddress(window.location),
  texts: createTexts(english, textLoaders(files)),
  root: document.documentElement,
  loudspeaker,
  loop,
  announcer,
  signer: createSigner(recordedVoiceAt('../sign/')),
  lessMotion: watchLessMotion(),
});
for (const type of ['pointerdown', 'keydown'])
  document.addEventListener(
    type,
    () => {
      loudspeaker.open();
      loop.open();
    },
    { passive: true },
  );
startPixelShift(document.documentElement);

render(
  <ModelContext.Provider value={model}>
    <App />
  </ModelContext.Provider>,
  page,
);
// Optional: the page works without these fonts.
void import('../shared/styles/fonts-east-asian.css').catch(() => undefined);
