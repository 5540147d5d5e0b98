import { describe, expect, it } from 'vitest';
import type { EventMessage } from '../../../main/events/contract/events.ts';
import type { FindTicketsAnswer } from '../../../main/queue/contract/rest/clerk.ts';
import { createFinding, type Finding, stands } from '../../../renderer/counter/find/find-model.ts';
import type { RestResult } from '../../../renderer/shared/api-client.ts';

type Answer = RestResult<FindTicketsAnswer>;

const found = (...ids: readonly string[]): Answer => ({
  ok: true,
  value: {
    success: true,
    more: false,
    tickets: ids.map((ticket_id) => ({ ticket_id })),
  } as unknown as FindTicketsAnswer,
});

/** A server that answers when it is told to, and a clock that goes on when it is told to. */
function library() {
  const asked: { readonly text: string; readonly answer: (answer: Answer) => Promise<void> }[] = [];
  const due = new Set<() => void>();
  const finding = createFinding({
    ask: (text) =>
      new Promise((resolve) => {
        asked.push({
          text,
          async answer(answer) {
            resolve(answer);
            await Promise.resolve();
            await Promise.resolve();
          },
        });
      }),
    after: (_ms, work) => {
      due.add(work);
      return () => due.delete(work);
    },
  });
  const pass = (): void => {
    const works = [...due];
    due.clear();
    for (const work of works) work();
  };
  return { finding, asked, pass };
}

const shown = ({ found: now }: Finding): readonly string[] =>
  now.value?.tickets.map(({ ticket_id }) => ticket_id) ?? [];

describe('searching tickets during input', () => {
  it('asks once, when they have rested', () => {
    const { finding, asked, pass } = library();
    for (const text of ['r', 'ro', 'ros']) finding.look(text);
    expect(finding.isLooking.value).toBe(true);
    pass();
    expect(asked.map(({ text }) => text)).toEqual(['ros']);
  });

  it('shows the answer to the newest question alone, in whatever order they come', async () => {
    const { finding, asked, pass } = library();
    finding.look('ro');
    pass();
    finding.look('rosa');
    pass();
    await asked[1]?.answer(found('rosa'));
    await asked[0]?.answer(found('robert', 'rosa'));
    expect(shown(finding)).toEqual(['rosa']);
    expect(finding.isLooking.value).toBe(false);
  });

  it('forgets what was on its way when the field is empty again', async () => {
    const { finding, asked, pass } = library();
    finding.look('rosa');
    pass();
    finding.look('');
    await asked[0]?.answer(found('rosa'));
    expect(finding.found.value).toBeNull();
    expect(finding.isLooking.value).toBe(false);
  });

  it('searches again only after an event for a shown ticket', async () => {
    const { finding, asked, pass } = library();
    finding.look('rosa');
    pass();
    await asked[0]?.answer(found('rosa'));
    const happened = (ticket_id: string): void =>
      finding.hear({ type: 'ticket.called', ticket: { ticket_id } } as unknown as EventMessage);
    happened('jo');
    pass();
    expect(asked).toHaveLength(1);
    happened('rosa');
    happened('rosa');
    pass();
    expect(asked).toHaveLength(2);
  });

  it('reports why a search failed, keeps the results, and retries', async () => {
    const { finding, asked, pass } = library();
    finding.look('rosa');
    pass();
    await asked[0]?.answer({ ok: false, error: { kind: 'away' } });
    expect(finding.failure.value).toEqual({ kind: 'away' });
    finding.again();
    pass();
    await asked[1]?.answer(found('rosa'));
    expect(finding.failure.value).toBeNull();
    expect(shown(finding)).toEqual(['rosa']);
  });
});

describe('where a ticket is', () => {
  const t = ((key: string, words: object = {}) => [key, ...Object.values(words)].join(' ')) as never;
  const speech = { t, clock: (at: string) => at };
  const ticket = {
    place: 0,
    served: false,
    desk_name: 'Desk 2',
    called_at: '10:05',
    ended_at: '10:09',
    issued_at: '10:00',
  };

  it.each([
    ['waiting', { ...ticket, place: 3 }, ['find.place 3', 'now.came 10:00']],
    ['waiting', ticket, ['now.came 10:00']],
    ['here', ticket, ['find.since 10:05']],
    ['elsewhere', ticket, ['Desk 2', 'find.since 10:05']],
    ['paused', ticket, ['Desk 2', 'find.ended 10:09']],
    ['missed', { ...ticket, desk_name: '' }, ['find.ended 10:09']],
    ['served', { ...ticket, served: true }, ['Desk 2', 'find.ended 10:09']],
    // Taken out of the queue: nobody served them anywhere.
    ['served', ticket, ['now.came 10:00']],
  ] as const)('is said of one that is %s', (where, each, said) => {
    expect(stands(each, where, speech)).toEqual(said);
  });
});
