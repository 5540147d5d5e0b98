/** What is announced, and what only stands there: no old calls for who joins late, no storm after a lost network. */
import { describe, expect, it } from 'vitest';
import type { EventMessage } from '../../../main/events/contract/events.ts';
import { FRESH_MS, hear, MAX_KNOWN, type News, NO_NEWS } from '../../../renderer/display/news.ts';
import { before, called, calledTicket, liveState, NOON, recalled, wholeState } from '../../fixtures/display-calls.ts';

const A042 = calledTicket('A042');
const B007 = calledTicket('B007');

function live(news: News, message: EventMessage | null) {
  return hear(news, { message, status: 'live', serverNow: NOON });
}

function replayed(news: News, message: EventMessage) {
  return hear(news, { message, status: 'stale', serverNow: NOON });
}

const labels = ({ calls }: ReturnType<typeof hear>): readonly string[] => calls.map(({ ticket }) => ticket.label);

/** A display that shows that call already. */
const joined = live(NO_NEWS, wholeState(liveState({ calls: [A042], last_calls: [A042] }))).news;

describe('a display that joins', () => {
  it('announces nothing of what was called before', () => {
    expect(labels(live(NO_NEWS, wholeState(liveState({ calls: [A042], last_calls: [A042] }))))).toEqual([]);
  });

  it('announces what is called from then on, and every repetition', () => {
    expect(labels(live(joined, called(B007)))).toEqual(['B007']);
    expect(live(joined, recalled(A042)).calls).toMatchObject([{ ticket: A042, again: true }]);
  });

  it('announces by the server’s clock, however wrong its own is', () => {
    const wrong = hear(joined, { message: called(B007), status: 'live', serverNow: NOON + 3_600_000 });
    expect(labels(wrong)).toEqual(['B007']);
  });
});

describe('a reverted call', () => {
  const changed = (ticket: typeof B007): EventMessage =>
    ({ type: 'ticket.changed', seq: 9, at: before(0), location: 'hall', ticket, change: 'undone' }) as EventMessage;
  const waits = { ...B007, state: 1, answer_id: '', desk_id: '' };

  it('is withdrawn, and one that is being served again is not', () => {
    expect(live(joined, changed(waits)).withdrawn).toBe(B007.ticket_id);
    expect(live(joined, changed(B007)).withdrawn).toBe('');
    expect(live(joined, called(B007)).withdrawn).toBe('');
  });

  it('is not announced by a display that catches up', () => {
    const during = replayed(joined, called(B007, 5));
    expect(labels(live(replayed(during.news, changed(waits)).news, null))).toEqual([]);
    expect(labels(live(during.news, changed(waits)))).toEqual([]);
  });
});

describe('a display that runs for months', () => {
  it('remembers the last calls alone', () => {
    let { news } = live(NO_NEWS, wholeState(liveState()));
    for (let number = 0; number < MAX_KNOWN + 50; number += 1) {
      news = live(news, called(calledTicket(`A${number}`))).news;
    }
    expect(news.known?.size).toBe(MAX_KNOWN);
    expect(news.known?.has(`answer-A${MAX_KNOWN + 49}`)).toBe(true);
  });
});

describe('a display that lost the network', () => {
  it('waits until it has caught up, then announces what was called a moment ago', () => {
    const during = replayed(joined, called(B007, 5));
    expect(labels(during)).toEqual([]);
    expect(labels(live(during.news, null))).toEqual(['B007']);
  });

  it('lets old calls rest', () => {
    const long = FRESH_MS / 1000 + 1;
    let heard = replayed(joined, called(calledTicket('C001'), long + 60));
    heard = replayed(heard.news, recalled(calledTicket('C002'), long));
    heard = replayed(heard.news, called(B007, 2));
    expect(labels(live(heard.news, null))).toEqual(['B007']);
  });

  it('announces missed calls only once', () => {
    const caughtUp = live(replayed(joined, called(B007, 5)).news, null);
    expect(labels(live(caughtUp.news, null))).toEqual([]);
    expect(labels(live(caughtUp.news, wholeState(liveState({ calls: [B007], last_calls: [B007] }))))).toEqual([]);
  });

  it('finds new calls in a whole state, oldest first, and only fresh ones', () => {
    const fresh = calledTicket('C010', { called_at: before(3) });
    const earlier = calledTicket('C009', { called_at: before(9) });
    const old = calledTicket('C001', { called_at: before(300) });
    const state = liveState({ calls: [fresh, earlier], last_calls: [fresh, earlier, old, A042] });
    expect(labels(live(joined, wholeState(state)))).toEqual(['C009', 'C010']);
  });

  it('announces a call that has ended meanwhile', () => {
    const ended = calledTicket('C010', { called_at: before(3), ended_at: before(1), state: 5 });
    expect(labels(live(joined, wholeState(liveState({ last_calls: [ended] }))))).toEqual(['C010']);
  });
});
