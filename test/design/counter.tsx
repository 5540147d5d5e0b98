/** Components of the counter: rows of the queue, the current visitor, and the undo bar. */
import './counter.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { type Counter, CounterContext } from '../../renderer/counter/model.ts';
import { NowCard } from '../../renderer/counter/parts/now-card.tsx';
import { TicketRow } from '../../renderer/counter/parts/ticket-row.tsx';
import { UndoBar } from '../../renderer/counter/undo/undo-bar.tsx';
import type { TextFile } from '../../renderer/shared/i18n.ts';
import { paintSite } from '../../renderer/shared/paint-site.ts';
import { StaffContext } from '../../renderer/shared/staff.ts';
import { applyLook, look, script } from './look.ts';
import { staffContext } from './staff-context.ts';

const files = import.meta.glob<TextFile>('../../assets/locales/*/{counter,clerk,staff}.json', {
  eager: true,
  import: 'default',
});

const NOW = Date.parse('2026-11-20T09:41:00Z');
const MINUTE_MS = 60_000;
const at = (minutes: number): string => new Date(NOW + minutes * MINUTE_MS).toISOString();

const SERVICES = [
  { id: 'a', name: script.sample, tag: 'A', colour: '' },
  { id: 'b', name: script.sample, tag: 'B', colour: '#aa8300' },
].map((service) => ({
  ...service,
  served: true,
  open: true,
  priority_allowed: true,
  waiting: 3,
  expected_wait: 600,
  next_wait: 600,
  asks: false,
  outcomes: [],
  outcome_required: false,
}));

const ticket = (label: string, change: object = {}): object => ({
  ticket_id: label,
  answer_id: '',
  label,
  service_id: 'a',
  dst_service_id: 'a',
  state: 1,
  flags: 0,
  note: '',
  client_name: '',
  issued_at: at(-4),
  waiting_since: at(-4),
  scheduled_at: '',
  transferred: false,
  dst_desk_id: '',
  dst_user_id: '',
  turn: 'next',
  own: false,
  place: 1,
  sent_by: '',
  ...change,
});

const WAITING = [
  ticket('A040'),
  ticket('B007', { service_id: 'b', dst_service_id: 'b', flags: 1, client_name: script.person }),
  ticket('A100', { waiting_since: at(-15), issued_at: at(-15) }),
  ticket('A101', { waiting_since: at(-40), issued_at: at(-40), transferred: true }),
  ticket('A102', { own: true, sent_by: script.person, note: script.sample, dst_desk_id: 'desk' }),
];

const NONE = { own: 0, next: 0, others: 0, later: 0, paused: 0, cancelled: 0 };

/** What the components read of the counter. */
function counterWith(change: object): Counter {
  const data = {
    desk: { id: 'desk', name: 'Desk 1', tag: '1', state: 1 },
    location: { id: 'hall', name: script.sample, timezone: 'UTC', timeformat: 'HH:mm', colour: '' },
    services: SERVICES,
    desks: [],
    users: [],
    undo: [],
    away: [],
    waiting: WAITING,
    waiting_count: WAITING.length,
    counts: { ...NONE, own: 1, next: WAITING.length - 1 },
    ...change,
  };
  return {
    deskId: 'desk',
    call: signal(null),
    data: signal(data),
    now: signal(NOW),
    beat: signal(NOW),
    undo: signal(null),
    chosen: signal([]),
    act: { isBusy: signal(false), justDone: signal(null) },
    keysOn: signal(true),
    open: () => undefined,
  } as unknown as Counter;
}

/** States of the desk besides a free one with visitors: `?screen=break`. */
const DESKS: Readonly<Record<string, object>> = {
  break: { away: [{ state: 'break', reason: '', user_id: '', since: at(-5) }] },
  nobody: { waiting: [], waiting_count: 0, counts: NONE },
};

const undo = {
  step_id: '1',
  what: 'callnextticket',
  label: 'A039',
  user_id: '',
  at: at(0),
  until: at(1),
  latest: at(2),
};
const staff = staffContext(files);

function CounterComponents() {
  return (
    <main class="sheet">
      <h1>Counter components</h1>
      <section class="wide">
        <h2>QueueRow</h2>
        <div class="lists wide">
          <ul class="rows">
            {WAITING.map((each) => (
              <TicketRow key={String(each)} ticket={each as never} sheet="waiting" />
            ))}
          </ul>
        </div>
      </section>
      <section class="wide">
        <h2>The desk</h2>
        <div class="wide">
          <CounterContext.Provider value={counterWith(DESKS[look.screen] ?? {})}>
            <NowCard />
          </CounterContext.Provider>
        </div>
      </section>
      <CounterContext.Provider value={counterWith({ undo: [undo] })}>
        <UndoBar />
      </CounterContext.Provider>
    </main>
  );
}

applyLook();
paintSite(look.colour);
const page = document.getElementById('page');
if (page !== null)
  render(
    <StaffContext.Provider value={staff}>
      <CounterContext.Provider value={counterWith({})}>
        <CounterComponents />
      </CounterContext.Provider>
    </StaffContext.Provider>,
    page,
  );
