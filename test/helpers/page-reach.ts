/**
 * Checks a page for users with other needs: 400 % zoom, increased text spacing, forced colours, keyboard only, and
 * voice
 * control by visible labels. Each check lists the problems as text; an empty list means none.
 */
import type { CDPSession, Page } from 'playwright-core';
import { contrast } from '../../renderer/shared/colour.ts';
import { barriersOf } from './barriers.ts';
import { codesSaid } from './codes-said.ts';
import { still } from './kiosk-page.ts';
import { IS_WHOLE } from './whole.ts';

/** 1280 px at 400 % zoom, as in WCAG 1.4.10. */
export const ENLARGED = { width: 320, height: 640 };

/** Checks a page state by state in each of these ways; `found` collects the problems. */
export class Reach {
  readonly found: Record<string, readonly string[]> = {};
  readonly #page: Page;
  #looks = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async look(state: string): Promise<void> {
    const page = this.#page;
    const note = (whom: string, faults: readonly string[]): void => {
      if (faults.length > 0) this.found[`${state}, ${whom}`] = faults;
    };
    note('at 400 %', await cutOff(page));
    note('with text spacing', await withTextSpacing(page, () => cutOff(page)));
    await this.tab(state);
    note('in forced colours', await lostInForcedColours(page));
    note('in high contrast', await inHighContrast(page));
    note('who knows no codes', await codesSaid(page));
    note('by pointing', await browserTips(page));
    // The page's own colours return with a transition.
    await still(page);
    note('by voice', [
      ...(await sameNames(page)),
      ...(await barriersOf(page, onlyRule('label-content-name-mismatch'))),
    ]);
    if (!IS_WHOLE) return;
    note('by all rules of axe', await barriersOf(page));
    // In the low window nothing covers the page: content under a sticky header is scrolled away from it and keeps its
    // size.
    await page.setViewportSize({ ...ENLARGED, height: LOW });
    note('by an unsteady hand', await barriersOf(page, onlyRule('target-size')));
    await page.setViewportSize(ENLARGED);
  }

  /** By the Tab key only. A normal run alternates between the two heights. */
  async tab(state: string): Promise<void> {
    for (const height of IS_WHOLE ? HEIGHTS : [HEIGHTS[this.#looks++ % HEIGHTS.length] ?? ENLARGED.height]) {
      await this.#page.setViewportSize({ ...ENLARGED, height });
      const faults = await walk(this.#page);
      if (faults.length > 0) this.found[`${state}, by keyboard, ${height} px high`] = faults;
    }
    await this.#page.setViewportSize(ENLARGED);
  }

  /** Changes each field and restores it: the screen must stay, with the focus in that field. */
  async fillIn(state: string): Promise<number> {
    const { found, fields } = await this.#page.evaluate(fillInAll);
    if (found.length > 0) this.found[`${state}, by filling in`] = found;
    return fields;
  }

  /** Checks that no text is cut off. */
  async fit(state: string): Promise<void> {
    const found = await cutOff(this.#page);
    if (found.length > 0) this.found[state] = found;
  }

  /** For voice control: the visible label of each control must be part of its accessible name. */
  async speak(state: string): Promise<void> {
    const found = [...(await sameNames(this.#page)), ...(await otherNames(this.#page))];
    if (found.length > 0) this.found[state] = found;
  }
}

/** Runs in the page, as fast as events are handled. */
async function fillInAll(): Promise<{ readonly found: readonly string[]; readonly fields: number }> {
  const within = document.querySelector('dialog[open]') ?? document.body;
  const fields = [
    ...within.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('input, select, textarea'),
  ];
  const found: string[] = [];
  let tried = 0;
  const place = (): string =>
    [
      location.pathname,
      location.hash.split('?')[0],
      ...[...document.querySelectorAll('h1, dialog[open] h2')].map(({ textContent }) => textContent),
    ].join(' ');
  const drawn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  /** Sets the value as typing does, so that frameworks receive the event. */
  const write = (field: (typeof fields)[number], value: string): void => {
    const kind = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].find((each) => field instanceof each);
    Object.getOwnPropertyDescriptor(kind?.prototype ?? {}, 'value')?.set?.call(field, value);
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const other = (field: (typeof fields)[number]): string => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].find(({ value, disabled }) => !disabled && value !== field.value)?.value ?? field.value;
    const examples: Readonly<Record<string, string>> = {
      number: '7',
      date: '2026-11-02',
      time: '07:45',
      color: '#123456',
      email: 'ana@pontalva.example',
    };
    return examples[field.type] ?? 'Something else';
  };
  for (const field of fields) {
    const isTicked = field.type === 'checkbox' || field.type === 'radio';
    if (!field.isConnected || !field.checkVisibility() || field.matches(':disabled, [readonly], [type="file"]'))
      continue;
    field.focus();
    if (document.activeElement !== field) continue;
    tried += 1;
    const [from, before] = [place(), field.value];
    const group =
      field.type === 'radio'
        ? fields.find((each) => each instanceof HTMLInputElement && each.name === field.name && each.checked)
        : field;
    if (isTicked) field.click();
    else write(field, other(field));
    await drawn();
    const name = `${field.tagName.toLowerCase()} “${(field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').trim().slice(0, 40)}”`;
    if (place() !== from) found.push(`leads elsewhere by being filled in: ${name}`);
    else if (field.isConnected && document.activeElement !== field)
      found.push(`loses the focus by being filled in: ${name}`);
    else if (!field.isConnected) found.push(`goes away by being filled in: ${name}`);
    if (isTicked) group?.click();
    else if (field.isConnected) write(field, before);
    await new Promise((done) => setTimeout(done));
  }
  return { found, fields: tried };
}

/** Tooltips of the browser: they cannot be dismissed by key and need a mouse. */
function browserTips(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body [title], svg title')].map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Height of a laptop window at 400 % zoom. */
const LOW = 256;
/** The laptop's height, and that of a phone in portrait orientation. */
const HEIGHTS = [ENLARGED.height, LOW];

/** Enables one rule that axe disables by default. */
const onlyRule = (name: string) => ({
  rules: { [name]: { enabled: true } },
  runOnly: { type: 'rule' as const, values: [name] },
});

/** Containers that may scroll sideways because they are two-dimensional: tables and charts. */
const TWO_WAYS = '.table-place, .chart-place, .heat-place, .scroll:has(> table)';

/** The four text spacings of WCAG 1.4.12. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** Applies these spacings to the page. */
export function spaceText(page: Page): Promise<void> {
  return page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, SPACING);
}

async function withTextSpacing<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await spaceText(page);
  const seen = await look();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return seen;
}

/** Content beyond the window, and text that is partly hidden. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate((twoWays) => {
    const root = document.documentElement;
    const found: string[] = [];
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
    const isBeyond = (element: Element): boolean => {
      const { left, right } = element.getBoundingClientRect();
      return right > root.clientWidth + 1 || left < -1;
    };
    const dialog = document.querySelector('dialog[open]');
    const all = [...(dialog ?? document.body).querySelectorAll<HTMLElement>('*')].filter(
      (element) => element.closest('.spoken, .skip') === null && element.checkVisibility({ visibilityProperty: true }),
    );
    if (root.scrollWidth > root.clientWidth) found.push(`the page can be pushed sideways: ${root.scrollWidth} px`);
    for (const element of all) {
      if (element.closest(twoWays) !== null && !element.matches(twoWays)) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      if (isBeyond(element)) {
        // Only the container is reported, not each of its children.
        if (element.parentElement === null || !isBeyond(element.parentElement))
          found.push(`beyond the edge: ${nameOf(element)}`);
      }
      const style = getComputedStyle(element);
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      const isField = element.matches('input, textarea');
      const tooWide = element.scrollWidth > element.clientWidth + 1;
      const tooTall = element.scrollHeight > element.clientHeight + 1;
      if (isField || element instanceof SVGElement) continue;
      if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
        if (tooWide && (element.textContent ?? '').trim() !== '') found.push(`cut off at its side: ${nameOf(element)}`);
      } else if (style.overflowX !== 'visible' && tooWide && !element.matches(twoWays)) {
        found.push(`pushed sideways: ${nameOf(element)}`);
      } else if (own && tooWide && style.display !== 'inline') found.push(`flows out sideways: ${nameOf(element)}`);
      if (
        (style.overflowY === 'hidden' || style.overflowY === 'clip') &&
        tooTall &&
        (element.textContent ?? '').trim() !== ''
      )
        found.push(`cut off below: ${nameOf(element)}`);
      if (own && style.overflowY === 'visible' && tooTall && element.matches('button, a, .tab, .badge'))
        found.push(`flows out below: ${nameOf(element)}`);
    }
    return [...new Set(found)];
  }, TWO_WAYS);
}

/** Day, month, year and the calendar button; a time has fewer parts. */
const MAX_PARTS = 5;

interface Stop {
  readonly index: number;
  /** Address, heading and dialog. */
  readonly place: string;
  readonly name: string;
  readonly faults: readonly string[];
}

/**
 * Moves through the page once with Tab. Every control must be reached in document order, with a visible and unobscured
 * focus, and the walk must leave the page at the end.
 */
async function walk(page: Page): Promise<string[]> {
  // Starts in the dialog if one is open, like a user who has just opened it.
  const wanted = await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const within = dialog ?? document.body;
    const usable = [...within.querySelectorAll<HTMLElement>('*')].filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null) return false;
      if (element.matches(':disabled') || element.tabIndex < 0 || element.matches('body, dialog')) return false;
      if (!element.matches('a[href], button, input, select, textarea, summary, [tabindex]')) return false;
      // Tab reaches only one radio button of a group.
      if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) {
        const group = [...within.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
          ({ name, form }) => name === element.name && form === element.form,
        );
        return group.every(({ checked }) => !checked) && group[0] === element;
      }
      return true;
    });
    usable.forEach((element, index) => {
      element.dataset.reach = String(index);
    });
    // Elements that look clickable but cannot be focused.
    const pressed = [...within.querySelectorAll<HTMLElement>('*')].filter(
      (element) =>
        element.checkVisibility() &&
        getComputedStyle(element).cursor === 'pointer' &&
        element.closest('a[href], button, input, select, textarea, summary, label, [tabindex]') === null,
    );
    if (dialog === null) (document.activeElement as HTMLElement | null)?.blur();
    return {
      count: usable.length,
      isDialog: dialog !== null,
      pressed: pressed.map((element) => `only for a mouse: ${element.outerHTML.slice(0, 120)}`),
    };
  });
  const found: string[] = [...wanted.pressed];
  const reached = new Set<number>();
  let before = -1;
  let times = 0;
  let isTurned = false;
  let place: string | null = null;
  if (!wanted.isDialog) await page.evaluate(toTheBeginning);
  for (let step = 0; step <= MAX_PARTS * (wanted.count + 3); step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(here);
    // The focus leaves a page at its end; in a dialog it starts again.
    if (stop === null && !wanted.isDialog) break;
    if (stop === null) {
      if (isTurned) break;
      isTurned = true;
      before = -1;
      continue;
    }
    // Focusing a control must not change the screen.
    if (place !== null && stop.place !== place) found.push(`leads elsewhere by being reached: ${stop.name}`);
    place = stop.place;
    // A date field has a stop for each of its parts.
    times = stop.index >= 0 && stop.index === before ? times + 1 : 0;
    if (times > MAX_PARTS) {
      found.push(`never left again: ${stop.name}`);
      break;
    }
    if (times > 0) continue;
    found.push(...stop.faults.map((fault) => `${fault}: ${stop.name}`));
    if (stop.index < 0) continue;
    if (reached.has(stop.index)) break;
    if (stop.index < before) {
      if (!wanted.isDialog || isTurned) found.push(`back to what stands before: ${stop.name}`);
      isTurned = true;
    }
    before = stop.index;
    reached.add(stop.index);
  }
  const missing = await page.evaluate(
    (seen) => {
      document.querySelector('#reach-begin')?.remove();
      const marked = [...document.querySelectorAll<HTMLElement>('[data-reach]')];
      const left = marked
        .filter((element) => !seen.includes(Number(element.dataset.reach)))
        .map((element) => element.outerHTML.slice(0, 160));
      for (const element of marked) delete element.dataset.reach;
      return left;
    },
    [...reached],
  );
  found.push(...missing.map((html) => `never reached: ${html}`));
  return [...new Set(found)];
}

/** Moves the focus before the page's content. Runs in the page. */
function toTheBeginning(): void {
  const first = document.createElement('span');
  first.tabIndex = -1;
  first.id = 'reach-begin';
  document.body.prepend(first);
  first.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** The focused element and its problems. Runs in the page. */
function here(): Stop | null {
  const element = document.activeElement as HTMLElement | null;
  if (element === null || element === document.body || element === document.documentElement) return null;
  const faults: string[] = [];
  const index = Number(element.dataset.reach ?? -1);
  const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(
    element.getAttribute('aria-label') ??
    element.textContent ??
    ''
  )
    .trim()
    .slice(0, 40)}”`;
  // A custom control may represent an input that is visually hidden.
  const seen = [element, element.closest('label'), element.closest('.file-drop')].find((each) => {
    if (each === null) return false;
    const style = getComputedStyle(each);
    return (
      style.outlineStyle !== 'none' &&
      Number.parseFloat(style.outlineWidth) >= 2 &&
      style.opacity !== '0' &&
      !/rgba\(.*, 0\)|transparent/.test(style.outlineColor)
    );
  });
  if (seen === undefined || seen === null) faults.push('focus not seen');
  // Of a link that spans several lines, only the first line is measured.
  const [box = element.getBoundingClientRect()] = (seen ?? element).getClientRects();
  const left = Math.max(box.left, 0);
  const right = Math.min(box.right, innerWidth);
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, innerHeight);
  if (box.width < 2 || box.height < 2) faults.push('focus on what is too small to be seen');
  else if (right - left < 2 || bottom - top < 2) faults.push('focus outside of the window');
  else {
    const free = (x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.contains(element) || (seen ?? element).contains(hit));
    };
    const spots = [0.15, 0.5, 0.85].flatMap((x) =>
      [0.15, 0.5, 0.85].map((y) => free(left + (right - left) * x, top + (bottom - top) * y)),
    );
    const hidden = spots.filter((isFree) => !isFree).length;
    // A long scrolling list can only be shown partly.
    const isLarge = box.height > innerHeight / 3;
    // In a text area only the caret's line must be visible.
    const cut =
      !element.matches('textarea') && box.height <= innerHeight && (box.top < -1 || box.bottom > innerHeight + 1);
    if (isLarge ? hidden > 6 : hidden > 0 || cut)
      faults.push(`hidden in part (${hidden} of 9${cut ? ', cut by the window' : ''})`);
  }
  // Browsers also stop at scrollable areas without controls.
  if (index < 0 && element.scrollHeight <= element.clientHeight) faults.push('stops where nothing can be used');
  const heads = [...document.querySelectorAll('h1, dialog[open] h2')].map(({ textContent }) => textContent);
  return { index, place: [location.href, ...heads].join('\n'), name, faults };
}

/** Interactive roles. */
const CONTROLS = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'slider',
  'spinbutton',
  'ColorWell',
  'Date',
  'InputTime',
  'DisclosureTriangle',
]);

/** Composite fields of the browser. */
const FIELDS = new Set(['Date', 'InputTime', 'DateTime']);

interface Named {
  readonly node: number;
  readonly role: string;
  readonly name: string;
  /** Target of a link: two links with the same name and target are equal. */
  readonly to: string;
}

interface AxNode {
  readonly nodeId: string;
  readonly backendDOMNodeId?: number;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** All controls with the accessible names that screen readers and voice control get. */
async function namedControls(page: Page): Promise<Named[]> {
  const line: CDPSession = await page.context().newCDPSession(page);
  try {
    const { nodes } = (await line.send('Accessibility.getFullAXTree')) as unknown as { nodes: readonly AxNode[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    // The parts of a date field belong to the browser and have the name of the field.
    const isPartOfField = ({ parentId = '' }: AxNode): boolean => {
      const above = byId.get(parentId);
      return above !== undefined && (FIELDS.has(above.role?.value ?? '') || isPartOfField(above));
    };
    return nodes
      .filter((node) => !node.ignored && CONTROLS.has(node.role?.value ?? '') && !isPartOfField(node))
      .map((node) => ({
        node: node.backendDOMNodeId ?? 0,
        role: node.role?.value ?? '',
        name: (node.name?.value ?? '').trim(),
        to: String(node.properties?.find(({ name }) => name === 'url')?.value.value ?? ''),
      }));
  } finally {
    await line.detach();
  }
}

/**
 * Controls without a name, and several with the same one: voice control cannot choose between them, nor can listeners.
 */
async function sameNames(page: Page): Promise<string[]> {
  const controls = await namedControls(page);
  const found = controls.filter(({ name }) => name === '').map(({ role }) => `without a name: ${role}`);
  const counts = new Map<string, number>();
  const links = new Set<string>();
  for (const { role, name, to } of controls) {
    const link = `${name} ${to}`;
    if (to !== '' && links.has(link)) continue;
    links.add(link);
    const key = `${role} “${name}”`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...found, ...[...counts].filter(([, count]) => count > 1).map(([key, count]) => `${count} × ${key}`)];
}

/** Controls whose accessible name lacks their visible label; spaces, punctuation and case are ignored. */
async function otherNames(page: Page): Promise<string[]> {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  const controls = await namedControls(page);
  const line = await page.context().newCDPSession(page);
  const found: string[] = [];
  try {
    for (const { node, role, name } of controls) {
      const { object } = await line.send('DOM.resolveNode', { backendNodeId: node });
      const { result } = await line.send('Runtime.callFunctionOn', {
        objectId: object.objectId ?? '',
        functionDeclaration: seenOf.toString(),
        returnByValue: true,
      });
      const seen = String(result.value ?? '');
      if (!plain(name).includes(plain(seen))) found.push(`${role} “${name}” is seen as “${seen}”`);
    }
  } finally {
    await line.detach();
  }
  return found;
}

/**
 * Visible label of a control: a field's label, otherwise its text; without keyboard shortcuts, running seconds and
 * counts. Runs in the page.
 */
function seenOf(this: HTMLElement): string {
  const isField = this.matches('input:not([type="button"], [type="submit"]), select, textarea');
  const places = isField ? [...((this as HTMLInputElement).labels ?? [])] : [this];
  const words = (place: Node): string => {
    if (place.nodeType === Node.TEXT_NODE) return place.textContent ?? '';
    if (
      !(place instanceof HTMLElement) ||
      place.matches('.spoken, select, input, textarea, .key-hint, .undo-left, .tab-count')
    )
      return '';
    if (!place.checkVisibility({ visibilityProperty: true })) return '';
    return [...place.childNodes].map(words).join(' ');
  };
  return places.map(words).join(' ');
}

/**
 * Losses in forced colours: shapes drawn only by their background, selections that look unselected, controls
 * without a border, and icons that keep their colour.
 */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  // Elements are marked while the page still has its own colours.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element instanceof SVGElement || !element.checkVisibility()) continue;
      if (element.closest('.spoken, [hidden]') !== null || element.childElementCount > 0) continue;
      if ((element.textContent ?? '').trim() !== '' || element.matches('img, input, select, textarea, video')) continue;
      const { width, height } = element.getBoundingClientRect();
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const isDrawn = backgroundImage !== 'none' || !/rgba\(.*, 0\)/.test(backgroundColor);
      if (isDrawn && width >= 2 && height >= 2) element.dataset.drawn = '';
    }
  });
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(() => {
    const faults: string[] = [];
    const said = (element: Element): string => element.outerHTML.slice(0, 140);
    const isClear = (colour: string): boolean => /rgba\(.*, 0\)|transparent/.test(colour);
    const groundOf = (element: Element | null): string => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!isClear(backgroundColor)) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const hasEdge = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const ground = groundOf(element.parentElement);
      if (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1 && style.outlineColor !== ground)
        return true;
      return (['Top', 'Bottom', 'Left', 'Right'] as const).some(
        (side) =>
          style[`border${side}Style`] !== 'none' &&
          Number.parseFloat(style[`border${side}Width`]) >= 1 &&
          !isClear(style[`border${side}Color`]) &&
          style[`border${side}Color`] !== ground,
      );
    };
    for (const element of document.querySelectorAll<HTMLElement>('[data-drawn]')) {
      delete element.dataset.drawn;
      if (getComputedStyle(element).backgroundColor === groundOf(element.parentElement) && !hasEdge(element))
        faults.push(`drawn by its ground alone: ${said(element)}`);
    }
    const isShown = (element: Element): boolean => element.checkVisibility() && element.closest('.spoken') === null;
    const looks = (element: Element): string => {
      const { backgroundColor, color, borderColor, outlineStyle, textDecorationLine } = getComputedStyle(element);
      return [backgroundColor, color, borderColor, outlineStyle, textDecorationLine].join();
    };
    for (const [state, other] of [
      ['[aria-pressed="true"]', '[aria-pressed="false"]'],
      ['[aria-selected="true"]', '[aria-selected="false"]'],
      ['[aria-current]', ':not([aria-current])'],
    ] as const)
      for (const chosen of [...document.querySelectorAll(state)].filter(isShown)) {
        const like = [...document.querySelectorAll(`${chosen.tagName}${other}`)].find(
          (each) => isShown(each) && each.classList[0] === chosen.classList[0],
        );
        if (like !== undefined && looks(like) === looks(chosen)) faults.push(`looks as if not chosen: ${said(chosen)}`);
      }
    for (const control of [...document.querySelectorAll('button, input, select, textarea')].filter(isShown)) {
      if (control.matches('[type="checkbox"], [type="radio"], [type="file"], [type="range"], .tab')) continue;
      if (getComputedStyle(control).textDecorationLine.includes('underline')) continue;
      if (!hasEdge(control) && groundOf(control) === groundOf(control.parentElement))
        faults.push(`a control without an edge: ${said(control)}`);
    }
    for (const shape of [...document.querySelectorAll('svg path, svg rect, svg line, svg text, svg circle')].filter(
      isShown,
    )) {
      const { fill, stroke, color, forcedColorAdjust } = getComputedStyle(shape);
      if (shape.closest('[role="img"].qr, .desk-qr, .hover') !== null || forcedColorAdjust === 'none') continue;
      const ink = [fill, stroke].filter((each) => each !== 'none' && !isClear(each));
      if (ink.length > 0 && !ink.includes(color)) faults.push(`a drawing in a colour of its own: ${said(shape)}`);
    }
    return [...new Set(faults)];
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Text below a contrast of 7:1 in the high-contrast theme. Axe ignores text without any contrast. */
async function inHighContrast(page: Page): Promise<string[]> {
  const turn = (on: boolean) =>
    page.evaluate((isOn) => document.documentElement.toggleAttribute('data-contrast', isOn), on);
  await turn(true);
  await still(page);
  const seen = await page.evaluate(() => {
    const hex = (colour: string): string =>
      `#${(colour.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`;
    const groundOf = (element: Element | null): string => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (backgroundColor.startsWith('rgb(')) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    return [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          element.closest('.spoken, svg, select, [aria-disabled="true"]') === null &&
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
      )
      .map((element) => ({
        said: `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.trim().slice(0, 40)}”`,
        word: hex(getComputedStyle(element).color),
        ground: hex(groundOf(element)),
      }));
  });
  await turn(false);
  return seen.flatMap(({ said, word, ground }) =>
    contrast(word, ground) < 7 ? [`${word} on ${ground}: ${said}`] : [],
  );
}
