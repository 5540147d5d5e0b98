/**
 * Page content in reading order, as a screen reader has it.
 *
 * All that a screen reader would find on it, in its order. It is read from what is drawn, so that nothing can be on
 * the screen that is not said.
 */

/** One stop of whoever goes through the page: a text, or a control with its name. */
export interface Passage {
  readonly element: HTMLElement;
  readonly kind: 'text' | 'control';
  /** Name or text. Of what was typed: its heading. */
  readonly text: string;
  /** Of that element, as a BCP 47 tag. */
  readonly lang: string;
  /** What encloses it and has a name of its own (`Languages`); empty if nothing does. */
  readonly group: string;
  readonly state: '' | 'chosen' | 'unchosen' | 'unavailable';
  /** `number`: a ticket's, said sign by sign and twice. `typed`: what somebody has written, for nobody else's ears. */
  readonly manner: 'plain' | 'number' | 'typed';
  /** What was typed. */
  readonly typed: string;
  /** To be said as soon as it is there. */
  readonly isAlert: boolean;
}

const PARAGRAPHS = 'p, h1, h2, h3, li, dt, dd, figcaption, time';
const CONTROLS = 'button, a[href]';
const PICTURES = 'img, svg, canvas, [role="img"]';
/** Marks within a sentence; any other element within a text is a phrase of its own. */
const WITHIN_SENTENCE = 'strong, b, em, i, bdi, bdo, mark';
const ENDS_IN_STOP = /[.!?…:;,。！？：；،؟।]$/u;

export function readPage(root: HTMLElement): readonly Passage[] {
  return passagesIn(root, '');
}

/** Whether `element` may be pressed. */
export function isAvailable({ state }: Passage): boolean {
  return state !== 'unavailable';
}

/** From its heading to its first control in the stage: what somebody who sees takes in at a glance. */
export function introductionOf(passages: readonly Passage[]): readonly Passage[] {
  const heading = passages.findIndex(({ element }) => element.matches('h1'));
  const rest = passages.slice(Math.max(0, heading));
  const first = rest.findIndex(({ kind }) => kind === 'control');
  return first < 0 ? rest : rest.slice(0, first);
}

/** A warning with the passages of its region: how long, and which way out. */
export function besideAlert(alert: Passage, passages: readonly Passage[]): readonly Passage[] {
  const region = alert.element.closest('section');
  return region === null ? [alert] : passages.filter(({ element }) => region.contains(element));
}

/** What has become of something that the visitor began. */
export function statusIn(root: HTMLElement): string {
  return [...root.querySelectorAll('[role="status"], [aria-live="polite"]:not(.spoken)')]
    .map(({ textContent }) => textContent.trim())
    .join(' ')
    .trim();
}

export function alertsIn(root: HTMLElement): string {
  return [...root.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent).join(' ');
}

function passagesIn(element: HTMLElement, group: string): readonly Passage[] {
  if (!isHeard(element)) return [];
  const own = ownPassage(element);
  if (own !== null) {
    if (own.text === '' && own.manner !== 'typed') return [];
    const isAlert = element.closest('[role="alert"]') !== null || element.querySelector('[role="alert"]') !== null;
    return [{ ...PLAIN, element, lang: langOf(element), group, isAlert, ...own }];
  }
  const name = element.getAttribute('aria-label') ?? '';
  return [...element.children].flatMap((child) => passagesIn(child as HTMLElement, name === '' ? group : name));
}

const PLAIN = { kind: 'text', state: '', manner: 'plain', typed: '' } as const;

/** Null of what merely encloses others. */
function ownPassage(element: HTMLElement): (Partial<Passage> & { readonly text: string }) | null {
  if (element.matches(CONTROLS)) return { kind: 'control', text: nameOf(element), state: stateOf(element) };
  if (element.matches(PICTURES)) return { text: nameOf(element) };
  if (element.matches('output')) {
    return { manner: 'typed', text: element.getAttribute('aria-label') ?? '', typed: element.innerText.trim() };
  }
  if (!isText(element)) return null;
  return { text: phrasesOf(element), manner: element.dataset.say === 'number' ? 'number' : 'plain' };
}

/** As screen readers have it; the region for their announcements says what stands on the page again, and is left out. */
function isHeard(element: HTMLElement): boolean {
  if (element.getAttribute('aria-hidden') === 'true' || element.matches('[hidden], p.spoken')) return false;
  return element.checkVisibility({ visibilityProperty: true }) || element.matches('h1');
}

/** It has text of its own, and nothing in it that is a stop of its own. */
function isText(element: HTMLElement): boolean {
  if (element.querySelector(`${CONTROLS}, ${PARAGRAPHS}, output, img`) !== null) return false;
  if (element.matches(PARAGRAPHS)) return true;
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
}

function nameOf(element: HTMLElement): string {
  return (element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? '') || phrasesOf(element);
}

/** `Passports. About 5 min. 3 waiting.`: what stands apart is said apart. */
function phrasesOf(element: HTMLElement): string {
  const phrases: string[] = [''];
  const collect = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      // Where a long word is divided is for the eye alone.
      phrases.push((phrases.pop() ?? '') + (node.nodeValue ?? '').replaceAll('\u00ad', ''));
    } else if (node instanceof HTMLElement && isHeard(node)) {
      const isApart = !node.matches(WITHIN_SENTENCE);
      if (isApart) phrases.push('');
      const name = node.getAttribute('aria-label') ?? node.getAttribute('alt');
      if (name !== null) phrases.push((phrases.pop() ?? '') + name);
      else for (const child of node.childNodes) collect(child);
      if (isApart) phrases.push('');
    }
  };
  for (const child of element.childNodes) collect(child);
  const said = phrases.map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim()).filter((phrase) => phrase !== '');
  return said.length === 1 ? (said[0] ?? '') : said.map(stopped).join(' ');
}

function stopped(phrase: string): string {
  return ENDS_IN_STOP.test(phrase) ? phrase : `${phrase}.`;
}

function stateOf(element: HTMLElement): Passage['state'] {
  if (element.getAttribute('aria-disabled') === 'true' || element.hasAttribute('disabled')) return 'unavailable';
  const pressed = element.getAttribute('aria-pressed');
  return pressed === null ? '' : pressed === 'true' ? 'chosen' : 'unchosen';
}

function langOf(element: HTMLElement): string {
  return element.closest<HTMLElement>('[lang]')?.lang ?? '';
}
