/**
 * Compares the accessibility tree of a screen with its speech: the speech on arrival, and the passages that the key for
 * the next one reaches in one round. Reports everything that was not said.
 */
import type { Page } from 'playwright-core';
import { SIGN_NAMES } from '../../renderer/kiosk/speech/spelled.ts';
import type { Listener } from './ears.ts';
import { entries, readTexts } from './locale-texts.ts';

interface AxValue {
  readonly value?: unknown;
}

interface AxNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
}

/** Nodes without own content: the page itself and fragments of a text. */
const NOT_SHOWN = new Set(['RootWebArea', 'InlineTextBox']);
const WAYS = { chosen: 'speech.chosen', unchosen: 'speech.unchosen', unavailable: 'speech.unavailable' } as const;

/**
 * Lists everything on the current screen that was not said.
 *
 * @param lang folder name of the texts
 * @param how `isNew`: the screen has just appeared, so heading and warnings must be announced
 */
export async function unheardOn(
  page: Page,
  visitor: Listener,
  lang: string,
  { isNew = true }: { readonly isNew?: boolean } = {},
): Promise<readonly string[]> {
  const atOnce = await visitor.sinceLast();
  const around = await visitor.walksAround();
  const nodes = await treeOf(page);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const has = (node: AxNode | undefined, isIt: (node: AxNode) => boolean): boolean =>
    node !== undefined && (isIt(node) || has(byId.get(node.parentId ?? ''), isIt));

  const announcements = await announcementsOn(page);
  const t = textsOf(lang);
  const said = [...atOnce, ...around];
  const found: string[] = [];
  for (const node of nodes.filter((each) => !each.ignored && !NOT_SHOWN.has(String(each.role?.value ?? '')))) {
    const name = String(node.name?.value ?? '');
    if (name.trim() === '' || announcements.includes(name)) continue;
    const role = String(node.role?.value);
    if (!isSaid(name, said, t)) found.push(`${role} "${name}"`);
    const way = wayOf(node);
    if (way !== null && !isSaidSo(name, t(WAYS[way]), said)) found.push(`${role} "${name}": ${way}`);
    const isUrgent = role === 'heading' || has(node, ({ role: own }) => own?.value === 'alert');
    if (isNew && isUrgent && !isSaid(name, atOnce, t)) found.push(`${role} "${name}": not before a key`);
  }
  return found;
}

async function treeOf(page: Page): Promise<readonly AxNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { readonly nodes: readonly AxNode[] };
  await session.detach();
  return nodes;
}

function propertyOf(node: AxNode, name: string): unknown {
  return node.properties?.find((each) => each.name === name)?.value.value;
}

/** Announcements for screen readers are said from the page's hidden text. */
function announcementsOn(page: Page): Promise<readonly string[]> {
  return page.locator('p.spoken').allTextContents();
}

function wayOf(node: AxNode): keyof typeof WAYS | null {
  if (node.role?.value !== 'button' && node.role?.value !== 'ToggleButton') return null;
  if (propertyOf(node, 'disabled') === true) return 'unavailable';
  const pressed = propertyOf(node, 'pressed');
  return pressed === undefined ? null : pressed === 'true' ? 'chosen' : 'unchosen';
}

type Texts = (key: string) => string;

function textsOf(lang: string): Texts {
  const texts = Object.fromEntries(entries(readTexts(lang, 'speech')));
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no text ${key} in ${lang}.`);
    return text;
  };
}

/** Compares words only, without punctuation. */
function wordsOf(text: string): string {
  return ` ${text
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** Accepted forms of a name: as written, or spelled. Empty for a name without words, which voices skip. */
function waysToSay(name: string): readonly string[] {
  const words = wordsOf(name);
  return words.trim() === '' ? [] : [words, wordsOf([...name].join(' '))];
}

function isSaid(name: string, said: readonly string[], t: Texts): boolean {
  const all = wordsOf(said.join(' '));
  if (wordsOf(name).trim() !== '') return waysToSay(name).some((words) => all.includes(words));
  const sign = SIGN_NAMES[name];
  if (sign !== undefined) return said.includes(t(`speech.sign.${sign}`));
  // A key whose label is said as another word.
  return [...name].length > 1 && said.some((each) => each.includes(name));
}

/** The name directly followed by its state. */
function isSaidSo(name: string, state: string, said: readonly string[]): boolean {
  return said.some(
    (each, index) => waysToSay(name).some((words) => wordsOf(each).endsWith(words)) && said[index + 1] === state,
  );
}
