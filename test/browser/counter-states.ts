/** The states of the counter page, one after another, for whoever looks at each of them. */
import { question } from '../core/forms/form-site.ts';
import type { Counter } from '../helpers/counter-page.ts';
import { type Town, townSite } from '../helpers/town.ts';

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

/** Goes through the states of the page, and looks at each. */
export async function eachState(
  { town, counter }: { readonly town: Town; readonly counter: Counter },
  look: (state: string) => Promise<void>,
): Promise<void> {
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
