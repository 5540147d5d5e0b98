/**
 * Page content in reading order, like a screen reader's.
 *
 * Derived from the rendered page, so that everything visible is spoken.
 */

/** A stop of the navigation: a text, or a control with its name. */
export interface Passage {
  readonly element: HTMLElement;
  readonly kind: 'text' | 'control';
  /** Name or text. For input: its heading. */
  readonly text: string;
  /** Language of the element, as a BCP 47 tag. */
  readonly lang: string;
  /** Name of the enclosing group (`Languages`); empty if there is none. */
  readonly group: string;
  readonly state: '' | 'chosen' | 'unchosen' | 'unavailable';
  /** `number`: a ticket number, spelt and repeated. `typed`: input, audible to the visitor only. */
  readonly manner: 'plain' | 'number' | 'typed';
  /** Typed text. */
  readonly typed: string;
  /** Spoken as soon as it appears. */
  readonly isAlert: boolean;
}

const PARAGRAPHS = 'p, h1, h2, h3, li, dt, dd, figcaption, time';
const CONTROLS = 'button, a[href]';
const PICTURES = 'img, svg, canvas, [role="img"]';
/** Inline elements; other elements within a text are separate phrases. */
const WITHIN_SENTENCE = 'strong, b, em, i, bdi, bdo, mark';
const ENDS_IN_STOP = /[.!?…:;,。！？：；،؟।]$/u;

export function readPage(root: HTMLElement): readonly Passage[] {
  return passagesIn(root, '');
}

/** Whether `element` can be pressed. */
export function isAvailable({ state }: Passage): boolean {
  return state !== 'unavailable';
}

/** From the heading to the first control on the stage: an overview of the screen. */
export function introductionOf(passages: readonly Passage[]): readonly Passage[] {
  const heading = passages.findIndex(({ element }) => element.matches('h1'));
  const rest = passages.slice(Math.max(0, heading));
  const first = rest.findIndex(({ kind }) => kind === 'control');
  return first < 0 ? rest : rest.slice(0, first);
}

/** An alert with the passages of its region, such as remaining time and exit. */
export function besideAlert(alert: Passage, passages: readonly Passage[]): readonly Passage[] {
  const region = alert.element.closest('section');
  return region === null ? [alert] : passages.filter(({ element }) => region.contains(element));
}

/** Status of an action of the visitor. */
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

/** Null for elements that only contain others. */
function ownPassage(element: HTMLElement): (Partial<Passage> & { readonly text: string }) | null {
  if (element.matches(CONTROLS)) return { kind: 'control', text: nameOf(element), state: stateOf(element) };
  if (element.matches(PICTURES)) return { text: nameOf(element) };
  if (element.matches('output')) {
    return { manner: 'typed', text: element.getAttribute('aria-label') ?? '', typed: element.innerText.trim() };
  }
  if (!isText(element)) return null;
  return { text: phrasesOf(element), manner: element.dataset.say === 'number' ? 'number' : 'plain' };
}

/** Follows accessibility rules; omits the page's live region, which repeats visible text. */
function isHeard(element: HTMLElement): boolean {
  if (element.getAttribute('aria-hidden') === 'true' || element.matches('[hidden], p.spoken')) return false;
  return element.checkVisibility({ visibilityProperty: true }) || element.matches('h1');
}

/** Has its own text, and contains no other stop. */
function isText(element: HTMLElement): boolean {
  if (element.querySelector(`${CONTROLS}, ${PARAGRAPHS}, output, img`) !== null) return false;
  if (element.matches(PARAGRAPHS)) return true;
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
}

function nameOf(element: HTMLElement): string {
  return (element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? '') || phrasesOf(element);
}

/** `Passports. About 5 min. 3 waiting.`: separate elements become separate phrases. */
function phrasesOf(element: HTMLElement): string {
  const phrases: string[] = [''];
  const collect = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      // Soft hyphens are visual only.
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
