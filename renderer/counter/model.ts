/**
 * Shared state of the counter's components.
 *
 * Events signal a change; the state is then read in one request.
 */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TFunction } from 'i18next';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { EventDevice, EventMessage, EventTicket } from '../../main/events/contract/events.ts';
import { READ_COUNTER } from '../../main/queue/contract/endpoints.ts';
import type { CounterAnswer, CounterTicket, CounterUndo } from '../../main/queue/contract/rest/counters.ts';
import { KEY_ERRNOS, type RestFailure } from '../shared/api-client.ts';
import { openLiveFeed } from '../shared/live-feed.ts';
import { pageFacts } from '../shared/page-facts.ts';
import type { Staff } from '../shared/staff.ts';
import { browserMemory } from '../shared/storage.ts';
import { wallClock } from '../shared/time.ts';
import { type CounterActions, createActions } from './actions.ts';
import { createAnswers, type FormAnswers } from './answers.ts';
import { listOf, type Sheet } from './list-tabs.ts';
import type { OpenDialog } from './open-dialog.ts';

export interface Counter {
  readonly deskId: string;
  /** Null until loaded. */
  readonly data: ReadonlySignal<CounterAnswer | null>;
  /** Reason of a failed read; null on success. */
  readonly failure: ReadonlySignal<RestFailure | null>;
  /** The desk's open call. */
  readonly call: ReadonlySignal<EventTicket | null>;
  /** Whether the shown state may be outdated. */
  readonly stale: ReadonlySignal<boolean>;
  /** Devices of the location. */
  readonly devices: ReadonlySignal<readonly EventDevice[]>;
  /** Increases when a queue alert of the location changes. */
  readonly limitNews: ReadonlySignal<number>;
  /** The server's clock: epoch milliseconds, updated every second. */
  readonly now: ReadonlySignal<number>;
  /** The same, updated every five seconds: for waits in minutes. */
  readonly beat: ReadonlySignal<number>;
  /** Last step of this desk, while undo is offered (by a part that loads later). */
  readonly undo: Signal<CounterUndo | null>;
  /** Last event of the location; null before the first. */
  readonly heard: ReadonlySignal<EventMessage | null>;
  /** The clerk's search text; empty: none. */
  readonly wanted: Signal<string>;
  readonly sheet: ReadonlySignal<Sheet>;
  readonly dialog: ReadonlySignal<OpenDialog | null>;
  /** Services that this clerk calls; empty: all of the desk. */
  readonly chosen: ReadonlySignal<readonly string[]>;
  readonly answers: FormAnswers;
  readonly act: CounterActions;
  /** Whether keyboard shortcuts are on. */
  readonly keysOn: ReadonlySignal<boolean>;
  switchKeys(on: boolean): void;
  show(sheet: Sheet): void;
  open(dialog: OpenDialog): void;
  closeDialog(): void;
  choose(serviceIds: readonly string[]): void;
  changeDesk(deskId: string | null): void;
  /** Reads everything again. */
  refresh(): Promise<void>;
  retry(): void;
  close(): void;
}

export const CounterContext = createContext<Counter | null>(null);

export function useCounter(): Counter {
  const counter = useContext(CounterContext);
  if (counter === null) throw new Error('No counter above this component.');
  return counter;
}

const IN_SERVICE = 2;
const TICK_MS = 1_000;
const BEAT_MS = 5_000;
/** Grace period before a starting page counts as disconnected. */
const STARTING_MS = 4_000;
const OF_DEVICES: ReadonlySet<string> = new Set(['device.changed', 'device.alarm', 'limit.alarm']);
/** Minimum interval between requests of the same lists. */
const BREATH_MS = 40;

interface CounterDeps {
  readonly deskId: string;
  readonly staff: Staff;
  readonly changeDesk: (deskId: string | null) => void;
}

export function createCounter({ deskId, staff, changeDesk }: CounterDeps): Counter {
  const { session, notices, language } = staff;
  const data = signal<CounterAnswer | null>(null);
  const failure = signal<RestFailure | null>(null);
  const lineStale = signal(false);
  const offset = signal(0);
  const devices = signal<readonly EventDevice[]>([]);
  const limitNews = signal(0);
  const tick = signal(wallClock());
  const now = computed(() => tick.value + offset.value);
  const heard = signal<EventMessage | null>(null);
  const wanted = signal('');
  const sheet = signal<Sheet>('waiting');
  const dialog = signal<OpenDialog | null>(null);
  const chosenKept = signal<readonly string[]>(readChosen(deskId));
  const keysOn = signal(browserMemory.read('counter.keys') !== 'off');
  const startedAt = wallClock();
  const t: TFunction = ((...args: Parameters<TFunction>) => language.t.value(...args)) as TFunction;
  let closed = false;

  const call = computed(() => data.value?.calls[0] ?? null);
  const undo = signal<CounterUndo | null>(null);
  /** The chosen services that the desk still serves. */
  const chosen = computed(() => {
    const served = new Set((data.value?.services ?? []).filter((each) => each.served).map(({ id }) => id));
    return chosenKept.value.filter((id) => served.has(id));
  });

  // One request at a time, and another one after changes meanwhile.
  let reading: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  /** Number of calls that were shown before they were read. */
  let shown = 0;
  const readOnce = async (): Promise<void> => {
    const before = shown;
    const userId = session.user.value?.id ?? '';
    const answer = await session.rest.call(READ_COUNTER, {
      desk_id: deskId,
      ...(userId === '' ? {} : { user_id: userId }),
      // The server selects: of a long queue it returns only the beginning.
      services: chosenKept.value,
    });
    // A state from before the shown call is outdated: it is read again after each action.
    if (closed || before !== shown) return;
    if (!answer.ok) {
      failure.value = answer.error;
      return;
    }
    const callBefore = call.value;
    batch(() => {
      failure.value = null;
      data.value = answer.value;
    });
    tellOfOthers(callBefore, call.value);
  };
  /** Shows a call as soon as the server has made it, before the lists are read again. */
  const showCall = (answerId: string, ticketId: string): void => {
    const old = data.value;
    const isCalled = ({ ticket_id }: EventTicket): boolean => ticket_id === ticketId;
    const waited = old?.waiting.find(isCalled);
    const ticket = waited ?? old?.paused.find(isCalled) ?? old?.cancelled.find(isCalled);
    if (old === null || ticket === undefined) return;
    shown += 1;
    const called = {
      ...ticket,
      state: IN_SERVICE,
      answer_id: answerId,
      desk_id: deskId,
      desk_name: old.desk.name,
      user_id: session.user.value?.id ?? '',
      called_at: new Date(now.value).toISOString(),
      ended_at: '',
    };
    // The desk's last step is another one now.
    data.value = {
      ...old,
      calls: [called],
      undo: [],
      ...(waited === undefined ? {} : withoutWaiting(old, waited)),
    };
  };
  /** Resolves when a request that started now or later was answered. */
  const refresh = (): Promise<void> => {
    if (reading === null) {
      reading = readOnce().finally(() => {
        reading = null;
      });
      return reading;
    }
    following ??= reading
      .then(() => new Promise<void>((resolve) => window.setTimeout(resolve, BREATH_MS)))
      .then(() => {
        following = null;
        return closed ? undefined : refresh();
      });
    return following;
  };

  /** Reports changes made by others at this desk. */
  const tellOfOthers = (before: EventTicket | null, after: EventTicket | null): void => {
    if (before?.answer_id === after?.answer_id || actions.isBusy.value || !seen) {
      seen = true;
      return;
    }
    const me = session.user.value?.id ?? '';
    if (after !== null && after.user_id !== me && !actions.isOwn(after.answer_id)) {
      const name = data.value?.users.find(({ id }) => id === after.user_id)?.name ?? '…';
      notices.tell('info', t('told.otherCalled', { name, label: after.label }));
    } else if (before !== null && after === null && !actions.isOwnEnd(before.answer_id)) {
      notices.tell('info', t('told.overBy', { label: before.label }));
    }
  };
  let seen = false;

  const answers = createAnswers({ rest: session.rest, call });
  const actions = createActions({
    deskId,
    userId: () => session.user.value?.id ?? '',
    rest: session.rest,
    notices,
    t,
    data,
    call,
    lastStep: undo,
    chosen,
    answers,
    refresh,
    showCall,
    open: (next) => {
      dialog.value = next;
    },
    locationCalls: () => feed?.current().state?.calls ?? [],
  });

  let feed: ReturnType<typeof openLiveFeed> | null = null;
  let wasLive = false;
  const openFeed = (location: string): void => {
    feed = openLiveFeed({ location, key: session.key });
    // A client with a user's key is not the device.
    if (session.isDevice()) feed.report({ ...pageFacts(), screen: 'counter' });
    feed.subscribe((snapshot, message) => {
      if (KEY_ERRNOS.includes(snapshot.refusal?.errno ?? 0)) session.doubt();
      const live = snapshot.status === 'live';
      offset.value = snapshot.clockOffsetMs;
      lineStale.value = !live && (wasLive || wallClock() - startedAt > STARTING_MS);
      const cameBack = live && !wasLive;
      wasLive = live || wasLive;
      devices.value = snapshot.state?.devices ?? [];
      if (message !== null) heard.value = message;
      if (cameBack || message?.type === 'limit.alarm') limitNews.value += 1;
      // Devices that connect or disconnect do not affect the lists.
      if (cameBack || (message !== null && !OF_DEVICES.has(message.type))) void refresh();
    });
  };

  const retryTimer = window.setInterval(() => {
    tick.value = wallClock();
    if (!wasLive && wallClock() - startedAt > STARTING_MS) lineStale.value = true;
    // A failed request is retried by the page's timer.
    if (failure.value?.kind === 'away' && Math.floor(tick.value / TICK_MS) % 3 === 0) void refresh();
  }, TICK_MS);

  const stopTitle = effect(() => {
    const desk = data.value?.desk.name ?? '';
    const label = call.value?.label;
    if (desk !== '') document.title = label === undefined ? desk : `${label} · ${desk}`;
  });
  const stopLanguage = effect(() => {
    if (language.id.value !== '') void refresh();
  });
  const stopLocation = effect(() => {
    const location = data.value?.location.id;
    if (location !== undefined && feed === null) openFeed(location);
  });
  const stopKey = effect(() => {
    if (session.renewed.value > 0) feed?.retry();
  });

  return {
    deskId,
    data,
    failure,
    call,
    devices,
    limitNews,
    stale: computed(() => lineStale.value || failure.value?.kind === 'away'),
    now,
    beat: computed(() => now.value - (now.value % BEAT_MS)),
    undo,
    heard,
    wanted,
    sheet,
    dialog,
    chosen,
    answers,
    act: actions,
    keysOn,
    switchKeys(on) {
      keysOn.value = on;
      browserMemory.write('counter.keys', on ? null : 'off');
    },
    show: (next) => {
      sheet.value = next;
    },
    open: (next) => {
      dialog.value = next;
    },
    closeDialog: () => {
      dialog.value = null;
    },
    choose(serviceIds) {
      chosenKept.value = serviceIds;
      browserMemory.write(`counter.services.${deskId}`, serviceIds.length === 0 ? null : JSON.stringify(serviceIds));
      void refresh();
    },
    changeDesk,
    refresh,
    retry() {
      feed?.retry();
      void refresh();
    },
    close() {
      closed = true;
      stopTitle();
      stopLanguage();
      stopLocation();
      stopKey();
      window.clearInterval(retryTimer);
      answers.close();
      feed?.close();
    },
  };
}

/** The waiting tickets without one of them. */
function withoutWaiting(
  { waiting, waiting_count, counts }: CounterAnswer,
  ticket: CounterTicket,
): Pick<CounterAnswer, 'waiting' | 'waiting_count' | 'counts'> {
  const list = listOf(ticket);
  return {
    waiting: waiting.filter((each) => each !== ticket),
    waiting_count: waiting_count - 1,
    counts: { ...counts, [list]: counts[list] - 1 },
  };
}

function readChosen(deskId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(browserMemory.read(`counter.services.${deskId}`) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
