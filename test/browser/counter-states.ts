/** The states of the counter page, one after another, for whoever looks at each of them. */
import { question } from '../forms/rules/form-site.ts';
import type { Counter } from '../helpers/counter-page.ts';
import type { Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

/** The town with a form that asks before, during and at the end of a visit. */
export function busySite(): Record<string, unknown> {
  const site = townSite();
  const services = site.services as { id: string }[];
  return {
    ...site,
    forms: [
      {
        id: 'form',
        name: 'Form',
        questions: {
          before: [question('reason', 'text', { staff: 'sees' })],
          during: [
            question('file', 'text', { on: ['qm_pad'] }),
            question('papers', 'several of', { on: ['qm_pad'], config: { options: ['Plan', 'Photo'] } }),
            question('day', 'date', { on: ['qm_pad'] }),
          ],
          end: [question('mood', 'rating', { on: ['qm_pad'], required: true, config: { to: 5 } })],
        },
      },
    ],
    services: services.map((service) => (service.id === 'passports' ? { ...service, forms: ['form'] } : service)),
  };
}

/** The town in which clerks note what came of a visit, the next one is called by itself, and a colleague is at work. */
function workingSite(): Record<string, unknown> {
  const site = townSite();
  const of = (collection: string, id: string, more: object): object[] =>
    (site[collection] as { id: string }[]).map((each) => (each.id === id ? { ...each, ...more } : each));
  const outcomes = [
    { code: 'new', name: 'New passport', kind: 'reason' },
    { code: 'issued', name: 'Issued' },
    { code: 'papers', name: 'A document is missing, and the visitor comes again with it' },
  ];
  return {
    ...site,
    // Longer than anybody looks.
    locations: of('locations', 'hall', { auto_call_seconds: 600 }),
    services: of('services', 'passports', { outcomes, outcome_required: true }),
  };
}

interface AtWork {
  readonly town: Town;
  readonly counter: Counter;
}
type Look = (state: string) => Promise<void>;

/** A day at the counter, of which there are two: each with its town. */
interface Walk {
  readonly name: string;
  readonly site: () => Record<string, unknown>;
  /** Goes through its states, and looks at each. */
  readonly eachState: (at: AtWork, look: Look) => Promise<void>;
}

/** All states of the page. */
export const WALKS: readonly Walk[] = [
  { name: 'a visit', site: busySite, eachState: eachOfVisit },
  { name: 'the work around it', site: workingSite, eachState: eachOfWork },
];

/** A clerk looks for people, notes what came of visits, puts tickets right, goes and comes, and takes over. */
async function eachOfWork({ town, counter }: AtWork, look: Look): Promise<void> {
  const { page } = counter;
  // Time goes by in this town as it does for the page, which else would take the line for dead.
  const clock = setInterval(() => town.clock.advance(1_000), 1_000);
  const dialog = counter.dialog();
  const inDialog = async (state: string, open: () => Promise<void>): Promise<void> => {
    await open();
    await dialog.waitFor();
    await look(state);
  };
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  /** The button that takes a step back goes after ten seconds: not under whoever looks. */
  const settled = async (): Promise<void> => {
    town.clock.advance(11_000);
    await page.locator('.undo').waitFor({ state: 'detached' });
  };
  try {
    await counter.isUser('Ana Silva');
    await counter.sitsAt('1');
    await page.locator('.work-staff').waitFor();
    await town.createTicket('Taxes', {
      client_name: 'Donaudampfschifffahrtsgesellschaftskapitän Maximiliana von und zu Hohenstein-Wolfenbüttel',
    });
    for (const service of ['Passports', 'Taxes', 'Passports', 'Passports', 'Taxes']) await town.createTicket(service);
    const there = await town.callNext('Desk 2');
    town.clock.advance(25 * 60_000);
    await town.post('transfercall', {
      answer_id: there.id,
      desk_id: 'desk-2',
      dst_type: 'desk',
      dst_id: 'desk-1',
      note: 'The certificate of birth is missing; the rest has been looked at, and is as it should be',
    });
    const colleague = await town.callNext('Desk 2');
    await page.locator('.lists .group').first().waitFor();
    await settled();
    await look('sent to this desk');
    await page.locator('.work-staff summary').click();
    await look('what colleagues do');
    await page.locator('.work-staff summary').click();

    await page.keyboard.press('n');
    await counter.serves('A001');
    await inDialog('outcomes', async () => {
      await page.keyboard.press('e');
      await dialog.locator('.outcome').first().waitFor();
      await page.keyboard.press('Shift+Digit1');
      await dialog.locator('.choice-more').waitFor();
    });
    await page.keyboard.press('3');
    await counter.serves(null);
    await page.locator('.work-auto').waitFor();
    await settled();
    await look('the next one is called by itself');
    await page.keyboard.press('Escape');
    await page.locator('.work-auto').waitFor({ state: 'detached' });

    await page.locator('[data-tab="served"]').click();
    await counter.lists(['A001']);
    await look('the served');
    await page.locator('[data-tab="waiting"]').click();
    await page.locator('.find input').fill('0');
    await page.locator('.where-served').waitFor();
    await look('found tickets');
    await page.locator('.find input').fill('');
    await inDialog('what can be done with a ticket', () => counter.row('A002').locator('.row-rest').click());
    await inDialog('a change', () => dialog.locator('.choice').first().click());
    await dialog.locator('button[type="submit"]').click();
    await dialog.locator('.notice').waitFor();
    await look('a change of nothing');
    await leave();
    await counter.row('A002').locator('.row-rest').click();
    await inDialog('a removal', () => dialog.locator('.choice').last().click());
    await leave();

    await inDialog('why the desk is left', () => page.keyboard.press('b'));
    await page.keyboard.press('2');
    const back = page.locator('.work-now [aria-keyshortcuts="B"].button-main');
    await back.waitFor();
    town.clock.advance(3 * 60_000);
    await look('on a break');
    await page.keyboard.press('b');
    await back.waitFor({ state: 'detached' });
    await page.keyboard.press('b');
    await dialog.locator('.dialog-actions .button-normal').first().click();
    await back.waitFor();
    await look('the desk is closed');
    await page.keyboard.press('b');
    await back.waitFor({ state: 'detached' });

    await town.conclude('endcall', colleague.id);
    await town.post('callnextticket', { desk_id: 'desk-1', user_id: 'rui' });
    await page.locator('.work-take').waitFor();
    await settled();
    await look('a colleague has called to this desk');
  } finally {
    clearInterval(clock);
  }
}

/** From who sits there to a line that is cut. */
async function eachOfVisit({ town, counter }: AtWork, look: Look): Promise<void> {
  const { page } = counter;
  await page.locator('.choice').first().waitFor();
  await look('who is sitting here');
  await counter.isUser('Ana Silva');
  await page.locator('.choices-desks .choice').first().waitFor();
  await look('which desk');
  await counter.sitsAt('1');
  // The last part that is fetched.
  await page.locator('.work-staff').waitFor();
  await look('free, nobody waits');
  await town.createTicket('Passports', {
    client_name: 'Donaudampfschifffahrtsgesellschaftskapitän Maximiliana von und zu Hohenstein-Wolfenbüttel',
    priority: true,
    device_id: 'kiosk-1',
    form_answers: { reason: 'A longer text that somebody has written at the kiosk, in one breath and without a stop' },
  });
  for (const service of ['Taxes', 'Weddings', 'Passports', 'Taxes']) await town.createTicket(service);
  town.clock.advance(40 * 60_000);
  await counter.row('A001').locator('.fact-late').waitFor();
  await look('free, five wait, some too long');
  await page.locator('.services summary').click();
  await look('services to choose');
  await page.locator('.services summary').click();
  await page.locator('#next').click();
  await counter.serves('A001');
  await page.locator('.questions').waitFor();
  await look('serving, with questions');
  for (const [key, name] of [
    ['t', 'sending on'],
    ['w', 'new number'],
    ['k', 'putting back'],
    ['?', 'keys'],
  ] as const) {
    await page.keyboard.press(key);
    await counter.dialog().waitFor();
    await look(name);
    await page.keyboard.press('Escape');
    await counter.dialog().waitFor({ state: 'detached' });
  }
  await page.locator('.row-call').first().click();
  await counter.dialog().waitFor();
  await look('another ticket is wanted');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await counter.dialog().waitFor();
  await look('questions are open');
  await page.keyboard.press('Escape');
  await counter.dialog().waitFor({ state: 'detached' });
  await page.locator('.bar-user').click();
  await counter.dialog().waitFor();
  await look('settings');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await counter.serves(null);
  await page.keyboard.press('s');
  await counter.lists(['A001']);
  await look('paused, with a notice');
  await page.context().setOffline(true);
  await page.locator('.stale[data-stale="true"]').waitFor();
  await look('cut off');
}
