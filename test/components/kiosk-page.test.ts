/** Screens of the kiosk page as components: what they say, and which calls the host receives. */
import { describe, expect, it } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { everyScreen, group, groups, services, state, ticket } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { type KioskPage, openKioskPage } from './open-kiosk-page.ts';

const CHOOSE = state({ name: 'choose', choices: services('en', 6), group: null, card: false, late: false });
const IDLE = state({ name: 'idle', choices: services('en', 9) });

describe('choosing', () => {
  it('sends the service of a touch', async () => {
    const kiosk = await openKioskPage(CHOOSE);
    kiosk.button(/^Passports/).click();
    expect(kiosk.callsOf('touchService')).toEqual([{ serviceId: 'passports' }]);
  });

  it('asks about priority once, after the service, and says who it is for', async () => {
    const kiosk = await openKioskPage(CHOOSE);
    expect(kiosk.buttons(/^Priority/)).toEqual([]);
    await kiosk.show(state({ name: 'priority', serviceName: 'Passports' }));
    expect(kiosk.page.textContent).toContain('Do you need priority?');
    expect(kiosk.page.textContent).toContain('pregnant women');
    // A second touch on the service is no answer.
    kiosk.button('Yes').click();
    expect(kiosk.callsOf('answerPriority')).toEqual([]);
    await expect.poll(() => kiosk.button('Yes').getAttribute('aria-disabled')).toBe('false');
    kiosk.button('Yes').click();
    kiosk.button('No').click();
    expect(kiosk.callsOf('answerPriority')).toEqual([{ priority: true }, { priority: false }]);
    kiosk.button('Back').click();
    expect(kiosk.callsOf('back')).toEqual([{}]);
  });

  it('offers an appointment as the first choice, at the first level only', async () => {
    const kiosk = await openKioskPage({ ...IDLE, checkIn: true });
    expect(kiosk.buttons(/./)[0]?.textContent).toBe('I have an appointment');
    kiosk.button('I have an appointment').click();
    expect(kiosk.callsOf('startCheckIn')).toEqual([{}]);
    const inGroup = { name: 'choose', choices: services('en', 4), card: false, late: false } as const;
    await kiosk.show(state({ ...inGroup, group: group('documents', 'en') }, 'en', { checkIn: true }));
    expect(kiosk.buttons('I have an appointment')).toEqual([]);
    await kiosk.show(state({ ...inGroup, group: null, late: true }, 'en', { checkIn: true }));
    expect(kiosk.buttons('I have an appointment')).toEqual([]);
  });

  it('has text size, contrast and reach one touch away, and closes them with Escape and with the visit', async () => {
    const kiosk = await openKioskPage(CHOOSE);
    const isShown = (): boolean => document.querySelector<HTMLElement>('.settings')?.hidden === false;
    expect(isShown()).toBe(false);
    const settings = (): HTMLElement => kiosk.button('Easier to read and reach');
    settings().click();
    await expect.poll(isShown).toBe(true);
    expect(settings().getAttribute('aria-expanded')).toBe('true');
    kiosk.button('Very large text').click();
    expect(document.documentElement.dataset.text).toBe('200');
    expect(isShown()).toBe(true);
    await expect
      .poll(() => {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
        return isShown();
      })
      .toBe(false);
    settings().click();
    await expect.poll(isShown).toBe(true);
    await kiosk.show(IDLE);
    expect(isShown()).toBe(false);
  });

  it('shows closed and full services as such, and a touch on them asks for nothing', async () => {
    const kiosk = await openKioskPage(IDLE);
    expect(kiosk.button(/^Building permits/).textContent).toMatch(/Opens .*09:00/);
    expect(kiosk.button(/^Schools/).textContent).toContain('No tickets at the moment');
    kiosk.button(/^Building permits/).click();
    kiosk.button(/^Schools/).click();
    kiosk.button(/^Passports/).click();
    expect(kiosk.callsOf('touchService')).toEqual([{ serviceId: 'passports' }]);
  });

  it('opens a group and goes back', async () => {
    const kiosk = await openKioskPage(
      state({ name: 'choose', choices: groups('en'), group: null, card: false, late: false }),
    );
    kiosk.button(/^Documents/).click();
    expect(kiosk.callsOf('touchGroup')).toEqual([{ groupId: 'documents' }]);
    await kiosk.show(
      state({ name: 'choose', choices: services('en', 4), group: group('documents', 'en'), card: false, late: false }),
    );
    expect(kiosk.heading()).toBe('Documents and identity');
    kiosk.button('Back').click();
    expect(kiosk.callsOf('back')).toEqual([{}]);
  });

  it('says that a card was read', async () => {
    const kiosk = await openKioskPage(
      state({ name: 'choose', choices: services('en', 6), group: null, card: true, late: false }),
    );
    expect(kiosk.heading()).toBe('Your card was read.');
  });

  it('tells a visitor with a missed appointment to take a ticket, without a message about a card', async () => {
    const late = { name: 'choose', choices: services('en', 4), card: false, late: true } as const;
    const kiosk = await openKioskPage(state({ ...late, group: null }, 'en', { checkIn: true }));
    expect(kiosk.heading()).toBe('The time of your appointment has passed.');
    expect(kiosk.buttons('I have an appointment')).toEqual([]);
    await kiosk.show(state({ ...late, group: group('documents', 'en') }));
    const band = kiosk.page.querySelector('.band')?.textContent;
    expect(band).toMatch(/appointment has passed.*still take a ticket/);
    expect(band).not.toMatch(/card/i);
  });
});

describe('a closed location', () => {
  const closed = (name: string, lang: Lang = 'en'): KioskState => everyScreen(lang)[name] ?? CHOOSE;

  it('says the next opening once, with the hours of the week', async () => {
    const kiosk = await openKioskPage(closed('closed'));
    expect(kiosk.heading()).toBe('We are closed');
    expect(kiosk.page.querySelector('.message-title')?.textContent).toMatch(/^We open .*09:00\.$/);
    const rows = [...kiosk.page.querySelectorAll('.week-row')].map((row) =>
      [...row.children].map((part) => part.textContent?.replaceAll(/\s/g, ' ')).join(' | '),
    );
    expect(rows).toEqual([
      'Monday | 09:00 – 12:30, 14:00 – 17:00',
      'Tuesday | 09:00 – 12:30',
      'Wednesday – Thursday | 09:00 – 12:30, 14:00 – 17:00',
      'Friday | 09:00 – 12:30',
      'Saturday – Sunday | closed',
    ]);
    expect(kiosk.page.querySelectorAll('.choice')).toHaveLength(0);
  });

  it('lists its services where their hours differ', async () => {
    const kiosk = await openKioskPage(closed('closed, hours differ'));
    expect(kiosk.page.querySelectorAll('.choice')).toHaveLength(9);
    expect(kiosk.page.querySelector('.week')).toBeNull();
  });
});

describe('an appointment', () => {
  it('keeps a code that was wrong, and says nothing more about it once it is changed', async () => {
    const kiosk = await openKioskPage(state({ name: 'check-in', looking: false, fault: '' }));
    for (const name of ['K', 'Check in']) {
      kiosk.button(name).click();
      await kiosk.show(state({ name: 'check-in', looking: false, fault: '' }));
    }
    await kiosk.show(state({ name: 'check-in', looking: false, fault: 'unknown' }));
    expect(kiosk.page.querySelector('[role="alert"]')?.textContent).toContain(
      'We cannot find an appointment with this code',
    );
    expect(kiosk.page.querySelector('.line-text')?.textContent).toBe('K');
    kiosk.button('7').click();
    await expect.poll(() => kiosk.page.querySelector('[role="alert"]')).toBeNull();
  });

  it('is typed in Latin letters in Arabic, from left to right', async () => {
    const kiosk = await openKioskPage(state({ name: 'check-in', looking: false, fault: '' }, 'ar'));
    const line = () => kiosk.page.querySelector('.line-text');
    for (const [name, typed] of [
      ['Q', 'Q'],
      ['7', 'Q7'],
    ] as const) {
      kiosk.button(name).click();
      await expect.poll(() => line()?.textContent).toBe(typed);
    }
    expect(line()?.getAttribute('dir')).toBe('ltr');
  });
});

describe('the end of a visit', () => {
  const PAGE = 'https://queue.example/t/0123456789abcdef';
  const texts = (kiosk: KioskPage, of: string): readonly (string | null)[] =>
    [...kiosk.page.querySelectorAll(of)].map(({ textContent }) => textContent);

  it('shows the number without paper, one code and two lines', async () => {
    const noPaper = { name: 'problem', reason: 'no-paper' } as const;
    const kiosk = await openKioskPage(state({ ...noPaper, ticket: ticket('en', { page: PAGE }) }));
    expect(kiosk.page.querySelectorAll('.take-along svg[role="img"]')).toHaveLength(1);
    expect(texts(kiosk, '.take-along > p')).toEqual([
      'Your number is valid. We will call you as usual.',
      'Or keep it on your phone: point the camera at this code.',
    ]);
    await kiosk.show(state({ ...noPaper, ticket: ticket('en') }));
    expect(texts(kiosk, '.take-along > p')).toHaveLength(1);
    expect(kiosk.page.querySelector('.illustration')?.getAttribute('data-name')).toBe('no-paper');
  });

  it('says what happens next, and offers the ticket for the phone where phone tickets are on', async () => {
    const kiosk = await openKioskPage(state({ name: 'take-ticket', ticket: ticket('en', { page: PAGE }) }));
    expect(texts(kiosk, '.next-step p')).toEqual([
      'Please take a seat and watch the screen.',
      'Follow your place on your phone.',
    ]);
    expect(kiosk.page.querySelectorAll('.next-step svg[role="img"]')).toHaveLength(1);
    await kiosk.show(state({ name: 'take-ticket', ticket: ticket('en') }));
    expect(texts(kiosk, '.next-step p')).toEqual(['Please take a seat and watch the screen.']);
    expect(kiosk.page.querySelector('.next-step svg')).toBeNull();
  });

  it('draws the ticket leaving the slot of the device', async () => {
    const kiosk = await openKioskPage(state({ name: 'printing', ticket: ticket('en') }, 'en', { ticketSlot: 'left' }));
    const paper = (): Element | null => kiosk.page.querySelector('[data-name="ticket-left"] .illustration-ticket');
    await expect.poll(() => paper()?.getAttribute('data-held')).toBe('true');
    await kiosk.show(state({ name: 'take-ticket', ticket: ticket('en') }, 'en', { ticketSlot: 'left' }));
    expect(paper()?.getAttribute('data-held')).toBe('false');
    for (const ticketSlot of ['right', 'below'] as const) {
      await kiosk.show(state({ name: 'take-ticket', ticket: ticket('en') }, 'en', { ticketSlot }));
      expect(kiosk.page.querySelectorAll(`[data-name="ticket-${ticketSlot}"]`)).toHaveLength(1);
    }
  });

  it('says why there is no paper, and that the number counts', async () => {
    const kiosk = await openKioskPage(everyScreen('en')['problem with ticket'] ?? CHOOSE);
    expect(kiosk.heading()).toBe('Please note your number');
    expect(kiosk.page.textContent).toMatch(/D043[\s\S]*run out of paper[\s\S]*Your number is valid/);
  });

  it('speaks to those who do not see it', async () => {
    const kiosk = await openKioskPage(state({ name: 'take-ticket', ticket: ticket('en') }));
    expect(kiosk.page.querySelector('.spoken[aria-live]')?.textContent).toContain('D043');
  });
});

it('tells visitors of an outage where to go, and nothing of its cause', async () => {
  const kiosk = await openKioskPage(state({ name: 'out-of-service', reason: 'server-away' }));
  const message = (): string => kiosk.page.querySelector('.message')?.textContent ?? '';
  expect(message()).toBe('This kiosk will be back shortly. If you are in a hurry, please go to the reception desk.');
  for (const reason of ['never-connected', 'device-unknown', 'device-off', 'no-services'] as const) {
    await kiosk.show(state({ name: 'out-of-service', reason }));
    expect(message()).toBe('Please go to the reception desk. Our staff will gladly help you.');
  }
});

it('ignores a refused call', async () => {
  const kiosk = await openKioskPage(CHOOSE);
  kiosk.answerWith('touchService', { ok: false, error: { code: 'not-allowed', message: 'Not now.' } });
  kiosk.button(/^Passports/).click();
  expect(kiosk.callsOf('touchService')).toHaveLength(1);
  await kiosk.show(IDLE);
  expect(kiosk.buttons(/^Passports/)).toHaveLength(1);
});
