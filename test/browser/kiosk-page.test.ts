/** What a visitor does at the kiosk, and what the host hears of it. */

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import arabic from '../../assets/locales/ar/kiosk.json' with { type: 'json' };
import english from '../../assets/locales/en/kiosk.json' with { type: 'json' };
import { USUAL_RHYTHM } from '../../main/devices/contract/wedge.ts';
import { TICKET_SLOTS } from '../../main/kiosk/contract/kiosk-access.ts';
import { everyScreen, groups, manyServices, ofNobodyKnows, services, state, ticket } from '../fixtures/kiosk-states.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { keepKiosk } from '../helpers/kept-kiosk.ts';
import { swipe } from '../helpers/keyboard-reader.ts';
import { type ScriptedHost, settled } from '../helpers/kiosk-page.ts';
import { touchSize } from '../helpers/kiosk-sizes.ts';

const CHOOSE = state({ name: 'choose', choices: services('en', 6), group: null, card: false, late: false });
const IDLE = state({ name: 'idle', choices: services('en', 9) });

const kiosk = keepKiosk(CHOOSE);
const { show } = kiosk;

function heard<Name extends Parameters<ScriptedHost['callsOf']>[0]>(name: Name) {
  return vi.waitFor(
    () => {
      const calls = kiosk.host.callsOf(name);
      if (calls.length === 0) throw new Error(`The host has not heard ${name}.`);
      return calls;
    },
    { timeout: 30_000 },
  );
}

const button = (name: string | RegExp) => kiosk.page.getByRole('button', { name });

describe('choosing', () => {
  it('takes a ticket with one touch', async () => {
    await button(/^Passports/).tap();
    expect(await heard('touchService')).toEqual([{ serviceId: 'passports' }]);
  });

  it('changes the language, and with it the direction', async () => {
    await button('Languages: English').tap();
    // Each is named in itself, for whoever hears the page too.
    expect(await button('العربية').getAttribute('lang')).toBe('ar');
    await button('العربية').tap();
    expect(await heard('chooseLanguage')).toEqual([{ lang: 'ar' }]);
    await show(state({ name: 'choose', choices: services('ar', 6), group: null, card: false, late: false }, 'ar'));
    expect(await kiosk.page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await kiosk.page.locator('html').getAttribute('lang')).toBe('ar');
    expect(await kiosk.page.getByRole('heading', { level: 1 }).textContent()).toBe('كيف يمكننا مساعدتك؟');
    const tag = await kiosk.page.locator('.choice-tag').first().boundingBox();
    expect(tag?.x).toBeGreaterThan(800);
    await show(state({ name: 'idle', choices: services('pt_PT', 6) }, 'pt_PT'));
    expect(await kiosk.page.locator('html').getAttribute('lang')).toBe('pt-PT');
  });

  it('says it in simple language to whoever touches that, and as usual again to the next visitor', async () => {
    const heading = kiosk.page.getByRole('heading', { level: 1 });
    const words = button('Easy read');
    const height = () => words.locator('.fit').evaluate((text) => text.getBoundingClientRect().height);
    const unchosen = await height();
    await words.tap();
    expect(await heard('chooseSimple')).toEqual([{ on: true }]);
    await show({ ...CHOOSE, simple: true });
    await expect.poll(() => heading.textContent()).toBe('What do you need?');
    expect(await words.getAttribute('aria-pressed')).toBe('true');
    expect(await height()).toBe(unchosen);
    // What is simple as it is stays.
    expect(await button('Back').count()).toBe(1);
    const german = state({ name: 'choose', choices: services('de', 6), group: null, card: false, late: false }, 'de');
    await show({ ...german, simple: true });
    await expect.poll(() => heading.textContent()).toBe('Was brauchen Sie?');
    await show(IDLE);
    await expect.poll(() => heading.textContent()).toBe('How can we help you?');
    await show({ ...CHOOSE, simple: null });
    await expect.poll(() => words.count()).toBe(0);
    // Where the bar has least room, it is in the sheet of settings.
    const usual = kiosk.page.viewportSize();
    await kiosk.page.setViewportSize({ width: 800, height: 1280 });
    onTestFinished(() => kiosk.page.setViewportSize(usual!));
    await show({ ...CHOOSE, simple: false, screenInches: 10 });
    await expect.poll(() => words.count()).toBe(0);
    await button('Easier to read and reach').tap();
    await words.tap();
    expect(kiosk.host.callsOf('chooseSimple')).toHaveLength(2);
  });

  it('keeps counts up to date in place: nothing moves', async () => {
    const places = () =>
      kiosk.page.locator('.choice').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const before = await places();
    const choices = services('en', 6).map((choice) => ({ ...choice, waiting: 187 }));
    await show(state({ name: 'choose', choices, group: null, card: false, late: false }));
    expect(await kiosk.page.locator('.choice-facts').first().textContent()).toContain('187 waiting');
    expect(await places()).toEqual(before);
  });

  it('turns pages where not all choices fit, and every choice is on one of them', async () => {
    await show(state({ name: 'choose', choices: manyServices('en', 30), group: null, card: false, late: false }));
    const seen = new Set<string>();
    for (;;) {
      for (const name of await kiosk.page.locator('.choice:visible .choice-name').allInnerTexts()) seen.add(name);
      if (!(await button('More').isVisible())) break;
      await button('More').tap();
    }
    expect(seen.size).toBe(30);
    await button('Previous').tap();
    expect(await kiosk.page.locator('.pager-place').textContent()).toMatch(/^\d of \d$/);
  });

  it('tells the host how many choices fit, again when the window changes, never because of large text', async () => {
    await kiosk.anew();
    await show(IDLE);
    const [first] = await heard('fits');
    expect(first?.choices).toBeGreaterThanOrEqual(8);
    const before = kiosk.host.callsOf('fits').length;
    await touchSize(kiosk.page, 200);
    await settled(kiosk.page);
    expect(kiosk.host.callsOf('fits')).toHaveLength(before);
    await touchSize(kiosk.page, 100);
    await kiosk.page.setViewportSize({ width: 800, height: 1280 });
    await expect.poll(() => kiosk.host.callsOf('fits').at(-1)?.choices).toBeLessThan(first?.choices ?? 0);
  });

  it('names what can be chosen in letters of 32 px and more, larger than what explains it', async () => {
    const sizeOf = (part: string): Promise<number> =>
      kiosk.page
        .locator(part)
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    await show(state({ name: 'choose', choices: groups('en'), group: null, card: false, late: false }));
    for (const [width, height] of [
      [1080, 1920],
      [1920, 1080],
    ] as const) {
      await kiosk.page.setViewportSize({ width, height });
      await settled(kiosk.page);
      expect(await sizeOf('.choice-name')).toBeGreaterThanOrEqual(32);
      expect(await sizeOf('.choice-name')).toBeGreaterThan(await sizeOf('.choice-about'));
    }
  });
});

describe('while its server is away', () => {
  it('says so in one line, takes touches as ever, and tells no waiting times; axe is content', async () => {
    const line = kiosk.page.getByText('No waiting times at the moment. You can take a ticket as usual.');
    await show(state({ name: 'idle', choices: ofNobodyKnows(services('en', 6)) }, 'en', { alone: true }));
    expect(await line.count()).toBe(1);
    expect(await kiosk.page.locator('main').textContent()).not.toMatch(/\d+ waiting|minutes/);
    expect(await barriersOf(kiosk.page)).toEqual([]);
    await button(/^Passports/).tap();
    expect(await heard('touchService')).toEqual([{ serviceId: 'passports' }]);
    const own = ticket('en', { number: 'A9001', before: null, waitSeconds: null });
    await show(state({ name: 'take-ticket', ticket: own }, 'en', { alone: true }));
    expect(await kiosk.page.locator('body').textContent()).toContain('A9001');
    expect(await kiosk.page.locator('body').textContent()).not.toMatch(/before you|minutes/);
    expect(await barriersOf(kiosk.page)).toEqual([]);
    await show(IDLE);
    expect(await line.count()).toBe(0);
  });

  it('says of one that was never connected what is the matter; axe is content', async () => {
    await show(state({ name: 'out-of-service', reason: 'never-connected' }));
    expect(await kiosk.page.locator('body').textContent()).toContain('Please go to the reception desk.');
    expect(await barriersOf(kiosk.page)).toEqual([]);
  });
});

describe('an appointment', () => {
  const OFFER = { ...IDLE, checkIn: true };
  const key = (name: string) => kiosk.page.getByRole('button', { name, exact: true });

  it('is offered before the services, and leaves the host less room for them', async () => {
    await kiosk.page.setViewportSize({ width: 800, height: 1280 });
    await show(IDLE);
    expect(await button('I have an appointment').count()).toBe(0);
    await settled(kiosk.page);
    const before = kiosk.host.callsOf('fits').at(-1)?.choices ?? 0;
    await show(OFFER);
    await expect.poll(() => kiosk.host.callsOf('fits').at(-1)?.choices).toBeLessThan(before);
    await button('I have an appointment').tap();
    expect(await heard('startCheckIn')).toEqual([{}]);
  });

  it('has its code typed in capitals, with the keys that codes have, and sent once', async () => {
    await show(state({ name: 'check-in', looking: false, fault: '' }));
    for (const name of ['K', '7', '-', 'Q']) await key(name).tap();
    expect(await kiosk.page.locator('.line-text').textContent()).toBe('K7-Q');
    for (const name of ['Capital letter', 'Symbols ?&#', 'k']) expect(await key(name).count(), name).toBe(0);
    await button('Check in').tap();
    expect(await heard('checkIn')).toEqual([{ code: 'K7-Q' }]);
    await show(state({ name: 'check-in', looking: true, fault: '' }));
    // Neither can be pressed while the code is looked up.
    for (const name of ['Check in', 'Back']) await key(name).tap({ force: true });
    await show(state({ name: 'check-in', looking: false, fault: '' }));
    await button('Back').tap();
    expect(await heard('back')).toEqual([{}]);
    expect(kiosk.host.callsOf('checkIn')).toHaveLength(1);
  });

  it('is not asked for without a code', async () => {
    await show(state({ name: 'check-in', looking: false, fault: '' }));
    await key('Space').tap();
    await key('Check in').tap({ force: true });
    await kiosk.page.keyboard.press('Enter');
    await button('Back').tap();
    await heard('back');
    expect(kiosk.host.callsOf('checkIn')).toEqual([]);
  });
});

describe('the end of a visit', () => {
  it('shows the ticket with a number of 240 px or more, and is left with Done', async () => {
    await kiosk.page.setViewportSize({ width: 800, height: 1280 });
    await show(state({ name: 'take-ticket', ticket: ticket('en') }));
    const size = await kiosk.page
      .locator('.ticket-number')
      .evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
    expect(size).toBeGreaterThanOrEqual(240);
    expect(await kiosk.page.locator('.ticket').textContent()).toContain('3 people before you');
    await button('Done').tap();
    expect(await heard('done')).toEqual([{}]);
  });
});

describe('time', () => {
  it('counts down in view when little is left, and more time is one touch away', async () => {
    await show({ ...CHOOSE, timeout: { remainingMs: 60_000, warnMs: 10_000 } });
    expect(await kiosk.page.locator('.timeout').count()).toBe(0);
    await show({ ...CHOOSE, timeout: { remainingMs: 9_500, warnMs: 10_000 } });
    expect(await kiosk.page.locator('.timeout-text').textContent()).toMatch(/Starting over in \d+ seconds?\./);
    const at = await kiosk.page.locator('.timeout-text').textContent();
    await expect.poll(() => kiosk.page.locator('.timeout-text').textContent()).not.toBe(at);
    kiosk.host.forgetCalls();
    await button('I need more time').tap();
    await heard('stillHere');
  });

  it('begins by itself while the page waits', async () => {
    await show({ ...CHOOSE, timeout: { remainingMs: 11_000, warnMs: 10_000 } });
    await kiosk.page.locator('.timeout').waitFor();
  });

  it('is prolonged by touches, told at most once a second', async () => {
    await kiosk.page.locator('h1').tap();
    await heard('stillHere');
    const before = kiosk.host.callsOf('stillHere').length;
    for (let touch = 0; touch < 3; touch++) await kiosk.page.locator('h1').dispatchEvent('pointerdown');
    await button(/^Passports/).tap();
    await heard('touchService');
    expect(kiosk.host.callsOf('stillHere').length - before).toBeLessThanOrEqual(1);
  });
});

describe('the host', () => {
  it('that goes away leaves a calm word, and its return the whole state', async () => {
    kiosk.host.cut(true);
    await kiosk.page.locator('.page[data-screen="away"]').waitFor();
    expect(await kiosk.page.locator('.choice').count()).toBe(0);
    expect(await kiosk.page.getByRole('heading', { level: 1 }).textContent()).toBe('One moment, please');
    kiosk.host.send(state({ name: 'take-ticket', ticket: ticket('en') }));
    kiosk.host.accept();
    await kiosk.page.getByText('D043', { exact: true }).waitFor();
  });
});

describe('access', () => {
  it('settings end with the visit', async () => {
    await button('Easier to read and reach').tap();
    await button('Very large text').tap();
    await button('Contrast').tap();
    await button('Move down').tap();
    const html = kiosk.page.locator('html');
    expect(await html.getAttribute('data-text')).toBe('200');
    expect(await html.getAttribute('data-contrast')).not.toBeNull();
    expect(await html.getAttribute('data-reach')).not.toBeNull();
    await show(IDLE);
    expect(await html.getAttribute('data-text')).toBe('100');
    expect(await html.getAttribute('data-contrast')).toBeNull();
    expect(await html.getAttribute('data-reach')).toBeNull();
  });

  it('lower reach leaves no control in the upper third', async () => {
    await button('Easier to read and reach').tap();
    await button('Move down').tap();
    await settled(kiosk.page);
    const tops = await kiosk.page
      .locator('button:visible')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(Math.min(...tops)).toBeGreaterThan(1920 / 3);
  });

  it('is all there for a keypad: arrows, Tab and Enter', async () => {
    await kiosk.page.keyboard.press('ArrowDown');
    await kiosk.page.keyboard.press('ArrowDown');
    expect(await kiosk.page.evaluate(() => document.activeElement?.textContent)).toContain('Passports');
    expect(await kiosk.page.evaluate(() => document.activeElement?.matches(':focus-visible'))).toBe(true);
    await kiosk.page.keyboard.press('Enter');
    expect(await heard('touchService')).toEqual([{ serviceId: 'passports' }]);
    await kiosk.page.keyboard.press('Tab');
    expect(await kiosk.page.evaluate(() => document.activeElement?.textContent)).toContain('Civil registry');
  });

  it('takes no letter or digit for a choice, and none for a way back', async () => {
    for (const key of ['a', 'p', 'z', '1', '5', '0']) await kiosk.page.keyboard.press(key);
    // What was pressed before it would have been heard before it.
    await button('Back').tap();
    await heard('back');
    // Those the page tells by itself.
    const unasked = ['stillHere', 'fits'];
    expect(kiosk.host.calls.map(({ call }) => call).filter((call) => !unasked.includes(call))).toEqual(['back']);
  });

  it('has help at one place on every screen: first at its foot, behind the ways to go on', async () => {
    // On all other screens nobody is promised anybody.
    const isOut = /^(starting|closed|out|shut|pair)/;
    const screens = Object.entries(everyScreen('en')).filter(([name]) => !isOut.test(name));
    const places = new Set<string>();
    for (const [, screen] of screens) {
      await show({ ...screen, staff: { state: 'none', agoMs: 0 } });
      places.add(
        await kiosk.page.locator('.staff-call').evaluate((call) => {
          const before = [...(call.closest('.bar')?.querySelectorAll('button') ?? [])];
          const ways = before.slice(0, before.indexOf(call as HTMLButtonElement));
          return ways.every((way) => way.matches('.bar-nav > .nav, .other-way')) ? 'behind the ways' : 'behind others';
        }),
      );
    }
    expect(screens.length).toBeGreaterThan(15);
    expect([...places]).toEqual(['behind the ways']);
  });

  it('leaves no focus behind a finger', async () => {
    await button(/^Passports/).tap();
    await heard('touchService');
    expect(await kiosk.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');
  });

  it('leaves no focus behind a visitor who walked away', async () => {
    await button(/^Passports/).focus();
    await show(IDLE);
    expect(await kiosk.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');
  });
});

const codeOf = (sign: string): string => (/\d/.test(sign) ? `Digit${sign}` : `Key${sign}`);

describe('a card reader that types', () => {
  it('is handed over, and its Enter presses nothing, whatever has the focus', async () => {
    await show({ ...CHOOSE, wedge: USUAL_RHYTHM });
    await button(/^Passports/).focus();
    await swipe(kiosk.page, '0004A1B2');
    expect(await heard('cardText')).toEqual([{ text: '0004A1B2' }]);
    await button('Back').tap();
    await heard('back');
    expect(kiosk.host.callsOf('touchService')).toEqual([]);
  });

  it('may write too little: then there is no card, and still nothing is pressed', async () => {
    await show({ ...CHOOSE, wedge: USUAL_RHYTHM });
    await button(/^Passports/).focus();
    await swipe(kiosk.page, '123');
    await button('Back').tap();
    await heard('back');
    expect(kiosk.host.callsOf('cardText')).toEqual([]);
    expect(kiosk.host.callsOf('touchService')).toEqual([]);
  });

  it('leaves a person at the keyboard alone', async () => {
    await show({ ...CHOOSE, wedge: USUAL_RHYTHM });
    await button(/^Passports/).focus();
    await kiosk.page.keyboard.press('Enter');
    expect(await heard('touchService')).toHaveLength(1);
  });

  it('says which keys it pressed where the keyboard of the system is an Arabic one', async () => {
    await show({ ...CHOOSE, wedge: USUAL_RHYTHM });
    await kiosk.page.evaluate(() => {
      const keys: readonly (readonly [string, string])[] = [
        ['KeyA', 'ش'],
        ['KeyB', 'لا'],
        ['Digit1', '١'],
        ['Digit2', '٢'],
        ['Digit3', '٣'],
        ['Digit4', '٤'],
      ];
      for (const [code, key] of keys) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true }));
      }
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Enter', key: 'Enter', bubbles: true }));
    });
    const [typed] = await heard('cardText');
    expect(typed).toMatchObject({ keys: ['A', 'B', '1', '2', '3', '4'].map((sign) => ({ code: codeOf(sign) })) });
  });

  it('is nobody where the kiosk has no such reader', async () => {
    await swipe(kiosk.page, '0004A1B2');
    await button('Back').tap();
    await heard('back');
    expect(kiosk.host.callsOf('cardText')).toEqual([]);
  });
});

describe('the page as a kiosk', () => {
  it('has no menu, no marked text, no zoom', async () => {
    const prevented = await kiosk.page.evaluate(() => {
      const ask = (event: Event): boolean => !document.body.dispatchEvent(event);
      return [
        ask(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
        ask(new Event('selectstart', { bubbles: true, cancelable: true })),
        ask(new WheelEvent('wheel', { bubbles: true, cancelable: true, ctrlKey: true })),
        ask(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ctrlKey: true, key: '+' })),
      ];
    });
    expect(prevented).toEqual([true, true, true, true]);
  });
});

describe('where tickets come out', () => {
  /** Of the picture on the screen, as a compass has it: 0 points up. */
  const POINTS = { below: 180, left: 270, right: 90, above: 0 } as const;

  it.each(['en', 'ar'] as const)('is said and shown by an arrow on that side, in %s', async (lang) => {
    const words = { en: english, ar: arabic }[lang];
    const usual = kiosk.page.viewportSize();
    await kiosk.page.setViewportSize({ width: 1280, height: 800 });
    onTestFinished(() => kiosk.page.setViewportSize(usual!));
    for (const slot of TICKET_SLOTS) {
      await show({ ...everyScreen(lang)['take-ticket']!, ticketSlot: slot });
      const outlet = kiosk.page.locator(`.outlet[data-slot="${slot}"]`);
      const said = slot === 'below' ? words.take.text : words.slot[slot];
      await expect.poll(() => outlet.textContent()).toBe(said);
      const turned = await outlet.locator('.icon').evaluate((icon) => getComputedStyle(icon).rotate);
      expect((180 + (Number.parseInt(turned, 10) || 0) + 360) % 360).toBe(POINTS[slot]);
      const place = (await outlet.boundingBox())!;
      const paper = (await kiosk.page.locator('.ticket').boundingBox())!;
      // On a wide screen, it is next to the ticket.
      if (slot === 'left') expect(place.x).toBeLessThan(paper.x);
      if (slot === 'right') expect(place.x).toBeGreaterThan(paper.x);
    }
  });
});

describe('what moves', () => {
  /** Also what has not begun yet, or goes on for ever. */
  const moving = (): Promise<number> => kiosk.page.evaluate(() => document.getAnimations().length);
  const WAITING = everyScreen('en').issuing ?? CHOOSE;

  it('stands still where the house, or a visitor with larger letters, contrast or simple language, wants it so', async () => {
    const { page } = kiosk;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    onTestFinished(() => page.emulateMedia({ reducedMotion: 'reduce' }));
    await show(WAITING);
    await expect.poll(moving).toBeGreaterThan(0);
    await show({ ...WAITING, lessMotion: true });
    await expect.poll(moving).toBe(0);
    await show({ ...WAITING, simple: true });
    await expect.poll(moving).toBe(0);
    await show({ ...WAITING, simple: false });
    await expect.poll(moving).toBeGreaterThan(0);
    await button('Easier to read and reach').click();
    await kiosk.page.getByRole('button', { name: 'Large text', exact: true }).click();
    await expect.poll(moving).toBe(0);
    await button('Normal text').click();
    await expect.poll(moving).toBeGreaterThan(0);
    await button('Contrast').click();
    await expect.poll(moving).toBe(0);
  });
});

// The last one: what makes sounds there makes none from now on.
describe('what nobody asked for', () => {
  const SCREENS = ['choose six', 'issuing', 'take-ticket', 'problem without ticket', 'check in', 'closed'] as const;

  it('is no sound at all, and no motion that goes on for more than five seconds', async () => {
    const { page } = kiosk;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    onTestFinished(() => page.emulateMedia({ reducedMotion: 'reduce' }));
    const sounds = await page.evaluateHandle(() => {
      const made: string[] = [];
      window.AudioContext = class extends AudioContext {
        constructor() {
          super();
          made.push('a tone');
        }
      };
      HTMLMediaElement.prototype.play = async () => void made.push('a recording');
      speechSynthesis.speak = () => void made.push('words');
      return made;
    });
    const moving: Record<string, readonly string[]> = {};
    for (const name of SCREENS) {
      await show({ ...(everyScreen('en')[name] ?? IDLE), speech: 'loudspeaker' });
      // What has ended is gone from these on a slow machine.
      moving[name] = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((each) => Number(each.effect?.getComputedTiming().endTime) > 5_000)
          .map((each) => (each instanceof CSSAnimation ? each.animationName : 'something')),
      );
    }
    const dots = ['working', 'working', 'working'];
    expect(moving).toEqual({ ...Object.fromEntries(SCREENS.map((name) => [name, []])), issuing: dots });
    expect(await sounds.jsonValue()).toEqual([]);
    // Until somebody asks for it.
    await button('Listen').tap();
    await expect.poll(() => sounds.jsonValue()).not.toEqual([]);
  });
});
