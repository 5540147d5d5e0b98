/**
 * Motion, flashes, sounds and recording in the sources of all pages, so that the rules hold for every state of every
 * page.
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

/** Files of the pages that match. */
const whoSays = (words: RegExp): readonly string[] =>
  CODE.flatMap(({ file, text }) => (words.test(text) ? [file] : [])).toSorted();

/** Values of the design tokens, which may name other tokens. */
const TOKENS = new Map(
  STYLES.flatMap(({ text }) => [...text.matchAll(/(--[a-z0-9-]+): ([^;{}]+);/g)]).map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

function resolved(value: string): string {
  return value.replaceAll(/var\((--[a-z0-9-]+)\)/g, (_, name: string) => resolved(TOKENS.get(name) ?? name));
}

interface Motion {
  readonly name: string;
  readonly ms: number;
  readonly times: number;
}

const motions: readonly Motion[] = STYLES.flatMap(({ text }) => [
  ...text.matchAll(/[{;\s]animation: (?!none)([^;]+);/g),
]).map(([, value = '']) => {
  const words = resolved(value).split(/\s+/);
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

/** Number of keyframes of each motion, by its name. */
const turns = new Map(
  STYLES.flatMap(({ text }) => [...text.matchAll(/@keyframes ([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)/g)]).map(
    ([, name = '', steps = '']) => [name, [...steps.matchAll(/\{/g)].length],
  ),
);

/** Motions without an end. WCAG 2.2.2 allows the dots that indicate a pending response. */
const GOES_ON = ['working'];

it('pages move for at most five seconds, except progress indicators', () => {
  expect(motions.length).toBeGreaterThan(5);
  const long = motions.filter(({ ms, times }) => ms * times > 5_000).map(({ name }) => name);
  expect(long).toEqual(GOES_ON);
  // Code moves nothing, and nothing else moves automatically.
  expect(whoSays(/\.animate\(|<marquee|<blink|\.gif\b/)).toEqual([]);
});

it('pages flash at most three times per second', () => {
  expect([...turns.keys()].toSorted()).toEqual([...new Set(motions.map(({ name }) => name))].toSorted());
  const inOneSecond = ({ name, ms, times }: Motion): number =>
    Math.min(times, Math.ceil(1_000 / ms)) * (turns.get(name) ?? 0);
  expect(motions.filter((motion) => inOneSecond(motion) > 3).map(({ name }) => name)).toEqual([]);
});

it('only displays, phones with alerts, and the speech of kiosks make sounds', () => {
  const sounds = /\bAudioContext\(|\bnew Audio\(|\bwindow\.speechSynthesis\b|<audio\b|<video\b|\bsetSinkId\b/;
  const elsewhere = whoSays(sounds).filter((file) => !/^(display|shared\/sound|kiosk\/speech)\//.test(file));
  expect(elsewhere).toEqual(['ticket/alerts.ts']);
  // Only they use the shared code.
  const users = whoSays(/from '[^']*\/sound\/[^']+'/).map((file) => file.split('/').slice(0, 2).join('/'));
  expect([...new Set(users)].filter((place) => !place.startsWith('display/'))).toEqual(['kiosk/speech']);
});

it('pages use no microphone, camera or location', () => {
  expect(
    whoSays(/getUserMedia|SpeechRecognition|MediaRecorder|navigator\.credentials|devicemotion|deviceorientation/i),
  ).toEqual([]);
});

it('pages draw no text as pictures, only pictures of the organisation, tickets and codes', () => {
  // Staff see printed tickets and kiosk screens as pictures, with their text next to them.
  expect(whoSays(/<(?:img|canvas|picture)\b/)).toEqual([
    'admin/devices/remote-actions-panel.tsx',
    'admin/fields/logo-field.tsx',
    'admin/fields/media-field.tsx',
    'admin/fields/pictogram-field.tsx',
    'admin/frame.tsx',
    'admin/setup-wizard/brand-previews.tsx',
    'admin/ticket/paper-panel.tsx',
    'display/parts/brand.tsx',
    'display/parts/media.tsx',
    'kiosk/parts/choice-card.tsx',
    'kiosk/parts/frame.tsx',
    'ticket/app.tsx',
  ]);
  expect(STYLES.filter(({ text }) => /url\((?!["']?[^)]*woff2)/.test(text)).map(({ file }) => file)).toEqual([]);
});

it('pages and windows do not block system keys or accessibility', () => {
  expect(whoSays(/keyboard\.lock\(/)).toEqual([]);
  const windows = new URL('../../main/kiosk/shells/electron/', import.meta.url);
  const files = globSync('**/*.ts', { cwd: windows.pathname });
  expect(files.length).toBeGreaterThan(10);
  const takes = /globalShortcut|[aA]ccessibilitySupport|renderer-accessibility/;
  expect(files.filter((file) => takes.test(readFileSync(new URL(file, windows), 'utf8')))).toEqual([]);
});
