/** A page as it is drawn, beside what AT-SPI tells of it: what is missing or other, each in words. */
import type { Page } from 'playwright-core';
import type { AtspiObject } from './assisted-desktop.ts';

/** Roles of AT-SPI by what a control is in the page. */
const ROLES: Readonly<Record<string, string>> = {
  button: 'push button',
  toggle: 'toggle button',
  link: 'link',
  text: 'entry',
  search: 'entry',
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
  /** Of a field its label. */
  readonly label: string;
  /** States of AT-SPI, and whether it has to have them. */
  readonly states: Readonly<Record<string, boolean>>;
}

interface Drawn {
  readonly texts: readonly DrawnText[];
  readonly controls: readonly DrawnControl[];
}

/** What stands on the page and is not in the tree, or in another language; controls of another role or state, or without a name. */
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

/** The browser makes a field for a time, or a day, of several: hours, minutes, and what opens its list; each with the name of the field. One of them stands for all. */
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

/** Capitals and spaces are how it is drawn. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

function drawnOn(page: Page): Promise<Drawn> {
  return page.evaluate(() => {
    const isDrawn = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"], [inert]') === null;

    // Behind an open window of the page nothing can be reached, and nothing is told.
    const top = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
    const texts: DrawnText[] = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (!(parentElement instanceof HTMLElement) || parentElement.closest('script, style, option') !== null) continue;
      // A clock that runs is another one by the time somebody reads it.
      if (parentElement.closest('[role="timer"]') !== null) continue;
      const text = (textContent ?? '').trim();
      if (text === '' || !isDrawn(parentElement)) continue;
      texts.push({ text, lang: parentElement.closest<HTMLElement>('[lang]')?.lang ?? '' });
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
        if (element.matches(':required')) states.required = true;
        const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
        return { kind: kindOf(element), label: label.replaceAll(/\s+/g, ' ').trim(), states };
      });
    return { texts, controls };
  });
}
