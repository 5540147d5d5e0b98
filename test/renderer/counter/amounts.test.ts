import { describe, expect, it } from 'vitest';
import type { CounterAnswer } from '../../../main/queue/contract/rest/counters.ts';
import { callableCount } from '../../../renderer/counter/amounts.ts';

const listed = (turns: Readonly<Record<'next' | 'others' | 'later', number>>, waiting_count: number) => ({
  waiting_count,
  waiting: Object.entries(turns).flatMap(([turn, count]) =>
    Array.from({ length: count }, () => ({ turn })),
  ) as unknown as CounterAnswer['waiting'],
});

describe('callableCount', () => {
  it('counts the visitors that are callable at this desk, not those for others or not due', () => {
    expect(callableCount(listed({ next: 3, others: 2, later: 1 }, 6))).toBe(3);
  });

  it('counts callable visitors beyond the list of a long queue', () => {
    expect(callableCount(listed({ next: 100, others: 4, later: 2 }, 506))).toBe(500);
  });

  it('counts a visitor who was transferred to this desk with a service that it does not serve', () => {
    expect(callableCount(listed({ next: 1, others: 0, later: 0 }, 0))).toBe(1);
  });
});
