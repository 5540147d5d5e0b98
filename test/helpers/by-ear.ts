/**
 * One screen, as it is seen by a program that reads screens, beside what is heard of it: by itself when it comes, and on one way
 * around with the key for the next thing. What is there and was not said is told by its name.
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

/** Not on the screen: the page as a whole, and pieces of a text that is there itself. */
const NOT_SHOWN = new Set(['RootWebArea', 'InlineTextBox']);
const WAYS = { chosen: 'speech.chosen', unchosen: 'speech.unchosen', unavailable: 'speech.unavailable' } as const;

/**
 * Everything on the screen that was not said, once it stands there.
 *
 * @param lang of a folder of texts
 * @param how `isNew`: it has just come, so that its heading and its warnings are to be said by themselves
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

/** What stands in there for screen readers stands on the page too, and is said from it. */
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

/** Words alone: commas and stops are how it is said, not what. */
function wordsOf(text: string): string {
  return ` ${text
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** All ways in which `name` may be said: as it stands, or sign by sign. None if it has no words: voices pass over such. */
function waysToSay(name: string): readonly string[] {
  const words = wordsOf(name);
  return words.trim() === '' ? [] : [words, wordsOf([...name].join(' '))];
}

function isSaid(name: string, said: readonly string[], t: Texts): boolean {
  const all = wordsOf(said.join(' '));
  if (wordsOf(name).trim() !== '') return waysToSay(name).some((words) => all.includes(words));
  const sign = SIGN_NAMES[name];
  if (sign !== undefined) return said.includes(t(`speech.sign.${sign}`));
  // The face of a key that is called by a word beside it.
  return [...name].length > 1 && said.some((each) => each.includes(name));
}

/** With its state right behind it. */
function isSaidSo(name: string, state: string, said: readonly string[]): boolean {
  return said.some(
    (each, index) => waysToSay(name).some((words) => wordsOf(each).endsWith(words)) && said[index + 1] === state,
  );
}
