/** State of the ticket page. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { RestResult } from '../shared/api-client.ts';
import { type Alerts, createAlerts } from './alerts.ts';
import type { Reading } from './reading.ts';
import { type LineNews, openTicketLine, type TicketLine } from './ticket-line.ts';
import { callOf, type Look, lookOf, whereTo } from './view-state.ts';

/** State that the page renders. */
export interface TicketModel {
  readonly news: ReadonlySignal<LineNews>;
  readonly look: ReadonlySignal<Look>;
  readonly language: Reading;
  readonly alerts: Alerts;
  retry(): void;
  leave(): Promise<RestResult<object>>;
}

/** Final views. */
const OVER: readonly Look[] = ['ended', 'left', 'cancelled', 'unknown'];

export function createTicketModel(secret: string, language: Reading): TicketModel {
  const news = signal<LineNews>({ status: 'starting', ticket: null, at: 0 });
  const left = signal(false);
  const look = computed(() => lookOf(news.value, left.value));
  const alerts = createAlerts();
  let lastCall = '';
  let lastLook: Look = 'starting';

  const line: TicketLine = openTicketLine(secret, (next) => {
    news.value = next;
    if (next.ticket !== null) language.suggest(next.ticket.lang);
  });

  effect(() => {
    const { ticket } = news.value;
    const now = look.value;
    const call = callOf(ticket);
    const t = language.t.peek();
    if (call !== '' && call !== lastCall && ticket !== null) {
      alerts.ring(`${ticket.label} · ${t('called.head')}`, whereTo(ticket, t, language.id.peek()));
    }
    if (now === 'almost' && lastLook === 'waiting') alerts.nudge();
    if (OVER.includes(now)) alerts.rest();
    // A short disconnection must not ring again.
    if (ticket !== null) lastCall = call;
    lastLook = now;
  });

  effect(() => {
    const { ticket } = news.value;
    const t = language.t.value;
    const parts = [ticket?.label ?? '', titleOf(look.value, ticket?.before ?? -1, t)];
    document.title = parts.filter(Boolean).join(' · ');
  });

  return {
    news,
    look,
    language,
    alerts,
    retry: line.retry,
    async leave() {
      const result = await line.leave();
      if (result.ok) left.value = true;
      else line.retry();
      return result;
    },
  };
}

function titleOf(look: Look, before: number, t: Reading['t']['value']): string {
  if (look === 'called') return t('called.head');
  return (look === 'waiting' || look === 'almost') && before >= 0 ? t('before', { count: before }) : t('title');
}
