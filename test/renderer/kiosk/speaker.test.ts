import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Outlet, SpeechAudience } from '../../../renderer/kiosk/speech/audio-routing.ts';
import { recordedWords } from '../../../renderer/kiosk/speech/recorded-words.ts';
import { createSpeaker, type Utterance, type Voice } from '../../../renderer/kiosk/speech/speaker.ts';

/** Speaks these languages, each thing until the test lets it end. */
function voice(languages: readonly string[], isFit = true, audience: SpeechAudience = 'visitor') {
  const heard: (Utterance & { volume: number; rate: number; wasCut: boolean })[] = [];
  let end: (() => void) | null = null;
  const it: Voice = {
    speaks: (lang) => languages.includes(lang),
    audience: () => audience,
    say: (utterance, manner, signal) => {
      if (!isFit) return Promise.resolve(false);
      const said = { ...utterance, ...manner, wasCut: false };
      heard.push(said);
      return new Promise((resolve) => {
        end = () => resolve(true);
        signal.addEventListener('abort', () => {
          said.wasCut = true;
          resolve(true);
        });
      });
    },
  };
  return { it, heard, ends: () => end?.() };
}

const words = (text: string, lang = 'en'): Utterance => ({ text, lang });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a kiosk that speaks', () => {
  it('speaks one text after another, and stops an interrupted one', async () => {
    const { it: own, heard, ends } = voice(['en']);
    const speaker = createSpeaker([own]);
    void speaker.say([words('one'), words('two')]);
    await turn();
    ends();
    await turn();
    expect(heard.map(({ text }) => text)).toEqual(['one', 'two']);
    void speaker.say([words('three')]);
    await turn();
    expect(heard.slice(1).map(({ text, wasCut }) => [text, wasCut])).toEqual([
      ['two', true],
      ['three', false],
    ]);
    void speaker.add([words('four')]);
    await turn();
    expect(heard).toHaveLength(3);
    ends();
    await turn();
    expect(heard.at(-1)?.text).toBe('four');
  });

  it('uses the first available voice for the language', async () => {
    const broken = voice(['en', 'de'], false);
    const first = voice(['en']);
    const second = voice(['en', 'de']);
    const speaker = createSpeaker([broken.it, first.it, second.it]);
    void speaker.say([words('hello')]);
    await turn();
    void speaker.say([words('hallo', 'de')]);
    await turn();
    expect(first.heard.map(({ text }) => text)).toEqual(['hello']);
    expect(second.heard.map(({ text }) => text)).toEqual(['hallo']);
    expect([speaker.speaks('de'), speaker.speaks('fr')]).toEqual([true, false]);
  });

  it('says at least the number of a ticket in recorded words, where no voice speaks the language', async () => {
    const played: string[][] = [];
    let audience: SpeechAudience = 'visitor';
    const loudspeaker = {
      isOpen: signal(true),
      open: () => undefined,
      chime: () => Promise.resolve(),
      play: (files: readonly string[]) => Promise.resolve(played.push([...files]) > 0),
    };
    const words = { a: 'a.mp3', '0': '0.mp3', '4': '4.mp3' };
    const recorded = {
      recordings: () => Promise.resolve({ pt: { words, phrase: '' } }),
      addressOf: (language: string, file: string) => `${language}/${file}`,
    };
    const outlet = { lead: () => Promise.resolve(), own: () => audience } as unknown as Outlet;
    const speaker = createSpeaker([recordedWords(outlet, loudspeaker, [recorded])]);
    const number = { text: 'A, 0, 4', lang: 'pt-PT', number: 'A04' };
    await speaker.say([{ text: 'A sua senha', lang: 'pt-PT' }, number, { ...number, text: 'B, 0, 4', number: 'B04' }]);
    expect(played).toEqual([['pt/a.mp3', 'pt/0.mp3', 'pt/4.mp3']]);
    expect(speaker.speaks('pt-PT')).toBe(false);
    audience = 'nobody';
    await speaker.say([number]);
    expect(played).toHaveLength(1);
  });

  it('plays recordings in a language without a voice, and for input only the count', async () => {
    const played: string[][] = [];
    const loudspeaker = {
      isOpen: signal(true),
      open: () => undefined,
      chime: () => Promise.resolve(),
      play: (files: readonly string[]) => Promise.resolve(played.push([...files]) > 0),
    };
    const listed = (folder: string, ...words: readonly string[]) => ({
      recordings: () =>
        Promise.resolve({ he: { words: Object.fromEntries(words.map((word) => [word, `${word}.mp3`])), phrase: '' } }),
      addressOf: (language: string, file: string) => `${folder}/${language}/${file}`,
    });
    const outlet = { lead: () => Promise.resolve(), own: () => 'visitor' } as unknown as Outlet;
    const recorded = recordedWords(outlet, loudspeaker, [
      listed('house', 'רשות האוכלוסין', 'ממתינים', 'תווים'),
      listed('shipped', 'a', '0', '3', '4'),
    ]);
    const speaker = createSpeaker([recorded], { pronounce: (text) => text.replace('רשות', 'אחרת') });
    const said = words('רשות האוכלוסין', 'he');
    expect(speaker.says(said)).toBe(false);
    await recorded.learn();
    expect([speaker.says(said), speaker.says(words('שלום', 'he')), speaker.speaks('he')]).toEqual([true, false, false]);
    await speaker.say([
      said,
      words('שלום', 'he'),
      words('3 ממתינים', 'he'),
      { ...words('a4', 'he'), aloud: '3 תווים' },
      { ...words('A, 0, 4', 'he'), number: 'A04' },
    ]);
    expect(played).toEqual([
      ['house/he/רשות האוכלוסין.mp3'],
      ['shipped/he/3.mp3', 'house/he/ממתינים.mp3'],
      ['shipped/he/3.mp3', 'house/he/תווים.mp3'],
      ['shipped/he/a.mp3', 'shipped/he/0.mp3', 'shipped/he/4.mp3'],
    ]);
  });

  it('is silent for the wrong audience, and only counts input near others', async () => {
    const inTheHall = voice(['en'], true, 'nobody');
    const own = voice(['en']);
    const told: boolean[] = [];
    const typed = { ...words('Ada'), aloud: '3 characters' };
    const both = createSpeaker([inTheHall.it, own.it]);
    void both.say([typed]);
    await turn();
    expect([inTheHall.heard, own.heard.map(({ text }) => text)]).toEqual([[], ['Ada']]);

    const alone = createSpeaker([inTheHall.it], { onSaid: (isHeard) => told.push(isHeard) });
    await alone.say([typed, words('two')]);
    expect(inTheHall.heard).toEqual([]);
    expect([alone.knows('en'), alone.speaks('en'), told]).toEqual([true, false, [false]]);
    void alone.say([{ ...words('As loud as this'), isTrial: true }]);
    await turn();
    inTheHall.ends();
    await turn();
    expect(inTheHall.heard.map(({ text }) => text)).toEqual(['As loud as this']);
    expect(told).toEqual([false, true]);

    const aloud = voice(['en'], true, 'hall');
    void createSpeaker([aloud.it]).say([typed]);
    await turn();
    expect(aloud.heard.map(({ text }) => text)).toEqual(['3 characters']);
  });

  it('uses the configured pronunciation of words', async () => {
    const { it: own, heard } = voice(['en']);
    void createSpeaker([own], { pronounce: (text) => text.replace('Hbf', 'Station') }).say([words('To Hbf')]);
    await turn();
    expect(heard[0]?.text).toBe('To Station');
  });

  it('starts with the configured volume for each visitor', async () => {
    const { it: own, heard } = voice(['en']);
    let start = 1;
    const speaker = createSpeaker([own], { startVolume: () => start });
    void speaker.say([words('soft')]);
    await turn();
    expect(speaker.turn('volume', -1)).toEqual({ step: 1, steps: 6 });
    start = 6;
    speaker.reset();
    void speaker.say([words('loud')]);
    await turn();
    expect(heard.map(({ volume }) => volume)).toEqual([0.1, 1]);
  });

  it('gets louder and slower by steps that have an end, says numbers slower, and is as before for who comes next', async () => {
    const { it: own, heard } = voice(['en']);
    const speaker = createSpeaker([own]);
    void speaker.say([words('safe')]);
    await turn();
    for (let press = 0; press < 9; press += 1) speaker.turn('volume', 1);
    expect(speaker.turn('volume', 1)).toEqual({ step: 6, steps: 6 });
    expect(speaker.turn('speed', -1)).toEqual({ step: 2, steps: 6 });
    void speaker.say([{ ...words('A, 0, 1'), isSlow: true }]);
    await turn();
    speaker.reset();
    void speaker.say([words('safe again')]);
    await turn();
    const [safe, number, again] = heard;
    expect(number?.volume).toBe(1);
    expect(number?.rate).toBeLessThan(safe?.rate ?? 0);
    expect(again).toMatchObject({ volume: safe?.volume, rate: safe?.rate });
    expect(safe?.volume).toBeLessThan(0.5);
  });
});
