/** The plan of a morning, played on a queue of a few lines: everybody is accounted for, whatever the seed. */
import { describe, expect, it } from 'vitest';
import type { Deed, Outcome } from '../../demo/simulation/actions.ts';
import { planMorning } from '../../demo/simulation/plan.ts';
import { playMorning } from '../../demo/simulation/play.ts';
import { openHall } from '../../demo/simulation/waiting-room.ts';

interface Waiting {
  readonly label: string;
  readonly service: string;
  readonly desk: string;
  readonly user: string;
}

/** First come, first served. Refuses what a real queue would refuse. */
function simpleQueue() {
  const waiting: Waiting[] = [];
  const aside = new Map<string, Waiting>();
  const served = new Map<string, Waiting>();
  const deeds: Deed[] = [];
  let last = 0;

  const over = (desk: string): Waiting => {
    const ticket = served.get(desk);
    if (ticket === undefined) throw new Error(`Nobody is at ${desk}`);
    served.delete(desk);
    return ticket;
  };
  const goTo = (desk: string, ticket: Waiting): string => {
    if (served.has(desk)) throw new Error(`Two at ${desk}`);
    served.set(desk, ticket);
    return ticket.label;
  };

  function perform(deed: Deed): Outcome {
    deeds.push(deed);
    switch (deed.kind) {
      case 'takes':
        last += 1;
        waiting.push({ label: `T${last}`, service: deed.visitor.service, desk: '', user: '' });
        return `T${last}`;
      case 'leaves': {
        const at = waiting.findIndex(({ label }) => label === deed.label);
        return at < 0 ? null : (waiting.splice(at, 1)[0]?.label ?? null);
      }
      case 'calls': {
        const { clerk } = deed;
        if (deed.ending !== null) over(clerk.desk);
        const at = waiting.findIndex(
          ({ service, desk, user }) =>
            clerk.services.includes(service) &&
            (desk === '' || desk === clerk.desk) &&
            (user === '' || user === clerk.user),
        );
        return at < 0 ? null : goTo(clerk.desk, waiting.splice(at, 1)[0]!);
      }
      case 'calls back': {
        const ticket = aside.get(deed.label);
        if (ticket === undefined) return null;
        aside.delete(deed.label);
        return goTo(deed.clerk.desk, ticket);
      }
      case 'recalls':
        return deed.label;
      case 'ends':
        return over(deed.clerk.desk).label;
      case 'pauses':
      case 'misses':
        aside.set(deed.label, over(deed.clerk.desk));
        return deed.label;
      case 'sends on': {
        const ticket = over(deed.clerk.desk);
        const { type, id } = deed.target;
        waiting.push({
          ...ticket,
          service: type === 'service' ? id : ticket.service,
          desk: type === 'desk' ? id : '',
          user: type === 'user' ? id : '',
        });
        return ticket.label;
      }
    }
  }
  return { perform, deeds, waiting, aside, served };
}

async function play(seed: number, count = 40) {
  const hall = openHall(planMorning(seed, count));
  const queue = simpleQueue();
  const minutes: number[] = [];
  const played = playMorning(hall, { until: async () => {}, perform: async (deed) => queue.perform(deed) });
  for await (const { turn } of played) minutes.push(turn.minute);
  return { hall, queue, minutes };
}

const kindsOf = (deeds: readonly Deed[]): Set<string> => new Set(deeds.map(({ kind }) => kind));

describe('a morning', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(planMorning(7)).toEqual(planMorning(7));
    expect(planMorning(7)).not.toEqual(planMorning(8));
  });

  it('has forty visitors whose kiosk offers their service and language', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const { visitors } = planMorning(seed);
      expect(visitors.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
      const courses = new Set(visitors.map(({ course }) => course.name));
      expect([...courses].sort()).toEqual(['late', 'leaves', 'missing', 'paused', 'sent on', 'served']);
      for (const { kiosk, service, lang, course, phone } of visitors) {
        if (kiosk === 'kiosk-2') {
          expect(['local-taxes', 'payments', 'water-waste']).toContain(service);
          expect(['en', 'pt_PT', 'es', 'fr']).toContain(lang);
        }
        if (course.name === 'leaves') expect(phone).toBe(true);
      }
    }
  });

  it('ends with everybody accounted for', async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const { hall, queue, minutes } = await play(seed);
      const people = hall.people();
      expect(people.every(({ state }) => state === 'gone')).toBe(true);
      expect(new Set(people.map(({ label }) => label)).size).toBe(40);
      expect(queue.waiting).toEqual([]);
      expect(queue.served.size).toBe(0);
      expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
      expect(minutes.at(-1)).toBeLessThan(150);
      for (const { visitor, ending, calls } of people) {
        const { name } = visitor.course;
        if (name === 'missing') expect(ending).toBe('missed');
        else if (name !== 'leaves') expect(ending).toBe('served');
        if (name === 'late' || name === 'paused' || name === 'sent on') expect(calls).toBe(2);
      }
      expect([...queue.aside.keys()].length).toBe(people.filter(({ ending }) => ending === 'missed').length);
    }
  });

  it.each([
    { of: 'the demo and the slow tests', seed: 1, visitors: 40 },
    { of: 'every run in Chromium', seed: 37, visitors: 12 },
  ])('has all that can happen in it: that of $of', async ({ seed, visitors }) => {
    const { queue, hall } = await play(seed, visitors);
    expect([...kindsOf(queue.deeds)].sort()).toEqual(
      ['calls', 'calls back', 'ends', 'leaves', 'misses', 'pauses', 'recalls', 'sends on', 'takes'].sort(),
    );
    const targets = queue.deeds.flatMap((deed) => (deed.kind === 'sends on' ? [deed.target.type] : []));
    expect([...new Set(targets)].sort()).toEqual(['desk', 'service', 'user']);
    const people = hall.people();
    expect(people).toHaveLength(visitors);
    expect(people.some(({ ending }) => ending === 'left')).toBe(true);
    expect(people.some(({ visitor }) => visitor.appointment)).toBe(true);
    expect(people.some(({ visitor }) => visitor.priority)).toBe(true);
    expect(new Set(people.map(({ visitor }) => visitor.kiosk)).size).toBe(2);
    expect(new Set(people.map(({ visitor }) => visitor.lang)).size).toBe(7);
  });

  it('goes on when somebody else calls a ticket, and serves those who came by their own will', async () => {
    const hall = openHall(planMorning(3));
    const queue = simpleQueue();
    let stolen: string | null = null;
    let guests = 0;
    const stage = {
      until: async (minute: number): Promise<void> => {
        if (minute >= 10 && stolen === null && queue.waiting.length > 0) stolen = queue.waiting.pop()?.label ?? null;
        if (minute >= 12 && guests === 0) {
          guests += 1;
          queue.waiting.push({ label: 'G1', service: 'payments', desk: '', user: '' });
        }
      },
      perform: async (deed: Deed) => queue.perform(deed),
    };
    for await (const _ of playMorning(hall, stage)) hall.reconcile(queue.waiting);
    const endings = new Map(hall.people().map(({ label, ending }) => [label, ending]));
    expect(stolen).not.toBeNull();
    expect(endings.get(stolen!)).toBe('elsewhere');
    expect(endings.get('G1')).toBe('served');
    expect(hall.people()).toHaveLength(41);
  });
});
