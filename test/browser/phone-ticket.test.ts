/** The phone ticket: from the code on paper to the desk, on a small screen and a poor network. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium, launchWholeChromium } from '../helpers/kiosk-page.ts';
import { Visitor } from '../helpers/machine.ts';
import { ENLARGED, Reach } from '../helpers/page-reach.ts';
import { leadToItsEnd, openPhoneHall, Phone, type PhoneHall, PUBLIC_URL, type Ticket } from '../helpers/phone-page.ts';
import { chosenOf } from '../helpers/whole.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Notes what the page asks of the phone: vibration, sound, notifications, a screen that stays on. */
async function watchSenses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const felt: string[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => {
      felt.push(`vibrate ${[pattern].flat().length}`);
      return true;
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      felt.push(`tone ${Math.round(this.frequency.value)}`);
      start.call(this, when);
    };
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          felt.push('stays awake');
          return { released: false, release: async () => void felt.push('may sleep') };
        },
      },
    });
  });
}

interface AskingPhone {
  readonly hall: PhoneHall;
  readonly mine: Ticket;
  readonly phone: Phone;
  /** Every address that its page has asked for until now. */
  readonly asked: readonly string[];
}

/** The phone of whoever is next. */
async function askingPhone(): Promise<AskingPhone> {
  const hall = await openPhoneHall();
  const mine = await hall.give();
  const asked: string[] = [];
  const phone = await Phone.at(hall, browser, mine.path, {
    before: async (page) => {
      page.on('request', (request) => asked.push(request.url()));
    },
  });
  await phone.shows('A001', { before: 0 });
  return { hall, mine, phone, asked };
}

const felt = (phone: Phone): Promise<string[]> =>
  phone.page.evaluate(() => [...(window as unknown as { felt: string[] }).felt]);

describe('the code on the screen of a kiosk', () => {
  it('takes the number along: the kiosk says so and lets it go soon, and nobody else’s', async () => {
    const hall = await openPhoneHall();
    const { machine } = hall;
    const visitor = await Visitor.at(machine, browser);
    const title = visitor.page.locator('h1');
    /** The path of the page to which the code on the screen leads. */
    const take = async (): Promise<string> => {
      await visitor.touch('Passports');
      await visitor.page.locator('.take-along-code').waitFor();
      // As for whoever listens: enough time also where the phone is slow.
      await machine.program.host().call('pace', { times: 5 });
      const { screen } = await machine.until(({ screen }) => screen.name === 'problem');
      return new URL((screen.name === 'problem' && screen.ticket?.page) || '').pathname;
    };
    const isTaken = async (): Promise<boolean> => {
      const { screen } = await machine.until(() => true);
      return screen.name === 'problem' && screen.taken === true;
    };
    const first = await take();
    const other = await hall.give('taxes');
    await (await Phone.at(hall, browser, other.path)).shows('B001');
    expect([await isTaken(), await title.innerText()]).toEqual([false, 'Please note your number']);

    const phone = await Phone.at(hall, browser, first);
    await visitor.sees('taken');
    expect(await title.innerText()).toBe('Your number is on your phone now');
    expect(await visitor.text()).toContain('A001');
    // What else it said was of paper.
    expect(await visitor.page.locator('.handing-over > *').count()).toBe(1);
    await visitor.isDone();

    // Who has gone looks at it again: the next number on the screen is not theirs.
    const second = await take();
    await phone.page.reload();
    await phone.shows('A001', { before: 0 });
    expect(await isTaken()).toBe(false);
    await Phone.at(hall, browser, second);
    await visitor.sees('taken');
    expect([visitor.faults, phone.faults]).toEqual([[], []]);
  });
});

describe('the code on paper', () => {
  it('leads to the page of this ticket', async () => {
    const hall = await openPhoneHall({ printer: 'tcp' });
    const { machine } = hall;
    await hall.give();
    await machine.until(({ printer }) => printer === 'ok');
    await machine.program.host().call('touchService', { serviceId: 'passports', priority: false });
    await machine.until(({ screen }) => screen.name === 'take-ticket');
    const paper = machine.printer.tickets.at(-1);
    expect(paper?.bigText).toBe('A002');
    expect(paper?.qr).toMatch(new RegExp(`^${PUBLIC_URL}/ticket/[\\w-]{43}$`));
    expect(paper?.text).toContain('Follow your turn on your phone');
    expect(paper?.faults).toEqual([]);
    const phone = await Phone.at(hall, browser, new URL(paper?.qr ?? '').pathname);
    await phone.shows('A002', { before: 1 });
    expect(await phone.page.title()).toBe('A002 · 1 person before you');
    const logged = machine.log.lines.join('\n');
    expect(logged).toContain('ticket.issued');
    expect(logged).not.toContain(paper?.qr?.slice(-20));
  });
});

describe('the page', () => {
  it('goes with the visitor through the whole visit', async () => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 4; i += 1) await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A005', { look: 'waiting', before: 4 });
    await hall.next();
    await phone.shows('A005', { look: 'waiting', before: 3 });
    await hall.next();
    await phone.shows('A005', { look: 'almost', before: 2, says: 'It is almost your turn. Please stay close.' });
    await hall.next();
    await hall.next();
    await phone.shows('A005', { look: 'almost', before: 0 });
    let call = await hall.next('desk-2');
    await phone.shows('A005', { desk: 'Desk 2', says: 'It is your turn' });
    expect(await phone.heard()).toBe('It is your turn. Please go to Desk 2');
    await hall.conclude('recall', call);
    await phone.says('You are being called again');
    await hall.conclude('pausecall', call);
    await phone.shows('A005', { look: 'paused' });
    call = await hall.call(mine, 'callpausedticket');
    await phone.shows('A005', { desk: 'Desk 1' });
    await hall.give('taxes');
    await hall.sendTo('taxes', call);
    await phone.shows('A005', { before: 1, says: 'You have been transferred. Your number stays the same.' });
    await phone.says('Taxes');
    call = await hall.call(mine);
    await hall.conclude('endcall', call);
    await phone.shows('A005', { look: 'ended', says: 'Thank you for your visit' });
    expect(phone.faults).toEqual([]);
  });

  it('tells who missed a call what to do, for as long as it helps', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    for (let i = 0; i < 2; i += 1) await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await hall.conclude('cancelcall', await hall.next());
    await phone.shows('A001', { look: 'cancelled', says: 'You missed your call' });
    await phone.says(/your number can still be called/);
    await hall.next();
    await hall.next();
    await phone.says('Please take a new ticket, or ask our staff.');
  });

  it('stands at the same address when the server has started again', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    await hall.machine.restart();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A001', { before: 0 });
    await hall.next();
    await phone.shows('A001', { desk: 'Desk 1' });
  });

  it('comes over a poor network too', async () => {
    const hall = await openPhoneHall();
    await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path, { slow: true });
    await phone.shows('A002', { before: 1 });
    await hall.next();
    await phone.shows('A002', { before: 0 });
    await hall.next();
    await phone.shows('A002', { desk: 'Desk 1' });
  });

  it('is small on its way', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const loaded: Promise<{ readonly kind: string; readonly bytes: number }>[] = [];
    const phone = await Phone.at(hall, browser, mine.path, {
      isFirstVisit: true,
      before: async (page) => {
        page.on('requestfinished', (request) => {
          const kind = request.resourceType();
          loaded.push(request.sizes().then(({ responseBodySize: bytes }) => ({ kind, bytes })));
        });
      },
    });
    await phone.shows('A001', { before: 0 });
    const sizes = await Promise.all(loaded);
    const scripts = sizes.filter(({ kind }) => kind === 'script').map(({ bytes }) => bytes);
    expect(scripts.length).toBeGreaterThan(1);
    expect(Math.min(...scripts)).toBeGreaterThan(0);
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(40_000);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(90_000);
  });

  it('asks nothing of anybody but its own server, and is kept nowhere', async () => {
    const { hall, mine, phone, asked } = await askingPhone();
    const { address } = hall.machine.program;
    expect(asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:'))).toEqual([]);
    const { headers } = await fetch(address + mine.path);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await phone.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      mine.path.slice(-20),
    );
  });
});

describe('the visitor', () => {
  it('leaves the queue, after a second thought', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const other = await hall.give();
    const [phone, behind] = [await Phone.at(hall, browser, mine.path), await Phone.at(hall, browser, other.path)];
    await behind.shows('A002', { before: 1 });
    await phone.asksToLeave();
    await phone.touch('Keep my place');
    await phone.shows('A001', { before: 0 });
    await phone.asksToLeave();
    expect(await phone.faultsOfAccess()).toEqual([]);
    await phone.touch('Leave the queue');
    await phone.shows('A001', { look: 'left', says: 'You have left the queue' });
    // The pressed button has disappeared.
    await expect
      .poll(() => phone.page.evaluate(() => document.activeElement?.textContent))
      .toBe('You have left the queue');
    await behind.shows('A002', { before: 0 });
    await hall.next();
    await behind.shows('A002', { desk: 'Desk 1' });
  });

  it('sees an error if the confirmation cannot be loaded, and loads it at the next touch', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A001', { before: 0 });
    await phone.page.route(/leave-dialog/, (route) => route.abort());
    const fault = phone.page.getByRole('alert').getByText('That did not work. Please try again.');
    for (let i = 0; i < 2; i += 1) {
      const failed = phone.page.waitForEvent('requestfailed');
      await phone.touch('Leave the queue');
      await failed;
      await fault.waitFor();
    }
    expect(await phone.faultsOfAccess()).toEqual([]);
    await phone.page.unroute(/leave-dialog/);
    await phone.asksToLeave();
    expect(await fault.count()).toBe(0);
    await phone.touch('Leave the queue');
    await phone.shows('A001', { look: 'left' });
  });

  it('cannot leave any more once the number is called', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.asksToLeave();
    // The call and the touch cross on the way.
    await phone.page.route('**/tickets/leave', async (route) => {
      await hall.call(mine);
      await route.continue();
    });
    await phone.touch('Leave the queue');
    await phone.shows('A001', { desk: 'Desk 1' });
    expect(await phone.page.getByRole('dialog').count()).toBe(0);
  });

  it('is rung for, once asked to, and not twice for the same call', async () => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 3; i += 1) await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path, { before: watchSenses });
    await phone.shows('A004', { before: 3 });
    expect(await felt(phone)).toEqual([]);
    await phone.touch('Ring when it is my turn');
    await expect.poll(() => felt(phone)).toEqual(['tone 659', 'tone 880', 'vibrate 1', 'stays awake']);
    await hall.next();
    await phone.shows('A004', { look: 'almost' });
    await expect.poll(async () => (await felt(phone)).slice(4)).toEqual(['vibrate 1']);
    const call = await hall.call(mine);
    await phone.shows('A004', { desk: 'Desk 1' });
    const ring = ['vibrate 11', ...Array.from({ length: 3 }, () => ['tone 659', 'tone 880']).flat()];
    await expect.poll(async () => (await felt(phone)).slice(5)).toEqual(ring);
    await phone.page.context().setOffline(true);
    await phone.isStale(true);
    await phone.page.context().setOffline(false);
    await phone.isStale(false);
    expect(await felt(phone)).toHaveLength(12);
    await hall.conclude('recall', call);
    await phone.says('You are being called again');
    await expect.poll(async () => (await felt(phone)).slice(12)).toEqual(ring);
    await hall.conclude('endcall', call);
    await phone.looks('ended');
    await expect.poll(async () => (await felt(phone)).at(-1)).toBe('may sleep');
  });
});

describe('a phone in the pocket', () => {
  it('shows a notification for the call, and keeps nothing of it afterwards', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const whole = await launchWholeChromium();
    onTestFinished(() => whole.close());
    const phone = await Phone.at(hall, whole, mine.path, {
      permissions: ['notifications'],
      before: async (page) => {
        await page.addInitScript(() => {
          const shown: string[] = [];
          Object.assign(window, { shown });
          let state: DocumentVisibilityState = 'visible';
          Object.defineProperty(document, 'visibilityState', { get: () => state });
          addEventListener('pocket', () => {
            state = 'hidden';
          });
          ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
            const { body, vibrate, renotify } = options as { body: string; vibrate: number[]; renotify: boolean };
            shown.push(`${title} | ${body}${vibrate.length > 9 && renotify ? ', felt each time' : ''}`);
          };
        });
      },
    });
    const workers = (): Promise<number> =>
      phone.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await phone.shows('A001', { before: 0 });
    expect(await workers()).toBe(0);
    await phone.touch('Ring when it is my turn');
    await expect.poll(workers).toBe(1);
    await phone.page.evaluate(() => dispatchEvent(new Event('pocket')));
    const call = await hall.next();
    await phone.shows('A001', { desk: 'Desk 1' });
    const shown = () => phone.page.evaluate(() => (window as unknown as { shown: string[] }).shown);
    const told = 'A001 · It is your turn | Please go to Desk 1, felt each time';
    await expect.poll(shown).toEqual([told]);
    await hall.conclude('recall', call);
    await expect.poll(shown).toHaveLength(2);
    expect((await shown())[1]).toContain('felt each time');
    await hall.conclude('endcall', call);
    await phone.looks('ended');
    await expect.poll(workers).toBe(0);
    expect(phone.faults).toEqual([]);
  });
});

describe('a phone that was away', () => {
  it('says so at once, and catches up at once', async () => {
    const hall = await openPhoneHall();
    await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A002', { before: 1 });
    await phone.page.context().setOffline(true);
    await phone.isStale(true);
    await phone.says(/^No connection\. Your place in the queue is kept\. As of \d\d:\d\d\.$/);
    expect(await phone.faultsOfAccess()).toEqual([]);
    await hall.next();
    await hall.next();
    await phone.shows('A002', { before: 1 });
    await phone.page.context().setOffline(false);
    await phone.shows('A002', { desk: 'Desk 1' });
    await phone.isStale(false);
  });

  it('knows on waking what happened while it slept', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A001', { before: 0 });
    const line = await phone.page.context().newCDPSession(phone.page);
    await line.send('Page.setWebLifecycleState', { state: 'frozen' });
    await hall.call(mine);
    await line.send('Page.setWebLifecycleState', { state: 'active' });
    await phone.shows('A001', { desk: 'Desk 1' });
  });
});

describe('an address without a ticket', () => {
  it('is answered in friendly words, and looked at again on demand', async () => {
    const hall = await openPhoneHall();
    const phone = await Phone.at(hall, browser, `/ticket/${'x'.repeat(43)}`);
    await phone.looks('unknown');
    await phone.says('Ticket not found');
    expect(await phone.page.locator('.ticket').count()).toBe(0);
    expect(await phone.faultsOfAccess()).toEqual([]);
    // Each look asks twice: the line, and why it was refused.
    for (let i = 0; i < 3; i += 1) {
      const answered = phone.page.waitForResponse(/lookup/);
      await phone.touch('Try again');
      await answered;
    }
    await phone.looks('busy');
    await phone.says('Please wait a minute');
  });
});

describe('every state', () => {
  // The walk through them costs more than the looks; and what is wrong with a direction is so in any colours.
  it.each([
    ['light and dark', { contrast: 'no-preference' }, ['light', 'dark'], 'en'],
    ['in high contrast, in Arabic', { contrast: 'more' }, ['light'], 'ar'],
  ] as const)('can be read by everybody (%s)', async (_name, looks, schemes, lang) => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 3; i += 1) await hall.give();
    const mine = await hall.give('passports', lang);
    const phone = await Phone.at(hall, browser, mine.path, { ...looks, reducedMotion: 'reduce' });
    let turn = 0;
    const isGood = async (state: string): Promise<void> => {
      await phone.looks(state);
      await phone.page.locator(`html[lang="${lang}"][dir="${lang === 'ar' ? 'rtl' : 'ltr'}"]`).waitFor();
      turn += 1;
      // Of each state one of them in every run.
      for (const colorScheme of chosenOf<'light' | 'dark'>(schemes, (_, at) => at === turn % schemes.length)) {
        await phone.page.emulateMedia({ colorScheme });
        expect([state, colorScheme, await phone.faultsOfAccess()]).toEqual([state, colorScheme, []]);
      }
      expect([state, await phone.isTooWide()]).toEqual([state, false]);
    };
    await isGood('waiting');
    await leadToItsEnd(hall, mine, isGood);
    expect(phone.faults).toEqual([]);
  });

  it('is within reach at 400 %, by keyboard, in the reader’s own colours and by voice', async () => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 3; i += 1) await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path, { viewport: ENLARGED, reducedMotion: 'reduce' });
    const reach = new Reach(phone.page);
    const isWithinReach = async (look: string, state = look): Promise<void> => {
      await phone.looks(look);
      await reach.look(state);
    };
    await isWithinReach('waiting');
    await phone.page.getByRole('button', { name: 'Leave the queue' }).press('Enter');
    await phone.page.locator('dialog[open]').waitFor();
    await reach.look('leaving, asked once more');
    await phone.page.route('**/tickets/leave', (route) => route.abort());
    await phone.touch('Leave the queue');
    await phone.page.getByRole('alert').getByText('That did not work.').waitFor();
    await reach.look('leaving, which did not work');
    await phone.page.keyboard.press('Escape');
    await phone.opensSettings();
    await phone.page.getByRole('button', { name: 'Easy read' }).press('Enter');
    await phone.page.getByRole('button', { name: 'Ring when it is my turn' }).press('Enter');
    await phone.says('Keep this page open. Keep the sound on.');
    await isWithinReach('waiting', 'rings, in simple language');
    await phone.page.context().setOffline(true);
    await phone.isStale(true);
    await isWithinReach('waiting', 'no connection');
    await phone.page.context().setOffline(false);
    await phone.isStale(false);
    await hall.next();
    await isWithinReach('almost');
    const call = await hall.call(mine);
    await isWithinReach('called');
    await hall.conclude('recall', call);
    await phone.says('We call you again');
    await isWithinReach('called', 'called once more');
    await hall.conclude('pausecall', call);
    await isWithinReach('paused');
    await hall.sendTo('taxes', await hall.call(mine, 'callpausedticket'));
    await phone.says('You go to another desk next. Your number is the same.');
    await isWithinReach('almost', 'handed on');
    await hall.conclude('cancelcall', await hall.call(mine));
    await isWithinReach('cancelled', 'missed');
    await hall.conclude('endcall', await hall.call(mine, 'callcancelledticket'));
    await isWithinReach('ended');
    expect(reach.found).toEqual({});
  });

  it('is so too where the queue was left, and where there is no ticket or too many were asked for', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path, { viewport: ENLARGED, reducedMotion: 'reduce' });
    await phone.asksToLeave();
    await phone.touch('Leave the queue');
    const nobody = await Phone.at(hall, browser, `/ticket/${'x'.repeat(43)}`, {
      viewport: ENLARGED,
      reducedMotion: 'reduce',
    });
    for (const [page, look] of [
      [phone, 'left'],
      [nobody, 'unknown'],
      [nobody, 'busy'],
    ] as const) {
      for (let i = 0; look === 'busy' && i < 3; i += 1) {
        const answered = page.page.waitForResponse(/lookup/);
        await page.touch('Try again');
        await answered;
      }
      await page.looks(look);
      const reach = new Reach(page.page);
      await reach.look(look);
      expect(reach.found).toEqual({});
      expect([look, await page.faultsOfAccess()]).toEqual([look, []]);
    }
  });

  it('moves for whom nothing is to move not at all, and once for everybody else', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const [moves, still] = [
      await Phone.at(hall, browser, mine.path, { reducedMotion: 'no-preference' }),
      await Phone.at(hall, browser, mine.path, { reducedMotion: 'reduce' }),
    ];
    const motions = ({ page }: Phone) =>
      page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((each) => {
          const { animationName, animationIterationCount, transitionDuration } = getComputedStyle(each);
          const moved = animationName === 'none' ? [] : [`${animationName} ${animationIterationCount}`];
          return transitionDuration === '0s' ? moved : [...moved, `${each.className} glides`];
        }),
      );
    await hall.call(mine);
    await moves.looks('called');
    await still.looks('called');
    expect(await motions(moves)).toEqual(['arrive 1']);
    expect(await motions(still)).toEqual([]);
  });

  it.each(chosenOf([320, 360, 740], (width) => width === 320))(
    'fits with text twice as large (%i wide)',
    async (width) => {
      const hall = await openPhoneHall();
      for (let i = 0; i < 3; i += 1) await hall.give();
      const mine = await hall.give();
      const viewport = { width, height: width === 740 ? 360 : 640 };
      const phone = await Phone.at(hall, browser, mine.path, { viewport });
      await phone.shows('A004', { before: 3 });
      await phone.page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      for (const language of ['de', 'fr', 'ar', 'zh']) {
        await phone.reads(language);
        expect([language, await phone.isTooWide()]).toEqual([language, false]);
      }
      await hall.call(mine);
      await phone.looks('called');
      expect(await phone.isTooWide()).toBe(false);
    },
  );
});

describe('the queue position', () => {
  it('is drawn as people, of whom fewer are left after each call', async () => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 3; i += 1) await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A004', { before: 3 });
    expect(await phone.page.locator('.people .icon').count()).toBe(4);
    await hall.next();
    await phone.shows('A004', { before: 2 });
    expect(await phone.page.locator('.people .icon').count()).toBe(3);
  });

  it('moves along a bar with each call while many wait, also after the page was opened again', async () => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 40; i += 1) await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    /** Share of the bar that is behind the visitor. */
    const gone = (): Promise<number> =>
      phone.page.locator('.way').evaluate((way) => {
        const [behind = 0, ahead = 0] = [...way.querySelectorAll('span')].map((part) => part.offsetWidth);
        return behind / (behind + ahead);
      });
    await phone.shows('A041', { before: 40 });
    expect(await gone()).toBe(0);
    await hall.next();
    await phone.shows('A041', { before: 39 });
    await expect.poll(gone).toBeCloseTo(1 / 40, 2);
    await phone.page.reload();
    await phone.shows('A041', { before: 39 });
    expect(await gone()).toBeCloseTo(1 / 40, 2);
    expect(await phone.faultsOfAccess()).toEqual([]);
    for (let i = 39; i > 13; i -= 1) await hall.next();
    await phone.shows('A041', { before: 13 });
    expect(await gone()).toBeCloseTo(27 / 40, 2);
    await hall.next();
    await phone.shows('A041', { before: 12 });
    expect(await phone.page.locator('.way').count()).toBe(0);
    expect(await phone.page.locator('.people .icon').count()).toBe(13);
    expect(phone.faults).toEqual([]);
  });

  it('comes with the time of the call by the clock', async () => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 8; i += 1) await hall.give();
    const mine = await hall.give();
    for (let i = 0; i < 3; i += 1) await hall.next();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A009', { before: 5 });
    const [, hours, minutes] = /^Your turn: about (\d\d):(\d\d)$/.exec(await phone.page.innerText('.turn-at')) ?? [];
    const inMinutes =
      (Number(hours) * 60 + Number(minutes) - new Date().getUTCHours() * 60 - new Date().getUTCMinutes() + 1440) % 1440;
    // In steps of five minutes; the wait is of minutes.
    expect(Number(minutes) % 5).toBe(0);
    expect(Math.min(inMinutes, 1440 - inMinutes)).toBeLessThan(60);
  });
});

describe('the settings', () => {
  it('are in one sheet, and actions outside of it', async () => {
    const { phone } = await askingPhone();
    await phone.opensSettings();
    const sheet = phone.page.locator('.settings');
    await sheet.getByRole('combobox', { name: 'Language' }).waitFor();
    await sheet.getByRole('button', { name: 'Easy read' }).waitFor();
    expect(await phone.page.locator('details, dialog, select').count()).toBe(2);
    const outside = phone.page.locator('button:not(.settings *)');
    expect(await outside.allInnerTexts()).toEqual(['Ring when it is my turn', 'Leave the queue']);
  });
});

describe('the brand', () => {
  const LOGO =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

  it('is the colour and the logo of the location, above its name', async () => {
    const hall = await openPhoneHall({ location: { colour: '#7a1f4b', logo: LOGO } });
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A001', { before: 0 });
    const place = phone.page.locator('.place');
    expect(await place.innerText()).toBe('Town Hall');
    const colour = () => place.evaluate((header) => getComputedStyle(header).backgroundColor);
    await expect.poll(colour).toBe('rgb(122, 31, 75)');
    const logo = place.locator('img');
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    expect(new URL(await logo.evaluate((img: HTMLImageElement) => img.src)).pathname).toMatch(
      /^\/logo\/[\w-]{22}\.png$/,
    );
    expect(await phone.faultsOfAccess()).toEqual([]);
    await hall.call(mine);
    await phone.looks('called');
    expect(await phone.page.locator('.called').evaluate((called) => getComputedStyle(called).backgroundColor)).toBe(
      'rgb(122, 31, 75)',
    );
    expect(phone.faults).toEqual([]);
  });

  it('is the name alone without a logo', async () => {
    const { phone } = await askingPhone();
    expect(await phone.page.locator('.place').innerText()).toBe('Town Hall');
    expect(await phone.page.locator('.place img').count()).toBe(0);
  });
});

describe('the language', () => {
  it('is that of the ticket, until another one is chosen', async () => {
    const hall = await openPhoneHall();
    await hall.give();
    const mine = await hall.give('passports', 'pt_PT');
    const phone = await Phone.at(hall, browser, mine.path, { locale: 'de-DE' });
    await phone.shows('A002', { says: '1 pessoa à sua frente' });
    await phone.opensSettings();
    expect(await phone.page.locator('option[value="ar"]').getAttribute('lang')).toBe('ar');
    await phone.reads('ar');
    expect(await phone.page.locator('html').getAttribute('dir')).toBe('rtl');
    await phone.says('جوازات السفر');
    await phone.page.reload();
    await phone.page.locator('html[lang="ar"]').waitFor();
    await phone.reads('pt');
    await hall.next();
    await hall.next();
    await phone.shows('A002', { desk: 'Balcão 1' });
  });
});

describe('simple language', () => {
  it('is one touch away in every language that has it, with the words of the house, and is kept', async () => {
    const hall = await openPhoneHall();
    for (let i = 0; i < 2; i += 1) await hall.give();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A003', { look: 'almost', says: 'It is almost your turn. Please stay close.' });
    await phone.says('Passports');
    await phone.opensSettings();
    await phone.touch('Easy read');
    await phone.says('Your turn comes soon. Please stay here.');
    await phone.says('Travel papers');
    expect(await phone.heard()).toBe('2 people before you. Your turn comes soon. Please stay here.');
    await phone.reads('de');
    await phone.says('Gleich sind Sie dran. Bitte bleiben Sie hier.');
    await phone.page.reload();
    await phone.says('Gleich sind Sie dran. Bitte bleiben Sie hier.');
    await phone.opensSettings();
    await phone.touch('Einfache Sprache');
    await phone.says('Sie sind gleich dran. Bitte bleiben Sie in der Nähe.');
    await phone.reads('en');
    await phone.says('Passports');
    await phone.opensSettings();
    await phone.touch('Easy read');
    for (let i = 0; i < 3; i += 1) await hall.next('desk-2');
    await phone.shows('A003', { desk: 'Window 2' });
    expect(phone.faults).toEqual([]);
  });

  it('goes on from the kiosk, by the code of its ticket, and no request says so beside the ticket', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const asked: string[] = [];
    const phone = await Phone.at(hall, browser, `${mine.path}#simple`, {
      before: async (page) => {
        page.on('request', (request) =>
          asked.push([request.url(), request.postData() ?? '', ...Object.values(request.headers())].join(' ')),
        );
      },
    });
    await phone.says('Travel papers');
    await phone.shows('A001', { says: 'Your turn comes soon. Please stay here.' });
    const secret = mine.path.split('/').at(-1) ?? '';
    expect(asked.filter((request) => request.includes(secret))).not.toEqual([]);
    expect(asked.filter((request) => request.includes(secret) && request.includes('simple'))).toEqual([]);
  });

  it('that was switched off for one ticket is there for the next one that comes from the kiosk with it', async () => {
    const hall = await openPhoneHall();
    const [first, second] = [await hall.give(), await hall.give()];
    const phone = await Phone.at(hall, browser, `${first.path}#simple`);
    await phone.says('Travel papers');
    await phone.opensSettings();
    await phone.touch('Easy read');
    await phone.says('Passports');
    await phone.page.reload();
    await phone.shows('A001', { before: 0 });
    await phone.says('Passports');
    await phone.page.goto(`${new URL(phone.page.url()).origin}${second.path}#simple`);
    await phone.shows('A002', { before: 1 });
    await phone.says('Travel papers');
  });

  it('is not said to be chosen where it could not be fetched, and the next touch asks again', async () => {
    const hall = await openPhoneHall();
    const mine = await hall.give();
    const phone = await Phone.at(hall, browser, mine.path);
    await phone.shows('A001', { before: 0 });
    await phone.page.route(/simple-texts/, (route) => route.abort());
    const failed = phone.page.waitForEvent('requestfailed');
    await phone.opensSettings();
    await phone.touch('Easy read');
    await failed;
    await phone.page.locator('button[aria-pressed="false"]', { hasText: 'Easy read' }).waitFor();
    await phone.page.unroute(/simple-texts/);
    await phone.opensSettings();
    await phone.touch('Easy read');
    await phone.says('Travel papers');
  });

  it('is fetched by nobody who does not read it', async () => {
    const { phone, asked } = await askingPhone();
    expect(asked.filter((url) => /simple-(texts|phone)/.test(url))).toEqual([]);
    await phone.opensSettings();
    await phone.touch('Easy read');
    await phone.says('Travel papers');
    expect(asked.filter((url) => /simple-(texts|phone)/.test(url))).not.toEqual([]);
  });
});
