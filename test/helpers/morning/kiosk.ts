/** A kiosk of the town hall: visitors one after the other, with their tickets on screen and on paper. */
import type { Browser } from 'playwright-core';
import type { KioskId, Visitor as Person } from '../../../demo/simulation/plan.ts';
import { minuteThere } from '../../../demo/simulation/site.ts';
import { Visitor } from '../machine.ts';
import type { PrintedTicket } from '../virtual-printer.ts';
import { DEADLINE_MS, STANDING_STILL, type TownHall } from './town-hall.ts';

/** Languages by the label of their button. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  pt_PT: 'Português',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ar: 'العربية',
  zh: '中文',
};

export interface TakenTicket {
  /** On the screen. */
  readonly label: string;
  readonly paper: PrintedTicket;
}

/** Waiting visitors by name of group or service, as the idle kiosk shows them. */
export type WaitingThere = Readonly<Record<string, number>>;

export interface Kiosk {
  readonly id: KioskId;
  readonly faults: readonly string[];
  takeTicket(person: Person): Promise<TakenTicket>;
  waitingThere(): Promise<WaitingThere>;
  /** Whether it can be used now. */
  isLive(): Promise<boolean>;
}

export async function openKiosk(hall: TownHall, browser: Browser, id: KioskId): Promise<Kiosk> {
  const program = { program: { address: hall.kiosks[id] } };
  const visitor = await Visitor.at(program, browser, { width: 1080, height: 1920 }, id, STANDING_STILL);
  const { page } = visitor;
  page.setDefaultTimeout(DEADLINE_MS);
  let codes = 0;

  const nameOf = (
    list: readonly { id: string; name: string; translations?: object }[],
    wanted: string,
    lang: string,
  ) => {
    const found = list.find((each) => each.id === wanted);
    const named = (found?.translations as Record<string, { readonly name: string }> | undefined)?.[lang];
    return named?.name ?? found?.name ?? '';
  };

  async function chooses({ service, lang, priority }: Person): Promise<void> {
    await visitor.speaks(LANGUAGES[lang] ?? 'English');
    const group = hall.site.services.find((each) => each.id === service)?.service_group ?? '';
    // A kiosk with few services shows them at once.
    if (id === 'kiosk-1') await visitor.touch(nameOf(hall.site.service_groups, group, lang));
    const name = nameOf(hall.site.services, service, lang);
    if (priority) await visitor.touchPriority(name);
    else await visitor.touch(name);
  }

  /** Books an appointment for now and types its code. */
  async function checksIn({ id: number, service, lang }: Person): Promise<void> {
    codes += 1;
    const code = `V${number}X${codes}`;
    const zone = hall.site.locations.find(({ id: location }) => location === 'town-hall')?.timezone ?? 'UTC';
    await hall.rest.post('/restapi/v2/admin/appointments', {
      id: `visit-${number}`,
      service,
      location: 'town-hall',
      lang,
      code,
      scheduled_to: minuteThere(new Date(), zone),
    });
    await page.locator('.check-in').click();
    await visitor.sees('check-in');
    for (const key of code) await page.getByRole('button', { name: key, exact: true }).click();
    await page.getByRole('button', { name: 'Check in', exact: true }).click();
  }

  return {
    id,
    faults: visitor.faults,
    async takeTicket(person) {
      const printed = hall.printers[id].nextTicket(DEADLINE_MS);
      printed.catch(() => {});
      if (person.appointment) await checksIn(person);
      else await chooses(person);
      const label = await page.locator('[data-screen="take-ticket"] .ticket-number').textContent();
      // The kiosk may close the screen before the visitor touches "Done".
      const done = page.locator('[data-screen="take-ticket"] .bar .nav-primary');
      await done.evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click());
      await visitor.sees('choose');
      return { label: label?.trim() ?? '', paper: await printed };
    },
    async waitingThere() {
      const choices = await page.locator('.choice:not([hidden], [data-kind="check-in"])').evaluateAll((cards) =>
        cards.map((card) => ({
          name: card.querySelector('.choice-name')?.textContent?.trim() ?? '',
          facts: card.querySelector('.choice-facts')?.textContent ?? '',
        })),
      );
      return Object.fromEntries(
        choices.map(({ name, facts }) => [name, Number(/(\d+) waiting/.exec(facts)?.[1] ?? '0')]),
      );
    },
    isLive: async () => (await page.locator('[data-screen="choose"]').count()) > 0,
  };
}
