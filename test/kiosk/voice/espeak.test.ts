/** The real program, where it is installed; `npm test` installs it. What it says is measured, as an ear would hear it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { espeak } from '../../../main/kiosk/voice/espeak.ts';
import { hear } from '../readers/hear.ts';

const isThere = existsSync('/usr/bin/espeak-ng');
const always = new AbortController().signal;

/** Programs of that name that this process has started and not ended. */
function left(): number {
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));
  return children.filter((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return status.includes('Name:\tespeak-ng') && status.includes(`PPid:\t${process.pid}\n`);
    } catch {
      return false;
    }
  }).length;
}

describe.skipIf(!isThere)('the voice of this computer', () => {
  const program = espeak();
  const say = (text: string, language = 'en', rate = 1): Promise<Uint8Array | null> =>
    program.say({ text, language, rate }, always);

  it('is heard: soon, whole, neither faint nor distorted', async () => {
    const heard = hear(await say('Please take your ticket. Your number is A, 0, 4, 3.'));
    expect(heard.seconds).toBeGreaterThan(2);
    expect(heard.seconds).toBeLessThan(8);
    expect(heard.silenceBefore).toBeLessThan(0.3);
    expect(heard.silenceBehind).toBeLessThan(1);
    expect(heard.loudness).toBeGreaterThan(0.04);
    expect(heard.loudness).toBeLessThan(0.4);
    expect(heard.peak).toBeLessThan(1);
  });

  it('has the languages of the house, and says them differently', async () => {
    expect(await program.languages(['en', 'pt_PT', 'zh_CN', 'xx'])).toEqual(['en', 'pt_PT', 'zh_CN']);
    const [english, german] = await Promise.all([say('Station 43'), say('Station 43', 'de')]);
    expect(Buffer.compare(Buffer.from(english ?? []), Buffer.from(german ?? []))).not.toBe(0);
  });

  it('is as quick as it is wanted', async () => {
    const [slow, quick] = await Promise.all([
      say('One two three four five six', 'en', 0.6),
      say('One two three four five six', 'en', 2),
    ]);
    expect(hear(slow).seconds).toBeGreaterThan(1.5 * hear(quick).seconds);
  });

  it('says every text, and takes none for an option or for markup', async () => {
    for (const text of ['--version', '-x hello', '<voice name="de">seven</voice> "a" \n $(id)']) {
      expect(hear(await say(text)).seconds).toBeGreaterThan(0.3);
    }
    expect(await say('  ')).toBeNull();
    expect(await say('hello', 'xx')).toBeNull();
  });

  it('leaves nothing running of what nobody waits for', async () => {
    const stop = new AbortController();
    const long = program.say({ text: 'and so on '.repeat(2000), language: 'en', rate: 1 }, stop.signal);
    stop.abort();
    expect(await long).toBeNull();
    const other = espeak();
    await other.languages(['en']);
    const told = other.say({ text: 'and so on '.repeat(2000), language: 'en', rate: 1 }, always);
    other.close();
    await told;
    await expect.poll(left).toBe(0);
  });
});

it('a computer without the program has no voice, and says so', async () => {
  const none = espeak('espeak-ng-that-is-not-here');
  expect(await none.languages(['en'])).toEqual([]);
  expect(await none.say({ text: 'hello', language: 'en', rate: 1 }, always)).toBeNull();
});
