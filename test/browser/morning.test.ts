/**
 * A morning at the town hall: forty visitors, or twelve in `npm test`, at two kiosks, three clerks at their counters, a display, and phones, all
 * of it pages in Chromium that are open at once. After each step every page is compared with the others and with the
 * REST interface. In the middle the server is killed, and starts again.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Turn } from '../../demo/simulation/actions.ts';
import type { Person } from '../../demo/simulation/person.ts';
import { planMorning } from '../../demo/simulation/plan.ts';
import { openHall } from '../../demo/simulation/waiting-room.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMorning } from '../helpers/morning/morning.ts';
import { labelOf } from '../helpers/morning/shapes.ts';
import { openTownHall } from '../helpers/morning/town-hall.ts';
import { IS_WHOLE } from '../helpers/whole.ts';

/**
 * The same morning every time; `test/demo/morning.test.ts` says what is in it. That of twelve has whatever happens in a
 * morning too, once: each odd course, an appointment, priority, both kiosks, all seven languages.
 */
const [SEED, VISITORS] = IS_WHOLE ? ([1, 40] as const) : ([37, 12] as const);
/** A quiet machine needs about a minute; a busy one may take its time. */
const LIMIT_MS = 900_000;

/** Half of all have come, some wait, and clerks are about to call: nobody is at a kiosk in that moment. */
function isWorstMoment({ deeds }: Turn, people: readonly Person[]): boolean {
  const came = people.filter(({ state }) => state !== 'home').length;
  return (
    came >= people.length / 2 &&
    people.some(({ state }) => state === 'waiting') &&
    deeds.some(({ kind }) => kind === 'calls') &&
    deeds.every(({ kind }) => kind !== 'takes' && kind !== 'leaves')
  );
}

/** How the calls of this visitor ended, one after the other. */
function callsOf({ visitor, ending, calls }: Person): string[] {
  if (calls === 0) return [];
  const last = ending === 'missed' ? 'no_show' : 'served';
  const first = { late: 'no_show', paused: 'paused', 'sent on': 'transferred' } as const;
  const { name } = visitor.course;
  return name in first ? [first[name as keyof typeof first], last] : [last];
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe('a morning at the town hall', () => {
  it(
    'shows everybody the same, at every step, with a server that dies in between',
    async () => {
      const plan = planMorning(SEED, VISITORS);
      const hall = openHall(plan);
      const town = await openTownHall();
      const morning = await openMorning(town, browser, plan);
      await morning.agree(hall);
      let dies = false;
      let hasDied = false;

      /** A power cut, while clerks press their buttons. */
      const powerCut = async (): Promise<void> => {
        await town.kill();
        if (!town.isServedByOthers) await morning.allLive(false);
        await town.start();
        await morning.allLive(true);
        await morning.listenAgain();
      };

      for (let turn = hall.next(); turn !== null; turn = hall.next()) {
        dies = !hasDied && isWorstMoment(turn, hall.people());
        const [, ...outcomes] = await Promise.all([
          dies ? powerCut() : null,
          ...turn.deeds.map((deed) => morning.perform(deed)),
        ]);
        hasDied ||= dies;
        hall.settle(turn, outcomes);
        await morning.agree(hall);
      }
      expect(hasDied).toBe(true);

      // All are accounted for, and each call was made once.
      const people = hall.people();
      expect(people).toHaveLength(VISITORS);
      const calls = await town.rest.calls();
      for (const person of people) {
        const { visitor, label, ending } = person;
        expect(calls.get(label) ?? [], `calls of ${label}`).toEqual(callsOf(person));
        const { state, transferred } = await town.rest.details(morning.idOf(label));
        expect(state, `how ${label} ended`).toBe(ending === 'missed' ? 4 : 5);
        expect(transferred).toBe(visitor.course.name === 'sent on');
      }
      const { total } = await town.rest.get<{ readonly total: Readonly<Record<string, number>> }>(
        '/restapi/v2/reports/period?location=town-hall',
      );
      const ended = (how: string): number => people.filter(({ ending }) => ending === how).length;
      expect(total).toMatchObject({ issued: VISITORS, served: ended('served') });

      // A display that is switched on now shows what the interface says, in its order.
      await morning.display.reopen();
      const lastCalls = (await town.rest.lastCalls()).map((call) => labelOf(call.ticketServiceTag, call.ticketNumber));
      const { large, list } = await morning.display.view();
      expect(large).toBeNull();
      const shown = list.map(({ label }) => label);
      expect(shown.length).toBeGreaterThanOrEqual(6);
      expect(shown).toEqual(lastCalls.slice(0, shown.length));
      expect(morning.faults()).toEqual([]);
    },
    LIMIT_MS,
  );
});
