import './page.css';
import type { ReadonlySignal } from '@preact/signals';
import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QrCodeGenerateResult } from 'uqr';
import english from '../../assets/locales/en/pair.json';
import { createTexts, type TextFile, textLoaders } from '../shared/i18n.ts';
import { createLanguage, type Language } from '../shared/language.ts';
import { createRest } from '../shared/rest.ts';
import { createTheme } from '../shared/theme.ts';
import { pageOf, readPaired, writePaired } from './paired-device.ts';
import { type Waiting, waitForKey } from './waiting.ts';

const files = import.meta.glob<TextFile>(['../../assets/locales/*/pair.json', '!../../assets/locales/en/pair.json'], {
  import: 'default',
});

const page = document.getElementById('page');
if (page === null) throw new Error('The page has no place to draw in.');

/** A page that was not let in any more sends the screen back here with this word. */
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

function Pair({
  language,
  waiting,
}: {
  readonly language: Language;
  readonly waiting: ReadonlySignal<Waiting>;
}): JSX.Element {
  const t = language.t.value;
  const now = waiting.value;
  return (
    <main class="pair-page" data-screen={now.name}>
      <h1>{t('title')}</h1>
      {now.name === 'showing' ? (
        <>
          <p class="pair-code" dir="ltr">
            {now.code.slice(0, 4)}
            {'\u2011'}
            {now.code.slice(4)}
          </p>
          <QrCode text={backOffice(now.code)} label={t('qr')} />
          <p class="pair-how">{t('how')}</p>
        </>
      ) : (
        <p role="status">{t(now.name)}</p>
      )}
    </main>
  );
}

/** Where an administrator says which device this is. */
function backOffice(code: string): string {
  const url = new URL('../admin/', window.location.href);
  url.search = '';
  url.hash = `/pair?code=${code}`;
  return url.href;
}

/** Drawn a moment after the code, which is what counts. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [drawn, setDrawn] = useState<Pick<QrCodeGenerateResult, 'data' | 'size'>>({ data: [], size: 0 });
  useEffect(() => void import('uqr').then(({ encode }) => setDrawn(encode(text, { border: 2 }))), [text]);
  const { data, size } = drawn;
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="pair-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} fill="black" />
    </svg>
  );
}
