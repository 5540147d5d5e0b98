/**
 * The kiosk page in happy-dom, with a scripted host: components and state without a browser or a server. Layout, styles,
 * focus and speech need Chromium: `test/browser/`.
 */
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { onTestFinished, vi } from 'vitest';
import arabic from '../../assets/locales/ar/kiosk.json' with { type: 'json' };
import english from '../../assets/locales/en/kiosk.json' with { type: 'json' };
import type { KioskCallName, KioskReply, KioskState, Shell } from '../../main/kiosk/contract/kiosk.ts';
import { App } from '../../renderer/kiosk/app.tsx';
import { type Listening, ListeningContext } from '../../renderer/kiosk/listening.ts';
import { createModel, ModelContext } from '../../renderer/kiosk/model.ts';
import { createTexts } from '../../renderer/shared/i18n.ts';

export interface KioskPage {
  readonly page: HTMLElement;
  /** Inputs of the calls of that name, oldest first. */
  callsOf(name: KioskCallName): readonly unknown[];
  /** Draws this state; null: the host cannot be reached. */
  show(state: KioskState | null): Promise<void>;
  answerWith(name: KioskCallName, reply: KioskReply): void;
  /** The button with this accessible name; fails without exactly one. */
  button(name: string | RegExp): HTMLElement;
  buttons(name: string | RegExp): readonly HTMLElement[];
  /** Text of the heading of level 1. */
  heading(): string;
}

const MUTE: Listening = {
  isOffered: signal(false),
  isOn: signal(false),
  isSilent: signal(false),
  toggle: () => undefined,
  tryOut: () => Promise.resolve(false),
};

// happy-dom loads no fonts.
Object.defineProperty(document, 'fonts', { value: Object.assign(new EventTarget(), { ready: Promise.resolve() }) });

export async function openKioskPage(first: KioskState): Promise<KioskPage> {
  const calls: { readonly name: KioskCallName; readonly input: unknown }[] = [];
  const replies = new Map<KioskCallName, KioskReply>();
  const listeners = new Set<(state: KioskState | null) => void>();
  const shell: Shell = {
    call(name, input) {
      calls.push({ name, input });
      return Promise.resolve(replies.get(name) ?? { ok: true });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const loaders = new Map([['ar', () => Promise.resolve(arabic)]]);
  const model = createModel(shell, createTexts(english, loaders), document.documentElement);
  const page = document.createElement('main');
  document.body.replaceChildren(page);
  render(h(ModelContext.Provider, { value: model }, h(ListeningContext.Provider, { value: MUTE }, h(App, {}))), page);
  onTestFinished(() => render(null, page));

  const buttons = (name: string | RegExp): readonly HTMLElement[] =>
    [...page.querySelectorAll('button')].filter((each) => {
      const label = each.getAttribute('aria-label') ?? visibleText(each);
      return typeof name === 'string' ? label === name : name.test(label);
    });

  async function show(state: KioskState | null): Promise<void> {
    for (const listener of listeners) listener(state);
    await vi.waitFor(() => {
      if (state === null ? model.connected.value : model.view.value?.state !== state) throw new Error('not drawn yet');
    });
    // Preact draws in a microtask, and effects follow in a timer.
    await new Promise((drawn) => setTimeout(drawn, 50));
  }
  await show(first);

  return {
    page,
    callsOf: (name) => calls.filter((each) => each.name === name).map(({ input }) => input),
    show,
    answerWith: (name, reply) => void replies.set(name, reply),
    button(name) {
      const [one, ...others] = buttons(name);
      if (one === undefined || others.length > 0) throw new Error(`${others.length + (one ? 1 : 0)} buttons ${name}`);
      return one;
    },
    buttons,
    heading: () => page.querySelector('h1')?.textContent ?? '',
  };
}

/** Text that a screen reader reads, without hidden elements. */
function visibleText(element: Element): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return (copy.textContent ?? '').trim();
}
