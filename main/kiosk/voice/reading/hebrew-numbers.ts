/** Hebrew numbers, with their vowels. Pure. */

const FEMININE = 'אֶ֫פֶס אַחַת שְׁתַּ֫יִם שָׁלוֹשׁ אַרְבַּע חָמֵשׁ שֵׁשׁ שֶׁ֫בַע שְׁמוֹ֫נֶה תֵּ֫שַׁע עֶ֫שֶׂר'.split(' ');
const MASCULINE = 'אֶ֫פֶס אֶחָד שְׁנַ֫יִם שְׁלוֹשָׁה אַרְבָּעָה חֲמִשָּׁה שִׁשָּׁה שִׁבְעָה שְׁמוֹנָה תִּשְׁעָה עֲשָׂרָה'.split(' ');
const TEEN_FEMININE = 'אַחַת שְׁתֵּים שְׁלוֹשׁ אַרְבַּע חֲמֵשׁ שֵׁשׁ שְׁבַע שְׁמוֹנֶה תְּשַׁע'.split(' ');
const TEEN_MASCULINE = 'אַחַד שְׁנֵים שְׁלוֹשָׁה אַרְבָּעָה חֲמִשָּׁה שִׁשָּׁה שִׁבְעָה שְׁמוֹנָה תִּשְׁעָה'.split(' ');
const TENS = 'עֶשְׂרִים שְׁלוֹשִׁים אַרְבָּעִים חֲמִישִּׁים שִׁישִּׁים שִׁבְעִים שְׁמוֹנִים תִּשְׁעִים'.split(' ');
const HUNDREDS = 'מֵאָה|מָאתַ֫יִם|שְׁלוֹשׁ מֵאוֹת|אַרְבַּע מֵאוֹת|חֲמֵשׁ מֵאוֹת|שֵׁשׁ מֵאוֹת|שְׁבַע מֵאוֹת|שְׁמוֹנֶה מֵאוֹת|תְּשַׁע מֵאוֹת'.split('|');
const THOUSANDS = 'אֶ֫לֶף|אַלְפַּ֫יִם|שְׁלוֹשֶׁת אֲלָפִים|אַרְבַּ֫עַת אֲלָפִים|חֲמֵשֶׁת אֲלָפִים|שֵׁשֶׁת אֲלָפִים|שִׁבְעַת אֲלָפִים|שְׁמוֹנַת אֲלָפִים|תִּשְׁעַת אֲלָפִים'.split('|');
const MOST = 9999;

const UNITS: Readonly<Record<string, readonly [one: string, two: string, many: string]>> = {
  minutes: ['דַּקָּה אַחַת', 'שְׁתֵּי דַּקּוֹת', 'דַּקּוֹת'],
  hours: ['שָׁעָה אַחַת', 'שְׁעָתַ֫יִם', 'שָׁעוֹת'],
};

/** @param manner `m` and `f` count something of that gender, `minutes` and `hours` these; else it is a number by itself, which is feminine */
export function hebrewNumber(written: string, manner: string): string {
  const [least = '', most] = written.split('–');
  // "Five to ten": what is counted stands behind the second.
  if (most !== undefined) {
    const [one = ''] = UNITS[manner]?.[0].split(' ') ?? [];
    const from = one !== '' && least === '1' ? one : cardinal(Number(least), manner === 'm');
    return `${from} עַד ${hebrewNumber(most, manner)}`;
  }
  const [hours, minutes] = written.split(':');
  if (minutes !== undefined) {
    const hour = cardinal(Number(hours), false);
    return Number(minutes) === 0 ? hour : `${hour} ${joined(cardinal(Number(minutes), false))}`;
  }
  const value = Number(written);
  const unit = UNITS[manner];
  if (unit !== undefined) return value === 1 ? unit[0] : value === 2 ? unit[1] : `${cardinal(value, false)} ${unit[2]}`;
  // A code, a telephone, or what begins with zeros.
  if (value > MOST || /^0\d/.test(written))
    return [...written].map((digit) => cardinal(Number(digit), false)).join(' ');
  if (value === 2 && manner === 'm') return 'שְׁנֵי';
  if (value === 2 && manner === 'f') return 'שְׁתֵּי';
  return cardinal(value, manner === 'm');
}

function cardinal(value: number, isMasculine: boolean): string {
  const below = value % 100;
  const parts = [THOUSANDS[Math.floor(value / 1000) - 1] ?? '', HUNDREDS[(Math.floor(value / 100) % 10) - 1] ?? ''];
  if (value === 0 || below > 0) parts.push(belowHundred(below, isMasculine));
  const said = parts.filter((part) => part !== '');
  const last = said.pop() ?? '';
  // The last part has its "and", unless it has one within.
  const isAnded = said.length > 0 && (below <= 20 || below % 10 === 0);
  return [...said, isAnded ? joined(last) : last].join(' ');
}

function belowHundred(value: number, isMasculine: boolean): string {
  const units = isMasculine ? MASCULINE : FEMININE;
  if (value <= 10) return units[value] ?? '';
  const teens = isMasculine ? TEEN_MASCULINE : TEEN_FEMININE;
  if (value < 20) return `${teens[value - 11] ?? ''} ${isMasculine ? 'עָשָׂר' : 'עֶשְׂרֵה'}`;
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  return value % 10 === 0 ? tens : `${tens} ${joined(units[value % 10] ?? '')}`;
}

function joined(words: string): string {
  return `וְ${words}`;
}
