/** What eSpeak NG makes of the kiosk's own words, in each language in which it is asked for them. `npm test` installs it. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { espeak } from '../../../main/kiosk/voice/espeak.ts';
import { japaneseReader } from '../../../main/kiosk/voice/reading/japanese.ts';
import { readingsOf } from '../../../main/kiosk/voice/reading/readers.ts';
import type { SpeechProgram } from '../../../main/kiosk/voice/run-program.ts';
import { entries, FOLDERS, readTexts } from '../../helpers/locale-texts.ts';
import { IS_WHOLE } from '../../helpers/whole.ts';
import { hear } from '../readers/hear.ts';

/** Japanese is read by a dictionary of its own. */
const OFFERED = FOLDERS.filter((language) => language !== 'ja' || existsSync('/var/lib/mecab/dic/ipadic-utf8/sys.dic'));
/** Texts that it reads at once; the program lets it take five seconds. */
const AT_ONCE = 24;
const always = new AbortController().signal;

function textsOf(language: string, file: string): readonly { readonly key: string; readonly text: string }[] {
  return entries(readTexts(language, file)).map(([key, text]) => ({ key, text }));
}

describe.skipIf(!existsSync('/usr/bin/espeak-ng'))('the voice of this computer', () => {
  const program = espeak();
  const say = (text: string, language: string, rate = 1): Promise<Uint8Array | null> =>
    program.say({ text, language, rate }, always);

  it('is asked for all languages of visitors, for Japanese where there is a dictionary', async () => {
    expect(FOLDERS).toHaveLength(17);
    expect(await program.languages(FOLDERS)).toEqual(OFFERED);
    const without = new Map([['ja', japaneseReader(readingsOf('ja'), 'mecab-that-is-not-here')]]);
    expect(await espeak('espeak-ng', without).languages(['de', 'ja', 'he'])).toEqual(['de', 'he']);
  });

  it.each(OFFERED)('is heard in %s as in any other language, sentence and number', async (language) => {
    const [sentence, number] = await Promise.all([
      say(textsOf(language, 'speech').find(({ key }) => key === 'speech.welcome.keys')?.text ?? '', language),
      say('A, 0, 4, 3', language, 0.6),
    ]);
    for (const [sound, least] of [[sentence, 3] as const, [number, 1.5] as const]) {
      const heard = hear(sound);
      expect(heard.seconds).toBeGreaterThan(least);
      expect(heard.seconds).toBeLessThan(20);
      expect(heard.silenceBefore).toBeLessThan(0.3);
      expect(heard.silenceBehind).toBeLessThan(1);
      expect(heard.loudness).toBeGreaterThan(0.04);
      expect(heard.loudness).toBeLessThan(0.4);
      expect(heard.peak).toBeLessThan(1);
    }
  });

  /** It gives the sounds that it makes of a text in letters of phonetics, without making them. */
  async function programThatSpells(): Promise<SpeechProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'sounds-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = join(folder, 'espeak-ng');
    const lines = [
      '#!/bin/sh',
      'case "$*" in *--voices*) exec espeak-ng --voices ;; esac',
      'for each do shift; [ "$each" = --stdout ] || set -- "$@" "$each"; done',
      'exec espeak-ng -q --ipa "$@"',
    ];
    await writeFile(script, `${lines.join('\n')}\n`, { mode: 0o755 });
    return espeak(script);
  }

  it.each(OFFERED)('reads what the kiosk says in %s by its own rules, with all its vowels', async (language) => {
    const texts = (IS_WHOLE ? ['kiosk', 'speech'] : ['speech']).flatMap((file) => textsOf(language, file));
    const visitors = texts.filter(({ key }) => !key.startsWith('panel.')).map(({ text }) => text);
    const program = await programThatSpells();
    let said = '';
    for (let from = 0; from < visitors.length; from += AT_ONCE) {
      const some = visitors.slice(from, from + AT_ONCE).join('\n\n');
      const spelled = await program.say({ text: some.replaceAll(/\{\{\w+\}\}/g, '3'), language, rate: 1 }, always);
      said += Buffer.from(spelled ?? []).toString('utf8');
    }
    // `(en)` begins what it can read as English alone, such as the names of the letters of others.
    const words = said.split(/[\s|]+/).filter((word) => /\p{L}/u.test(word));
    expect(words.length).toBeGreaterThan(80);
    expect((said.match(/\(en\)/g) ?? []).length / words.length).toBeLessThan(0.02);
    const plain = said.normalize('NFD').replaceAll(/\([a-z-]+\)|\p{M}|[ˈˌːʲʰʷˤ\d_^-]/gu, '');
    const letters = plain.replaceAll(/dʒ|tʃ|tɕ|dʑ|ts|dz/g, 'c').match(/\p{L}/gu) ?? [];
    const vowels = letters.filter((letter) => 'aeiouyɐɑɒæɛəɜɪɔøœɵʉʊʌɯɨɤɘɚɝɞɶᵻ'.includes(letter));
    expect(vowels.length / letters.length).toBeGreaterThan(0.38);
  });
});
