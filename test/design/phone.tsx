/** The visitor's phone: TicketCard while waiting, called, cancelled and ended. */
import './phone.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import type { TextFile } from '../../renderer/shared/i18n.ts';
import { createTexts } from '../../renderer/shared/i18n.ts';
import { App } from '../../renderer/ticket/app.tsx';
import type { TicketModel } from '../../renderer/ticket/model.ts';
import { lookOf } from '../../renderer/ticket/view-state.ts';
import { applyLook, look, script } from './look.ts';

const files = import.meta.glob<TextFile>('../../assets/locales/*/phone.json', { eager: true, import: 'default' });
const texts =
  files[`../../assets/locales/${script.lang}/phone.json`] ?? files['../../assets/locales/en/phone.json'] ?? {};

const AT = Date.parse('2026-11-20T09:41:00Z');
const STATES: Readonly<Record<string, Partial<PhoneTicket>>> = {
  waiting: { before: 7, wait_seconds: 900 },
  almost: { before: 1, wait_seconds: 120, priority: true },
  called: { state: 'called', desk: { [script.lang]: '4' }, desk_tag: '4', called_at: '2026-11-20T09:40:00Z' },
  cancelled: { state: 'cancelled', can_return: true },
  ended: { state: 'ended' },
};

const ticket: PhoneTicket = {
  label: 'A100',
  state: 'waiting',
  lang: script.lang,
  service: { [script.lang]: script.sample },
  location: { [script.lang]: script.sample },
  colour: '',
  accent: look.colour,
  logo: '',
  time_zone: 'UTC',
  before: -1,
  wait_seconds: 0,
  priority: false,
  transferred: false,
  scheduled_at: '',
  desk: {},
  desk_tag: '',
  called_at: '',
  recalled_at: '',
  can_return: false,
  ...STATES[look.screen || 'waiting'],
};
const news = { status: 'live', ticket, at: AT } as const;
const model = {
  news: signal(news),
  look: signal(lookOf(news as never, false)),
  language: {
    id: signal(script.lang),
    usual: signal(script.lang),
    t: signal(createTexts(texts, new Map()).ready('en')),
    isSimple: signal(false),
    choose: () => undefined,
    chooseSimple: () => undefined,
  },
  alerts: { on: signal(false), turnOn: () => undefined, turnOff: () => undefined },
  retry: () => undefined,
} as unknown as TicketModel;

applyLook();
const page = document.getElementById('page');
if (page !== null) render(<App model={model} />, page);
