/**
 * What the kiosk says in the languages that are written without what a voice has to know: the vowels of Hebrew and Arabic, the sounds of
 * Japanese characters. No native speaker has heard it; here stands what can be compared.
 */
import { describe, expect, it } from 'vitest';
import { hebrewSounds } from '../../../main/kiosk/voice/reading/hebrew.ts';
import { japaneseReader } from '../../../main/kiosk/voice/reading/japanese.ts';
import { readingsOf } from '../../../main/kiosk/voice/reading/readers.ts';
import { arabicReader, hebrewReader } from '../../../main/kiosk/voice/reading/spelled-sounds.ts';
import { entries, readTexts } from '../../helpers/locale-texts.ts';

const READERS = { he: hebrewReader(readingsOf('he')), ar: arabicReader(readingsOf('ar')) };
const always = new AbortController().signal;
/** What stands where a text is filled in by words, not by a number. */
const WORDS = /\{\{(?:name|value|number|example|language|usual|text|letter|time)\}\}/g;

/** All that a visitor may hear of the program itself. */
function heardAtKiosks(language: string): readonly string[] {
  return ['kiosk', 'lookup', 'speech', 'simple']
    .flatMap((file) => entries(readTexts(language, file)))
    .filter(([key]) => !/^(?:kiosk\.)?panel\./.test(key))
    .map(([, text]) => text.replaceAll(WORDS, 'x').replaceAll(/\{\{\w+\}\}/g, '3'));
}

/** Lines of a list, without what says what they are about. */
function linesOf(language: string): readonly string[] {
  return readingsOf(language)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const readingOf = (line: string): string => line.split(' = ').at(-1) ?? '';

describe.each(['he', 'ar'] as const)('the words of a kiosk in %s', (language) => {
  const { read, unknown } = READERS[language];

  it('have all their vowels, each of them', () => {
    const heard = heardAtKiosks(language);
    expect(heard.length).toBeGreaterThan(290);
    expect(heard.flatMap(unknown)).toEqual([]);
    // Nothing but what is filled in is left to the voice.
    const left = heard.map((text) => read(text).replaceAll(/\[\[.*?\]\]/g, '')).join(' ');
    expect(left.replaceAll(/name@example\.org|Enter|QR|\bF\b|x/g, '')).not.toMatch(/\p{L}/u);
  });

  it('are those that stand on the screen, where a line does not say what it reads otherwise', () => {
    // A reading may leave out letters that stand for vowels alone.
    const bones = (text: string): string => text.replaceAll(/\p{M}|[ויא]|[״׳«»”“]/gu, '').replaceAll(/\{\w+\}/g, '{}');
    const other = linesOf(language)
      .filter((line) => line.includes(' = ') && !/ د |\{n\} |[\d׳״]/.test(line) && !/ [دسصمو] = /.test(line))
      .filter((line) => bones(line.split(' = ')[0] ?? '') !== bones(readingOf(line)));
    expect(other).toEqual([]);
  });
});

it('every Hebrew letter that needs it has its dot, every word its vowels', () => {
  const words = linesOf('he').flatMap(
    (line) =>
      readingOf(line)
        .normalize('NFD')
        .match(/[א-ת]\p{M}*(?:["״'׳]?[א-ת]\p{M}*)*/gu) ?? [],
  );
  expect(words.length).toBeGreaterThan(1000);
  expect(words.filter((word) => /ש(?!\p{M}*[\u05C1\u05C2])/u.test(word))).toEqual([]);
  // A consonant that is not the last has a vowel, a shva, or a letter behind it that stands for one.
  const bare = /[בגדזחטכלמנסעפצקרשת](?!\p{M}*[\u05B0-\u05BB\u05C7])\p{M}*(?=[^ורלי\p{M}])/u;
  expect(words.filter((word) => bare.test(word))).toEqual([]);
});

it('every Arabic letter that needs it has its vowel', () => {
  const words = linesOf('ar').flatMap(
    (line) =>
      readingOf(line)
        .normalize('NFC')
        .match(/[\u0621-\u064A\u064B-\u0652\u0670]+/gu) ?? [],
  );
  expect(words.length).toBeGreaterThan(900);
  // Before a long vowel, or as the lam of an article before a letter that is held, none is written; the last one of a foreign word has none.
  const bare = /[ءأإؤئبتثجحخدذرزسشصضطظعغفقكمنه](?![\u064B-\u0652\u0670])(?!$)/u;
  expect(words.filter((word) => bare.test(word))).toEqual([]);
});

describe('Hebrew', () => {
  const { read } = READERS.he;

  it.each([
    ['המספר שלך', "[[hamisp'aQ\" SelX'a]]"],
    ['נא לקחת את הפתק', "[[na lak'aXat ?'et hap'etek]]"],
    ['הפתק יוצא למטה.', "[[hap'etek jots'e lem'ata]] ."],
    // With its gender, as what it counts has it; in a phrase of its own where it is one or two.
    ['3 ממתינים', "[[SloS'a mamtin'im]]"],
    ['כ־1 דק׳', "[[kedak'a ?aX'at]]"],
    ['כ־2 דק׳', "[[keSt'e dak'ot]]"],
    ['כ־5–10 דק׳', `[[keXam'eS ?'ad ?'eseQ" dak'ot]]`],
    ['כ־45 דק׳', "[[ke?aQ\"ba?'im veXam'eS dak'ot]]"],
    ['שאלה 2 מתוך 3', "[[Se?el'a St'ajim mit'oX Sal'oS]]"],
    ['נפתח ביום שני בשעה 14:30.', "[[nift'aX bej'om Sen'i beSa?'a ?aQ\"b'a ?esQ\"'e veSloS'im]] ."],
    ['A, 0, 4, 3', "A,  [[?'efes]] ,  [[?aQ\"b'a]] ,  [[Sal'oS]]"],
    ['א', "[[?'alef]]"],
  ])('says %s as people do', (text, sounds) => {
    expect(read(text)).toBe(sounds);
  });

  it('knows common words of houses, with what is written before them; guesses others; says them as the house writes their vowels', () => {
    expect(read('דרכונים')).toBe('[[daQ"kon\'im]]');
    expect(read('הדרכון והתעודה')).toBe("[[hadaQ\"k'on vehate?ud'a]]");
    expect(read('צהרון')).toBe('[[tsahaQ"\'on]]');
    expect(read('מוֹעֲדוֹנִית')).toBe("[[mo?adon'it]]");
  });

  it('tells the stress where print does not', () => {
    expect(['אֶ֫פֶס', 'רוּחַ', 'מַיִם', 'מַדְפֶּסֶת', 'לָנוּ', 'דָּבָר'].map(hebrewSounds)).toEqual([
      "?'efes",
      'Q"\'uaX',
      "m'ajim",
      "madp'eset",
      "l'anu",
      'dav\'aQ"',
    ]);
  });
});

describe('Arabic', () => {
  const { read } = READERS.ar;

  it.each([
    // Endings within a phrase, none before a pause; the article is one with the word before it, and with letters of the sun.
    ['رقمك', "[[R'aqmuk]]"],
    ['رقمك الآن على هاتفك', "[[R'aqmuka l?'a:na A'ala: h'a:tifik]]"],
    ['يُرجى اختيار خدمة.', "[[j'uRdZa: Xtij'a:Ru X'idma]] ."],
    ['الطابعة مفتوحة', "[[?at[:a:b'iAatu maft'u:Ha]]"],
    ['3 أشخاص ينتظرون', "[[Tal'a:Tatu ?aSX'a:s[in jantaZiR'u:n]]"],
    ['11 شخصًا قبلك', "[[?'aHada A'aSaRa S'aXs[an q'ablak]]"],
    ['حوالي 1 د', "[[Haw'a:laj daq'i:qatin w'a:Hida]]"],
    ['حوالي 5 د', "[[Haw'a:laj X'amsi daq'a:?iq]]"],
    ['حوالي 1–5 د', "[[Haw'a:laj daq'i:qatin ?'ila: X'amsi daq'a:?iq]]"],
    ['حوالي 45 د', "[[Haw'a:laj X'amsin wa?aRbaA'i:na daq'i:qa]]"],
    ['نفتح غدًا الساعة 9:00.', "[[n'aftaHu Q'adan ?ass'a:Aata t:'a:siAa]] ."],
    ['A, 0, 4, 3', "A,  [[s['ifR]] ,  [[?'aRbaAa]] ,  [[Tal'a:Ta]]"],
  ])('says %s as news are read', (text, sounds) => {
    expect(read(text)).toBe(sounds);
  });

  it('knows common words of houses, with what is written before them; leaves others to the voice; says them as the house writes their vowels', () => {
    expect(read('الوثائق')).toBe("[[?alwaT'a:?iq]]");
    expect(read('للمواعيد والتأشيرات')).toBe("[[lilmawa:A'i:d wat:a?Si:R'a:t]]");
    // What belongs to what follows has the ending for it, in words that nobody has put together before.
    expect(read('بطاقات الهوية')).toBe("[[bit[a:q'a:tu lhuw'ijja]]");
    expect(read('المنطاد الكبير')).toBe("المنطاد [[?alkab'i:R]]");
    expect(read('الْمُنْطَادُ')).toBe("[[?almunt['a:d]]");
  });
});

describe('Japanese', () => {
  // Nothing is left for a dictionary: this one is not there.
  const list = japaneseReader(readingsOf('ja'), 'mecab-that-is-not-here');
  const read = (text: string): Promise<string | null> => list.read(text, always);

  it('has the sounds of all that a kiosk says', async () => {
    const heard = heardAtKiosks('ja');
    expect(heard.length).toBeGreaterThan(230);
    const silent = await Promise.all(heard.map(async (text) => ((await read(text)) === null ? [text] : [])));
    expect(silent.flat()).toEqual([]);
    const said = await Promise.all(heard.map(read));
    expect(said.filter((text) => /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text ?? ''))).toEqual([]);
  });

  it('reads the letters of sounds that stand on the screen as they are', () => {
    // But for vowels, which are held by a stroke, and for particles and sounds that are written in two ways.
    const sounds = (text: string): string =>
      text
        .normalize('NFKC')
        .replaceAll(/[ぁ-ん]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0x60))
        .replaceAll(/[アイウエオーハヘヲワズヅジヂ ]/g, '');
    const unlike = linesOf('ja').filter((line) => {
      const [written = '', said = ''] = line.split(' = ');
      const runs = sounds(written.replace('{n}つ', '')).match(/[ァ-ヶ]+/g) ?? [];
      return runs.some((run) => !sounds(said).includes(run));
    });
    expect(unlike).toEqual([]);
  });

  it.each([
    ['番号札をお取りください', 'バンゴーフダヲ オトリクダサイ'],
    ['1人待ち', 'ヒトリマチ'],
    ['4人待ち', 'ヨニンマチ'],
    ['約5–10分', 'ヤク ゴ カラ ジュップン'],
    ['約10分', 'ヤク ジュップン'],
    ['約4時間13分', 'ヤク ヨジカン ジューサンプン'],
    ['14:30から受付', 'ジューヨジ サンジュップン カラ ウケツケ'],
    ['A, 0, 4, 3', 'A ,  ゼロ ,  ヨン ,  サン'],
    ['は', 'は'],
  ])('says %s as people do', async (text, said) => {
    expect(await read(text)).toBe(said);
  });

  it('says nothing of a word that it has no sounds of', async () => {
    expect(await read('旅券')).toBeNull();
    expect(await list.isReady()).toBe(false);
  });
});

it('what a house writes is never taken for sounds', async () => {
  expect(READERS.he.read('[[_^_EN hello]] שלום')).toBe("_^_EN hello    [[Sal'om]]");
  expect(READERS.ar.read('[[x]]')).toBe('x');
  const list = japaneseReader(readingsOf('ja'), 'mecab-that-is-not-here');
  expect(await list.read('[[x]]', always)).toBe('x');
});
