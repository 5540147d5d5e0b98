/** Questions on the kiosk page: its own keyboard, real ones, readers that type, and what the host hears. */
import { describe, expect, it, vi } from 'vitest';
import { USUAL_RHYTHM } from '../../main/devices/contract/wedge.ts';
import type { KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { everyQuestion, form, options, question } from '../fixtures/kiosk-forms.ts';
import { state } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { keepKiosk } from '../helpers/kept-kiosk.ts';

const kiosk = keepKiosk(state({ name: 'issuing', serviceName: '' }));
const show = (screen: KioskScreen, lang: Lang = 'en', wedge: KioskState['wedge'] = null): Promise<void> =>
  kiosk.show(state(screen, lang, { wedge }));

const key = (name: string) => kiosk.page.getByRole('button', { name, exact: true });
const line = () => kiosk.page.locator('.line-text');

async function taps(...names: readonly string[]): Promise<void> {
  for (const name of names) await key(name).tap();
}

/** What the host hears once Next is touched. */
async function answer(label = 'Next'): Promise<unknown> {
  kiosk.host.forgetCalls();
  await key(label).tap();
  return vi.waitFor(
    () => {
      const [first] = [...kiosk.host.callsOf('answerQuestion'), ...kiosk.host.callsOf('skipQuestion')];
      if (first === undefined) throw new Error('The host has heard no answer.');
      return first;
    },
    { timeout: 30_000 },
  );
}

describe('the keyboard', () => {
  it('begins with a capital, and goes on with small letters', async () => {
    await show(form(question('name', 'en'), 'en'));
    await taps('A', 'n', 'a', 'Space', 'Capital letter', 'S');
    expect(await answer()).toEqual({ questionId: 'name', answer: ['Ana S'] });
  });

  it('keeps capitals after two touches, until a third', async () => {
    await show(form(question('name', 'en'), 'en', { answer: ['x'] }));
    await taps('Capital letter', 'Capital letter', 'A', 'B', 'Capital letter', 'c');
    expect(await line().textContent()).toBe('xABc');
  });

  it('takes back the last letter whole, and everything at once', async () => {
    await show(form(question('name', 'en'), 'en', { answer: ['Zoe\u0308'] }));
    await taps('Delete the last character');
    expect(await line().textContent()).toBe('Zo');
    await taps('Clear');
    expect(await line().textContent()).toBe('');
  });

  it('has the letters of the visitor’s language, and those of the site’s others one touch away', async () => {
    await show(form(question('name', 'de'), 'de', { answer: ['x'] }), 'de');
    await taps('ü', 'ß', 'Weitere Buchstaben áçü', 'ç', 'ã', 'Weitere Buchstaben áçü', 'z');
    expect(await line().textContent()).toBe('xüßçãz');
  });

  it('writes Arabic, and Latin letters beside it', async () => {
    await show(form(question('name', 'ar'), 'ar'), 'ar');
    await taps('م', 'ر', 'حروف أخرى أإآ', 'أ', 'حروف لاتينية ABC', 'a');
    expect(await line().textContent()).toBe('مرأa');
    const [q, w] = await Promise.all(['q', 'w'].map((name) => key(name).boundingBox()));
    expect(q?.x).toBeLessThan(w?.x ?? 0);
  });

  it('writes as soon as a finger touches, whatever the other fingers do', async () => {
    await show(form(question('name', 'en'), 'en', { answer: ['x'] }));
    for (const name of ['a', 'b']) await key(name).dispatchEvent('pointerdown', { button: 0 });
    await expect.poll(() => line().textContent()).toBe('xab');
  });

  it('stops at the length that an answer may have', async () => {
    await show(form(question('name', 'en', { length: 3 }), 'en', { answer: ['xy'] }));
    await taps('a', 'b');
    expect(await line().textContent()).toBe('xya');
  });

  it('is one of digits where only digits are asked, with the signs of the example', async () => {
    await show(form(question('file', 'en', { mask: 5, example: '2030/00042' }), 'en'));
    expect(await key('q').count()).toBe(0);
    await taps('1', '/', '2');
    expect(await answer()).toEqual({ questionId: 'file', answer: ['1/2'] });
  });

  it('has the decimal sign of the language', async () => {
    await show(form(question('file', 'de', { type: 9 }), 'de'), 'de');
    await taps('1', ',', '5');
    expect(await answer('Weiter')).toEqual({ questionId: 'file', answer: ['1,5'] });
  });
});

describe('a date', () => {
  it('is written in the order of the language, and told in that of the interface', async () => {
    await show(form(question('born', 'fr', { type: 5 }), 'fr'), 'fr');
    await taps('2', '0', '0', '7', '1', '9', '6', '9', '9');
    expect(await answer('Suivant')).toEqual({ questionId: 'born', answer: ['1969-07-20'] });
    await show(form(question('about', 'zh', { type: 5 }), 'zh', { answer: ['1969-07-20'] }), 'zh');
    expect(await line().allTextContents()).toEqual(['1969', '07', '20']);
  });

  it('that is not whole is told as it is: the host says so', async () => {
    await show(form(question('born', 'en', { type: 5 }), 'en'));
    await taps('2', '0');
    expect(await answer()).toEqual({ questionId: 'born', answer: ['--20'] });
  });
});

describe('choices', () => {
  it('go on with one touch where one is chosen, and with a button where several are', async () => {
    await show(form(question('about', 'en', { type: 3, options: options('en') }), 'en'));
    expect(await key('Next').count()).toBe(0);
    expect(await answer('General question')).toEqual({ questionId: 'about', answer: ['other'] });
    await show(form(question('papers', 'en', { type: 4, options: options('en') }), 'en', { answer: ['running'] }));
    await taps('New application', 'General question', 'New application');
    expect(await answer()).toEqual({ questionId: 'papers', answer: ['running', 'other'] });
  });

  it('are yes and no, or marks', async () => {
    await show(form(question('fasting', 'en', { type: 6 }), 'en'));
    expect(await answer('No')).toEqual({ questionId: 'fasting', answer: ['no'] });
    await show(form(question('helped', 'en', { type: 2, ratingTo: 5 }), 'en'));
    await taps('4 of 5');
    expect(await answer()).toEqual({ questionId: 'helped', answer: ['4'] });
  });

  it('of which there are many can all be reached', async () => {
    await show(form(question('about', 'en', { type: 3, options: options('en', 30) }), 'en'));
    expect(await answer('General question 29')).toMatchObject({ answer: ['other-29'] });
  });

  it('keep an earlier answer with Next, and none with Skip', async () => {
    const about = question('about', 'en', { type: 3, options: options('en') });
    await show(form(about, 'en', { answer: ['new'] }));
    expect(await answer()).toEqual({ questionId: 'about', answer: ['new'] });
    await show(form({ ...about, id: 'papers', required: false }, 'en'));
    expect(await answer('Skip')).toEqual({ questionId: 'papers' });
  });

  it('ignore the second touch of a hasty finger', async () => {
    await show(form(question('name', 'en'), 'en'));
    await kiosk.page.evaluate(() => {
      const touchAgain = new MutationObserver(() => {
        const option = document.querySelector<HTMLElement>('[data-screen="form-fasting"] .option');
        if (option === null) return;
        touchAgain.disconnect();
        option.click();
      });
      touchAgain.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    await show(form(question('fasting', 'en', { type: 6 }), 'en'));
    await kiosk.page.locator('.option[aria-disabled="false"]').first().waitFor();
    expect(kiosk.host.callsOf('answerQuestion')).toEqual([]);
    expect(await kiosk.page.locator('.option[aria-pressed="true"]').count()).toBe(0);
  });

  it('are one block with their question, in the middle between the band and the controls', async () => {
    for (const size of [
      { width: 1080, height: 1920 },
      { width: 1920, height: 1080 },
    ]) {
      await kiosk.page.setViewportSize(size);
      for (const asked of ['one of three', 'several of three', 'yes or no', 'a rating of five'] as const) {
        await show(everyQuestion('en')[asked] ?? form(question('name', 'en'), 'en'));
        const space = await kiosk.page.evaluate(() => {
          const boxOf = (of: string): DOMRect => {
            const found = document.querySelector(of);
            if (found === null) throw new Error(`There is no ${of}.`);
            return found.getBoundingClientRect();
          };
          const [title, answers] = [boxOf('h1'), boxOf('.options, .rating')];
          return {
            above: title.top - boxOf('.band').bottom,
            between: answers.top - title.bottom,
            below: boxOf('.foot').top - answers.bottom,
          };
        });
        expect({ asked, ...space, uneven: Math.abs(space.above - space.below) }).toMatchObject({
          above: expect.toSatisfy((px: number) => px > 40),
          between: expect.toSatisfy((px: number) => px < 160),
          uneven: expect.toSatisfy((px: number) => px < 40),
        });
      }
    }
  });

  it('show the progress as a line', async () => {
    const filled = (): Promise<number> =>
      kiosk.page.evaluate(() => {
        const [line, done] = ['.band-progress', '.band-progress > div'].map((of) => document.querySelector(of));
        return (done?.clientWidth ?? 0) / (line?.clientWidth ?? 1);
      });
    await show(form(question('fasting', 'en', { type: 6 }), 'en', { step: { index: 3, count: 4 } }));
    expect(await filled()).toBeCloseTo(0.75);
    await show(form(question('fasting', 'en', { type: 6 }), 'en', { step: { index: 1, count: 1 } }));
    expect(await kiosk.page.locator('.band-progress').count()).toBe(0);
  });
});

describe('the way through', () => {
  it('is left out where no answer is needed, and only there', async () => {
    await show(form(question('name', 'en', { required: false }), 'en'));
    expect(await answer('Skip')).toEqual({ questionId: 'name' });
    await show(form(question('about', 'en'), 'en'));
    expect(await key('Skip').count()).toBe(0);
    expect(await answer()).toEqual({ questionId: 'about', answer: [] });
  });

  it('leads back with what is written so far', async () => {
    await show(form(question('name', 'en'), 'en', { answer: ['x'] }));
    await taps('a', 'Back');
    await vi.waitFor(() => expect(kiosk.host.callsOf('backInForm')).toEqual([{ questionId: 'name', answer: ['xa'] }]), {
      timeout: 30_000,
    });
  });

  it('says what is wrong until the answer is changed, and keeps what was written', async () => {
    await show(form(question('name', 'en', { mask: 3 }), 'en', { fault: 'format' }));
    expect(await kiosk.page.getByRole('alert').textContent()).toBe('Please type letters only.');
    await taps('A');
    expect(await kiosk.page.getByRole('alert').count()).toBe(0);
    // The host repeats its state when anything changes, such as the queues.
    await show(form(question('name', 'en', { mask: 3 }), 'en', { fault: 'format' }));
    expect(await kiosk.page.getByRole('alert').count()).toBe(0);
    expect(await line().textContent()).toBe('A');
  });

  it('begins anew with each question', async () => {
    await show(form(question('name', 'en'), 'en'));
    await taps('A');
    await show(form(question('file', 'en'), 'en', { answer: ['B'] }));
    expect(await line().textContent()).toBe('B');
    expect(await kiosk.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('takes the second touch of a hasty finger for one', async () => {
    await show(form(question('name', 'en', { required: false }), 'en'));
    await kiosk.page.evaluate(() => {
      const touchAgain = new MutationObserver(() => {
        if (document.querySelector('[data-screen="form-file"]') === null) return;
        touchAgain.disconnect();
        document.querySelector<HTMLElement>('.steps .nav:last-child')?.click();
      });
      touchAgain.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    await show(form(question('file', 'en', { required: false }), 'en'));
    await kiosk.page.locator('.steps .nav[aria-disabled="false"]').first().waitFor();
    expect(kiosk.host.callsOf('skipQuestion')).toEqual([]);
    expect(await answer('Skip')).toEqual({ questionId: 'file' });
  });
});

describe('a real keyboard', () => {
  it('writes, wipes out and goes on', async () => {
    await show(form(question('name', 'en'), 'en'));
    await kiosk.page.keyboard.type('Ana Sx');
    await kiosk.page.keyboard.press('Backspace');
    expect(await line().textContent()).toBe('Ana S');
    kiosk.host.forgetCalls();
    await kiosk.page.keyboard.press('Enter');
    await vi.waitFor(
      () => expect(kiosk.host.callsOf('answerQuestion')).toEqual([{ questionId: 'name', answer: ['Ana S'] }]),
      { timeout: 30_000 },
    );
  });

  it('writes no letters where digits are asked', async () => {
    await show(form(question('file', 'en', { type: 8 }), 'en'));
    await kiosk.page.keyboard.type('+351 x21');
    expect(await line().textContent()).toBe('+351 21');
  });

  it('works with arrows and Enter alone', async () => {
    await show(form(question('name', 'en'), 'en', { answer: ['x'] }));
    await key('g').focus();
    await kiosk.page.keyboard.press('Enter');
    await kiosk.page.keyboard.press('ArrowRight');
    await kiosk.page.keyboard.press('Space');
    expect(await line().textContent()).toBe('xgh');
    expect(kiosk.host.callsOf('answerQuestion')).toEqual([]);
  });
});

describe('a reader that types', () => {
  /** Keys as a browser tells them, at these times. */
  function type(text: string, gapMs: number): Promise<void> {
    return kiosk.page.evaluate(
      ([keys, gap]) => {
        // All of it was typed before the page came round to it.
        const start = performance.now() - 2_000;
        for (const [index, each] of keys.entries()) {
          const event = new KeyboardEvent('keydown', { key: each, bubbles: true, cancelable: true });
          Object.defineProperty(event, 'timeStamp', { value: start + index * gap });
          document.body.dispatchEvent(event);
        }
      },
      [[...text].concat('Enter'), gapMs] as const,
    );
  }

  it('leaves nothing of a card in the answer, and does not send it off', async () => {
    // Its keys are from before those that another test has typed.
    await kiosk.anew();
    await show(form(question('name', 'en'), 'en', { answer: ['x'] }), 'en', USUAL_RHYTHM);
    kiosk.host.forgetCalls();
    await type('CARD-0001', 12);
    await vi.waitFor(() => expect(kiosk.host.callsOf('cardText')).toEqual([{ text: 'CARD-0001' }]), {
      timeout: 30_000,
    });
    await kiosk.page.keyboard.press('y');
    await expect.poll(() => line().textContent()).toBe('xy');
    expect(kiosk.host.callsOf('answerQuestion')).toEqual([]);
  });

  it('does not keep a person from typing', async () => {
    await show(form(question('name', 'en'), 'en'), 'en', USUAL_RHYTHM);
    await kiosk.page.keyboard.type('Ana', { delay: 130 });
    await expect.poll(() => line().textContent()).toBe('Ana');
  });
});
