/**
 * Counter and kiosk with keyboard and Orca, the screen reader of Linux: `npm run test:slow -- orca`, which names
 * missing Debian packages.
 */
import { expect, it, onTestFinished } from 'vitest';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';
import { Orca } from '../helpers/orca.ts';

it('Orca reads the users, the desks and the called ticket of the counter', async () => {
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

it('Orca reads the choices of the kiosk, each new screen, and the printed ticket number', async () => {
  const orca = await Orca.start();
  const machine = await openMachine();
  const visitor = await Visitor.at(machine, orca.desktop.browser);
  // The default language of the site is another one, and Orca has one voice.
  await orca.goesTo(/English.*toggle button/s);
  await orca.press('Return');
  await visitor.page.locator('html[lang="en"]').waitFor();
  // Backwards: forwards, the browser's toolbar comes first, which a kiosk does not show.
  await orca.goesTo(/Documents and identity.*push button/s, 'shift+Tab');
  await orca.press('Return');
  // Orca announces the new screen without a key.
  await orca.says(/Documents and identity.*heading/);
  await orca.goesTo(/Passports.*push button/s);
  await orca.press('Return');
  await orca.says(/Please take your ticket.*B001.*You are next/s);
  const ticket = await machine.printer.nextTicket();
  expect([ticket.bigText, ticket.faults]).toEqual(['B001', []]);
  await orca.goesTo(/Done.*push button/s);
  await orca.press('Return');
  await visitor.sees('choose');
  expect(visitor.faults).toEqual([]);
});
