/** Card of the counter as a component: its heading and its main button. */
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { expect, it, onTestFinished } from 'vitest';
import english from '../../assets/locales/en/counter.json' with { type: 'json' };
import staffEnglish from '../../assets/locales/en/staff.json' with { type: 'json' };
import { type Counter, CounterContext } from '../../renderer/counter/model.ts';
import { NowCard } from '../../renderer/counter/parts/now-card.tsx';
import { createTexts } from '../../renderer/shared/i18n.ts';
import { type Staff, StaffContext } from '../../renderer/shared/staff.ts';

const NOBODY = { own: 0, next: 0, others: 0, later: 0, paused: 0, cancelled: 0 };

/** Heading of a desk without a visitor, and whether *Call next* is its main button. */
function cardOf(away: readonly { readonly state: string }[]) {
  const texts = createTexts({ ...staffEnglish, ...english }, new Map());
  const staff = {
    language: { id: signal('en'), t: signal(texts.ready('en')) },
    session: { may: () => true, user: signal(null) },
  } as unknown as Staff;
  const counter = {
    call: signal(null),
    data: signal({ waiting: [], counts: NOBODY, away, services: [] }),
    act: { isBusy: signal(false), justDone: signal(null) },
    keysOn: signal(true),
  } as unknown as Counter;
  const page = document.createElement('main');
  document.body.replaceChildren(page);
  onTestFinished(() => render(null, page));
  const card = h(CounterContext.Provider, { value: counter }, h(NowCard, {}));
  render(h(StaffContext.Provider, { value: staff }, card), page);
  return {
    heading: page.querySelector('h1')?.textContent,
    isMain: page.querySelector('#next')?.classList.contains('button-main'),
  };
}

it.each([
  ['is free, with *Call next* as the main button', [], 'This desk is free', true],
  ['is on a break, where *Back to work* is the main button', [{ state: 'break' }], 'You are on a break', false],
  ['is closed, where *Back to work* is the main button', [{ state: 'closed' }], 'This desk is closed', false],
] as const)('says that the desk %s', (_, away, heading, isMain) => {
  expect(cardOf(away)).toEqual({ heading, isMain });
});
