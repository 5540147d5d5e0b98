/** Entry of the pairing page. */
import '../shared/styles/fonts.css';
import './page.css';
import type { ReadonlySignal } from '@preact/signals';
import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import english from '../../assets/locales/en/pair.json';
import { createRest } from '../shared/api-client.ts';
import type { PairCode } from '../shared/components/pair-code.tsx';
import { createTexts, type TextFile, textLoaders } from '../shared/i18n.ts';
import { createLanguage, type Language } from '../shared/language.ts';
import { createTheme } from '../shared/theme.ts';
import { type PairingState, pageOf, readPaired, waitForKey, writePaired } from './waiting.ts';

const files = import.meta.glob<TextFile>(['../../assets/locales/*/pair.json', '!../../assets/locales/en/pair.json'], {
  import: 'default',
});

/** Loads while the code is requested. */
const loadCode = import('../shared/components/pair-code.tsx');

const page = document.getElementById('page');
if (page === null) throw new Error('The page has no place to draw in.');

/** URL fragment with which a rejected page returns here. */
const REFUSED = 'refused';
const paired = readPaired();
if (paired !== null && window.location.hash !== `#${REFUSED}`) {
  window.location.replace(pageOf(paired));
} else {
  writePaired(null);
  const language = createLanguage(createTexts(english, textLoaders(files)), document.documentElement);
  createTheme(document.documentElement);
  const waiting = waitForKey(createRest(), (device) => {
    writePaired(device);
    window.location.replace(pageOf(device));
  });
  render(<Pair language={language} waiting={waiting} />, page);
}

interface PairProps {
  readonly language: Language;
  readonly waiting: ReadonlySignal<PairingState>;
}

function Pair({ language, waiting }: PairProps): JSX.Element {
  const t = language.t.value;
  const now = waiting.value;
  return (
    <main class="pair-page" data-screen={now.name}>
      <h1>{t('title')}</h1>
      {now.name === 'showing' ? (
        <>
          <Code code={now.code} address={backOffice(now.code)} label={t('qr')} />
          <p class="pair-how">{t('how')}</p>
        </>
      ) : (
        <p role="status">{t(now.name)}</p>
      )}
    </main>
  );
}

function Code(props: Parameters<typeof PairCode>[0]): JSX.Element | null {
  const [Part, setPart] = useState<typeof PairCode | null>(null);
  useEffect(() => void loadCode.then((loaded) => setPart(() => loaded.PairCode)), []);
  return Part === null ? null : <Part {...props} />;
}

/** URL of the back office, where an administrator enters the code. */
function backOffice(code: string): string {
  const url = new URL('../admin/', window.location.href);
  url.search = '';
  url.hash = `/pair?code=${code}`;
  return url.href;
}
