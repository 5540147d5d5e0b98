/**
 * Orca, the screen reader of Linux, reads the counter aloud, to somebody who has a keyboard and nothing else: `npm run prove -- orca`, which says what Debian packages it lacks.
 */
import { expect, it, onTestFinished } from 'vitest';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { Orca } from '../helpers/orca.ts';

it('a clerk hears who sits there, which desk it is, and whom the next call calls', async () => {
  const orca = await Orca.start();
  const town = await openCounterTown({});
  onTestFinished(() => town.close());
  await town.createTicket('Passports');
  const counter = await Counter.at(town, orca.desktop.browser, { locale: 'en' });
  await counter.page.locator('.choice').first().waitFor();
  await orca.goesTo(/Ana Silva.*push button/s);
  await orca.press('Return');
  await counter.page.locator('.choices-desks .choice').first().waitFor();
  await orca.goesTo(/Desk 1.*push button/s);
  await orca.press('Return');
  await counter.page.locator('#next').waitFor();
  await orca.goesTo(/Call next.*push button/s);
  await orca.press('Return');
  await orca.says('A001 has been called to Desk 1.');
  await counter.serves('A001');
  expect(counter.faults).toEqual([]);
});
