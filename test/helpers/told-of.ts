/** Compares a rendered page with its AT-SPI tree and lists the differences as text. */
import type { Page } from 'playwright-core';
import type { AtspiObject } from './assisted-desktop.ts';

/** AT-SPI role of each kind of control. */
const ROLES: Readonly<Record<string, string>> = {
  button: 'push button',
  toggle: 'toggle button',
  link: 'link',
  text: 'entry',
  search: 'entry',
  email: 'entry',
  tel: 'entry',
  password: 'password text',
  number: 'spin button',
  range: 'slider',
  checkbox: 'check box',
  radio: 'radio button',
  select: 'combo box',
  switch: 'toggle button',
  time: 'spin button',
  date: 'spin button',
  file: 'push button',
  color: 'push button',
  tab: 'page tab',
  summary: 'toggle button',
};
const CONTROLS = new Set(Object.values(ROLES));

interface DrawnText {
  readonly text: string;
  readonly lang: string;
}

interface DrawnControl {
  readonly kind: string;
  /** Label of a field. */
  readonly label: string;
  /** AT-SPI states with their expected value. */
  readonly states: Readonly<Record<string, boolean>>;
}

/** A structural part of a page for screen readers. */
interface DrawnPart {
  readonly kind: 'heading' | 'landmark' | 'table' | 'group' | 'live';
  /** Level of a heading, kind of a landmark, rows by columns of table headers, politeness of a live region. */
  readonly how: string;
  /** Its name, if any; for a live region, part of its text. */
  readonly name: string;
}

interface Drawn {
  readonly texts: readonly DrawnText[];
  readonly controls: readonly DrawnControl[];
  readonly parts: readonly DrawnPart[];
  /** Hints and faults beside a control or group. */
  readonly asides: readonly string[];
}

/** Texts that are missing in the tree or have another language there, and controls with a wrong role, state or name. */
export async function untold(page: Page, objects: readonly AtspiObject[]): Promise<readonly string[]> {
  const { texts, controls } = await drawnOn(page);
  if (texts.length === 0) return ['nothing is drawn'];
  const told = objects.map(({ name, text, lang }) => ({ name: plain(name), text: plain(text), lang }));
  const missing = texts.flatMap(({ text, lang }) => {
    const places = told.filter((each) => each.name.includes(plain(text)) || each.text.includes(plain(text)));
    if (places.length === 0) return [`not told: "${text}"`];
    return places.some((each) => each.lang === lang) ? [] : [`not in ${lang}, but in ${places[0]?.lang}: "${text}"`];
  });
  return [...missing, ...otherControls(controls, objects)];
}

/**
 * Headings, landmarks, tables, groups and live regions that are not exposed as such, and hints and faults without a
 * reference.
 */
export async function disordered(page: Page, objects: readonly AtspiObject[]): Promise<readonly string[]> {
  const { parts, asides } = await drawnOn(page);
  const described = objects.map(({ description }) => plain(description));
  return [
    ...otherParts(parts, objects),
    ...asides
      .filter((aside) => !described.some((each) => each.includes(plain(aside))))
      .map((aside) => `leads to no control: "${aside}"`),
  ];
}

/** Landmark roles as browsers expose them. */
const LANDMARKS = new Set(['banner', 'complementary', 'contentinfo', 'main', 'navigation', 'region', 'search']);

/** Structural part of an AT-SPI object, in the same form as the rendered part. */
function partOf({ role, name, attributes }: AtspiObject): DrawnPart | null {
  if (role === 'heading') return { kind: 'heading', how: attributes.level ?? '', name };
  const landmark = attributes['xml-roles']?.split(' ').find((each) => LANDMARKS.has(each));
  if (landmark !== undefined) return { kind: 'landmark', how: landmark, name };
  if (role === 'table') return { kind: 'table', how: '', name };
  if (role === 'grouping' || role === 'panel') return name === '' ? null : { kind: 'group', how: '', name };
  return null;
}

/** Each rendered part must be exposed once, in order, by name, and nothing else. */
function otherParts(parts: readonly DrawnPart[], objects: readonly AtspiObject[]): readonly string[] {
  const said = ({ kind, how, name }: DrawnPart): string => `${kind} ${how} "${plain(name)}"`;
  const found: string[] = [];
  for (const kind of ['heading', 'landmark', 'table', 'group'] as const) {
    const wanted = parts.filter((part) => part.kind === kind).map(said);
    const told = objects
      .flatMap((each) => partOf(each) ?? [])
      .filter((part) => part.kind === kind)
      .map(said);
    const other = wanted.findIndex((each, index) => told[index] !== each);
    if (other >= 0) found.push(`${wanted[other]} is told as ${told[other] ?? 'nothing'}`);
    else if (told.length > wanted.length) found.push(`told, and not drawn: ${told[wanted.length]}`);
  }
  const live = objects.filter(({ attributes }) => attributes.live !== undefined && attributes.live !== 'off');
  const places = parts.filter(({ kind }) => kind === 'live');
  const counts = (hows: readonly (string | undefined)[]): string => hows.toSorted().join(', ');
  const heard = counts(live.map(({ attributes }) => attributes.live));
  const wanted = counts(places.map(({ how }) => how));
  if (heard !== wanted) found.push(`places whose changes are said: ${wanted}; told: ${heard}`);
  return found;
}

function otherControls(controls: readonly DrawnControl[], objects: readonly AtspiObject[]): readonly string[] {
  const told = withoutTimes(
    controls,
    objects.filter(({ role, states }) => CONTROLS.has(role) && states.includes('visible')),
  );
  const wanted = controls.map(({ kind }) => ROLES[kind] ?? kind);
  const other = [...told, null].findIndex((each, index) => each?.role !== wanted[index]);
  if (other >= 0) {
    const { role, name } = told[other] ?? { role: 'nothing', name: '' };
    return [`${wanted[other] ?? 'nothing'} is told as ${role} "${name}", after "${told[other - 1]?.name}"`];
  }
  return told.flatMap(({ role, name, states }, index) => [
    ...(name.trim() === '' ? [`${role} ${index} has no name`] : []),
    ...Object.entries(controls[index]?.states ?? {})
      .filter(([state, is]) => states.includes(state) !== is)
      .map(([state, is]) => `${role} "${name}" is ${is ? 'not told to be' : 'told to be'} ${state}`),
  ]);
}

/** Browsers compose a time or date field of several controls that share its name. Only one of them is kept. */
function withoutTimes(controls: readonly DrawnControl[], told: readonly AtspiObject[]): readonly AtspiObject[] {
  const left = [...told];
  controls.forEach(({ kind, label }, index) => {
    if (kind !== 'time' && kind !== 'date') return;
    const isOf = (each?: AtspiObject): boolean => each?.name.includes(label) === true;
    let count = 0;
    while (isOf(left[index + count])) count += 1;
    if (count >= 2) left.splice(index + 1, count - 1);
  });
  return left;
}

/** Case and whitespace are ignored. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

function drawnOn(page: Page): Promise<Drawn> {
  return page.evaluate(() => {
    const isDrawn = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"], [inert]') === null;

    // Content behind a modal dialog is neither reachable nor exposed.
    const top = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
    const texts: DrawnText[] = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (!(parentElement instanceof HTMLElement) || parentElement.closest('script, style, option') !== null) continue;
      // A running clock changes between the two reads.
      if (parentElement.closest('[role="timer"]') !== null) continue;
      const text = (textContent ?? '').trim();
      if (text === '' || !isDrawn(parentElement)) continue;
      // A tab is one object, even with language names inside.
      const place = parentElement.closest('[role="tab"]') ?? parentElement;
      texts.push({ text, lang: place.closest<HTMLElement>('[lang]')?.lang ?? '' });
    }

    const kindOf = (element: Element): string => {
      const role = element.getAttribute('role');
      if (role !== null) return role;
      if (element instanceof HTMLInputElement) return element.type;
      if (element instanceof HTMLTextAreaElement) return 'text';
      if (element instanceof HTMLSelectElement) return 'select';
      if (element instanceof HTMLAnchorElement) return 'link';
      if (element.matches('summary')) return 'summary';
      return element.hasAttribute('aria-pressed') ? 'toggle' : 'button';
    };
    const controls = [
      ...top.querySelectorAll('button, a[href], input, select, textarea, summary, [role="tab"], [role="button"]'),
    ]
      .filter(isDrawn)
      .map((element) => {
        const of = (name: string): string | null => element.getAttribute(name);
        const isOff = element.matches(':disabled') || of('aria-disabled') === 'true';
        const states: Record<string, boolean> = { enabled: !isOff };
        if (!isOff) states.focusable = true;
        if (of('aria-pressed') !== null) states.pressed = of('aria-pressed') === 'true';
        if (of('aria-selected') !== null) states.selected = of('aria-selected') === 'true';
        if (of('aria-expanded') !== null) states.expanded = of('aria-expanded') === 'true';
        if (element.matches('summary')) states.expanded = (element.parentElement as HTMLDetailsElement).open;
        if (of('aria-invalid') !== null) states['invalid-entry'] = of('aria-invalid') === 'true';
        if (element.matches('[type="checkbox"]:not([role]), [type="radio"]'))
          states.checked = element.matches(':checked');
        // The parts of a date or time field do not expose this state.
        if (element.matches(':required:not([type="date"], [type="time"])')) states.required = true;
        const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
        return { kind: kindOf(element), label: label.replaceAll(/\s+/g, ' ').trim(), states };
      });

    const words = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const named = (element: Element): string => {
      const by = element.getAttribute('aria-labelledby');
      if (by !== null)
        return by
          .split(' ')
          .map((id) => words(document.getElementById(id)))
          .join(' ');
      return element.getAttribute('aria-label') ?? '';
    };
    const landmarkOf = (element: Element): string | null => {
      const role = element.getAttribute('role');
      if (role !== null) return ['region', 'navigation', 'main', 'search', 'banner'].includes(role) ? role : null;
      if (element.matches('search')) return 'search';
      if (element.matches('main')) return 'main';
      if (element.matches('nav')) return 'navigation';
      if (element.matches('aside')) return 'complementary';
      const isOfPage = element.closest('main, article, aside, nav, section') === null;
      if (element.matches('header')) return isOfPage ? 'banner' : null;
      if (element.matches('footer')) return isOfPage ? 'contentinfo' : null;
      return element.matches('section') && named(element) !== '' ? 'region' : null;
    };
    const parts: DrawnPart[] = [];
    for (const element of top.querySelectorAll('*')) {
      if (!isDrawn(element) || element.closest('svg') !== null) continue;
      const landmark = landmarkOf(element);
      if (/^H[1-6]$/.test(element.tagName))
        parts.push({ kind: 'heading', how: element.tagName.slice(1), name: words(element) });
      else if (landmark !== null) parts.push({ kind: 'landmark', how: landmark, name: named(element) });
      else if (element.matches('table:not([role])'))
        parts.push({ kind: 'table', how: '', name: named(element) || words(element.querySelector('caption')) });
      else if (element.matches('fieldset, figure, [role="group"], [role="radiogroup"]'))
        parts.push({ kind: 'group', how: '', name: named(element) || words(element.querySelector('legend')) });
      const role = element.getAttribute('role');
      const live =
        element.getAttribute('aria-live') ??
        (role === 'alert' ? 'assertive' : role === 'status' || element.tagName === 'OUTPUT' ? 'polite' : null);
      if (live !== null && live !== 'off') parts.push({ kind: 'live', how: live, name: words(element) });
    }
    const asides = [...top.querySelectorAll('.field-hint, .field-fault')].filter(isDrawn).map(words);
    return { texts, controls, parts, asides };
  });
}
