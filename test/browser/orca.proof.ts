/**
 * Orca, the screen reader of Linux, reads the counter, the back office and a ticket on the phone aloud, to somebody who has a
 * keyboard and nothing else: `npm run prove -- orca`, which says what Debian packages it lacks.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import arabicStart from '../../assets/locales/ar/admin.json' with { type: 'json' };
import arabicEditor from '../../assets/locales/ar/editor.json' with { type: 'json' };
import arabicPhone from '../../assets/locales/ar/phone.json' with { type: 'json' };
import englishStart from '../../assets/locales/en/admin.json' with { type: 'json' };
import englishEditor from '../../assets/locales/en/editor.json' with { type: 'json' };
import englishPhone from '../../assets/locales/en/phone.json' with { type: 'json' };
import { Administrator } from '../helpers/admin-page.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { Orca } from '../helpers/orca.ts';
import { openPhoneHall, Phone } from '../helpers/phone-page.ts';
import { HOUSE } from './office-states.ts';

/** Orca's own words are English on this desktop; those of the page are in its language. */
const WORDS = [
  ['en', englishPhone, englishEditor, englishStart],
  ['ar', arabicPhone, arabicEditor, arabicStart],
] as const;

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

it.each(WORDS)(
  'an administrator hears headings, fields, and what is wrong: %s',
  async (locale, _phone, words, start) => {
    const orca = await Orca.start();
    const folder = await mkdtemp(join(tmpdir(), 'take-a-number-site-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const site = join(folder, 'site.json');
    await writeFile(site, JSON.stringify(HOUSE));
    const machine = await openMachine({ site, printer: 'none' });
    const admin = await Administrator.at(machine, orca.desktop.browser, { locale, address: '#/services/permits' });
    const name = admin.page.locator('.editor-form input.input').first();
    await name.waitFor();
    // Its own key for the next heading.
    await orca.goesTo(/Permits\s+heading level 1/, 'h');
    await orca.goesTo(new RegExp(`${start.fields.name}.*entry.*Permits`, 's'));
    await orca.press('ctrl+a');
    await orca.press('Delete');
    await expect.poll(() => name.inputValue()).toBe('');
    await orca.press('Return');
    await orca.says(words.faults.required);
    // Whoever comes back to the field hears it again.
    await orca.goesTo(new RegExp(`${start.fields.name}.*${words.faults.required}`, 's'), 'shift+Tab');
    expect(admin.faults).toEqual([]);
  },
);

it.each(WORDS)('a visitor hears the call as it comes, with nothing pressed: %s', async (lang, words) => {
  const orca = await Orca.start();
  const hall = await openPhoneHall();
  const mine = await hall.give('passports', lang);
  const phone = await Phone.at(hall, orca.desktop.browser, mine.path);
  await phone.looks('almost');
  await orca.says('A001');
  await hall.call(mine);
  await phone.looks('called');
  await orca.says(words.called.head);
});
