/**
 * What the pages do that nobody asked them for: they move for moments, do not flash, make sounds only where sound is their work,
 * and listen to nobody. Read from their sources, so that it holds for each state of each page.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const RENDERER = new URL('../../renderer/', import.meta.url);

const sources = (pattern: string): readonly { readonly file: string; readonly text: string }[] =>
  globSync(pattern, { cwd: RENDERER.pathname }).map((file) => ({
    file,
    text: readFileSync(new URL(file, RENDERER), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  }));
const STYLES = sources('**/*.css');
const CODE = sources('**/*.{ts,tsx}');

/** Files of the pages that say one of these. */
const whoSays = (words: RegExp): readonly string[] =>
  CODE.flatMap(({ file, text }) => (words.test(text) ? [file] : [])).toSorted();

/** Milliseconds that several styles share: `--calm`. */
const TIMES = new Map(
  STYLES.flatMap(({ text }) => [...text.matchAll(/--([a-z-]+): (\d+)ms\b/g)]).map(([, name = '', ms]) => [
    `var(--${name})`,
    Number(ms),
  ]),
);

interface Motion {
  readonly name: string;
  readonly ms: number;
  readonly times: number;
}

const motions: readonly Motion[] = STYLES.flatMap(({ text }) => [
  ...text.matchAll(/[{;\s]animation: (?!none)([^;]+);/g),
]).map(([, value = '']) => {
  const words = value.replaceAll(/var\(--[a-z-]+\)/g, (token) => `${TIMES.get(token)}ms`).split(/\s+/);
  const time = words.map((word) => /^([\d.]+)(m?s)$/.exec(word)).find((found) => found !== null);
  if (time === undefined) throw new Error(`How long is ${value}?`);
  return {
    name: words[0] ?? '',
    ms: Number(time?.[1]) * (time?.[2] === 's' ? 1000 : 1),
    times: words.includes('infinite')
      ? Number.POSITIVE_INFINITY
      : Number(words.find((word) => /^\d+$/.test(word)) ?? 1),
  };
});

/** How many places each motion goes through and comes back from, by its name. */
const turns = new Map(
  STYLES.flatMap(({ text }) => [...text.matchAll(/@keyframes ([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)/g)]).map(
    ([, name = '', steps = '']) => [name, [...steps.matchAll(/\{/g)].length],
  ),
);

/** WCAG 2.2.2. Dots stand for the answer that somebody waits for, and go with it. */
const GOES_ON = ['working'];

it('they move for no longer than five seconds, but what says that something is being done', () => {
  expect(motions.length).toBeGreaterThan(5);
  const long = motions.filter(({ ms, times }) => ms * times > 5_000).map(({ name }) => name);
  expect(long).toEqual(GOES_ON);
  // By code nothing is moved, and there is nothing else that moves by itself.
  expect(whoSays(/\.animate\(|<marquee|<blink|\.gif\b/)).toEqual([]);
});

it('nothing comes and goes more than three times in a second', () => {
  expect([...turns.keys()].toSorted()).toEqual([...new Set(motions.map(({ name }) => name))].toSorted());
  const inOneSecond = ({ name, ms, times }: Motion): number =>
    Math.min(times, Math.ceil(1_000 / ms)) * (turns.get(name) ?? 0);
  expect(motions.filter((motion) => inOneSecond(motion) > 3).map(({ name }) => name)).toEqual([]);
});

it('only displays, a phone that was asked to ring, and the speech of a kiosk make sounds', () => {
  const sounds = /\bAudioContext\(|\bnew Audio\(|\bwindow\.speechSynthesis\b|<audio\b|<video\b|\bsetSinkId\b/;
  const elsewhere = whoSays(sounds).filter((file) => !/^(display|shared\/sound|kiosk\/speech)\//.test(file));
  expect(elsewhere).toEqual(['ticket/alerts.ts']);
  // What they share is used by nobody else.
  const users = whoSays(/from '[^']*\/sound\/[^']+'/).map((file) => file.split('/').slice(0, 2).join('/'));
  expect([...new Set(users)].filter((place) => !place.startsWith('display/'))).toEqual(['kiosk/speech']);
});

it('no page uses microphone, camera or location', () => {
  expect(
    whoSays(/getUserMedia|SpeechRecognition|MediaRecorder|navigator\.credentials|devicemotion|deviceorientation/i),
  ).toEqual([]);
});

it('no text is drawn as a picture: pictures are those of the organisation, its ticket, and codes', () => {
  // The ticket on paper and the screen of a kiosk are shown to staff as they are there, with what they say beside them.
  expect(whoSays(/<(?:img|canvas|picture)\b/)).toEqual([
    'admin/devices/remote-actions-panel.tsx',
    'admin/fields/logo-field.tsx',
    'admin/fields/media-field.tsx',
    'admin/fields/pictogram-field.tsx',
    'admin/frame.tsx',
    'admin/ticket/paper-panel.tsx',
    'display/parts/foot.tsx',
    'display/parts/media.tsx',
    'display/screens/calls.tsx',
    'kiosk/parts/choice-card.tsx',
    'kiosk/parts/frame.tsx',
  ]);
  expect(STYLES.filter(({ text }) => /url\((?!["']?[^)]*woff2)/.test(text)).map(({ file }) => file)).toEqual([]);
});

it('they take no key from the system, and nothing of its accessibility', () => {
  expect(whoSays(/keyboard\.lock\(/)).toEqual([]);
  const windows = new URL('../../main/kiosk/shells/electron/', import.meta.url);
  const files = globSync('**/*.ts', { cwd: windows.pathname });
  expect(files.length).toBeGreaterThan(10);
  const takes = /globalShortcut|[aA]ccessibilitySupport|renderer-accessibility/;
  expect(files.filter((file) => takes.test(readFileSync(new URL(file, windows), 'utf8')))).toEqual([]);
});
