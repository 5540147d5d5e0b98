/** Arabic numbers, with their vowels. Pure. */

/** Of what is masculine; from three on with the ending that looks feminine. */
const MASCULINE = 'صِفْر وَاحِد اِثْنَان ثَلَاثَة أَرْبَعَة خَمْسَة سِتَّة سَبْعَة ثَمَانِيَة تِسْعَة عَشَرَة'.split(' ');
const FEMININE = 'صِفْر وَاحِدَة اِثْنَتَان ثَلَاث أَرْبَع خَمْس سِتّ سَبْع ثَمَانِي تِسْع عَشْر'.split(' ');
const TEENS_MASCULINE = 'أَحَدَ اِثْنَا ثَلَاثَةَ أَرْبَعَةَ خَمْسَةَ سِتَّةَ سَبْعَةَ ثَمَانِيَةَ تِسْعَةَ'.split(' ');
const TEENS_FEMININE = 'إِحْدَى اِثْنَتَا ثَلَاثَ أَرْبَعَ خَمْسَ سِتَّ سَبْعَ ثَمَانِيَ تِسْعَ'.split(' ');
const TENS = 'عِشْرُونَ ثَلَاثُونَ أَرْبَعُونَ خَمْسُونَ سِتُّونَ سَبْعُونَ ثَمَانُونَ تِسْعُونَ'.split(' ');
const HUNDREDS = 'مِئَة مِئَتَان ثَلَاثُمِئَة أَرْبَعُمِئَة خَمْسُمِئَة سِتُّمِئَة سَبْعُمِئَة ثَمَانِيمِئَة تِسْعُمِئَة'.split(' ');
const THOUSANDS = 'أَلْف|أَلْفَان|ثَلَاثَةُ آلَاف|أَرْبَعَةُ آلَاف|خَمْسَةُ آلَاف|سِتَّةُ آلَاف|سَبْعَةُ آلَاف|ثَمَانِيَةُ آلَاف|تِسْعَةُ آلَاف'.split('|');
/** "The third", of hours. */
const HOURS =
  'الصِّفْر|الْوَاحِدَة|الثَّانِيَة|الثَّالِثَة|الرَّابِعَة|الْخَامِسَة|السَّادِسَة|السَّابِعَة|الثَّامِنَة|التَّاسِعَة|الْعَاشِرَة|الْحَادِيَةَ عَشْرَة|الثَّانِيَةَ عَشْرَة|الثَّالِثَةَ عَشْرَة|الرَّابِعَةَ عَشْرَة|الْخَامِسَةَ عَشْرَة|السَّادِسَةَ عَشْرَة|السَّابِعَةَ عَشْرَة|الثَّامِنَةَ عَشْرَة|التَّاسِعَةَ عَشْرَة|الْعِشْرُون|الْحَادِيَةُ وَالْعِشْرُون|الثَّانِيَةُ وَالْعِشْرُون|الثَّالِثَةُ وَالْعِشْرُون'.split(
    '|',
  );
const MOST = 9999;

/** One, two, three to ten, and more of them, where they follow "about" or "before". */
const UNITS: Readonly<Record<string, readonly [one: string, two: string, few: string, many: string]>> = {
  minutes: ['دَقِيقَةٍ وَاحِدَةٍ', 'دَقِيقَتَيْنِ', 'دَقَائِقَ', 'دَقِيقَةً'],
  hours: ['سَاعَةٍ وَاحِدَةٍ', 'سَاعَتَيْنِ', 'سَاعَاتٍ', 'سَاعَةً'],
};

/**
 * @param manner `m` and `f` count something of that gender, `fg` where it follows a preposition, `minutes` and `hours` these; else it is a
 *   number by itself
 */
export function arabicNumber(written: string, manner: string): string {
  const [least = '', most] = written.split('–');
  // "Five to ten": what is counted stands behind the second.
  if (most !== undefined) return `${leastOf(Number(least), manner)} إِلَى ${arabicNumber(most, manner)}`;
  const [hours, minutes] = written.split(':');
  if (minutes !== undefined) {
    const hour = HOURS[Number(hours)] ?? '';
    return Number(minutes) === 0 ? hour : `${hour} ${joined(cardinal(Number(minutes), true))} دَقِيقَة`;
  }
  const value = Number(written);
  if (value > MOST || /^0\d/.test(written))
    return [...written].map((digit) => cardinal(Number(digit), false)).join(' ');
  const unit = UNITS[manner];
  if (unit !== undefined) {
    if (value === 1 || value === 2) return unit[value - 1] ?? '';
    return `${oblique(counting(cardinal(value, true)))} ${isFew(value) ? unit[2] : unit[3]}`;
  }
  if (manner === 'fg') return oblique(counting(cardinal(value, true)));
  return manner === '' || manner === 'n' ? cardinal(value, false) : counting(cardinal(value, manner === 'f'));
}

function leastOf(value: number, manner: string): string {
  const unit = UNITS[manner];
  if (unit !== undefined && value === 1) return unit[0].split(' ')[0] ?? '';
  if (unit !== undefined && value === 2) return unit[1];
  return oblique(counting(cardinal(value, manner !== 'm')));
}

function cardinal(value: number, isFeminine: boolean): string {
  const below = value % 100;
  const parts = [THOUSANDS[Math.floor(value / 1000) - 1] ?? '', HUNDREDS[(Math.floor(value / 100) % 10) - 1] ?? ''];
  if (value === 0 || below > 0) parts.push(belowHundred(below, isFeminine));
  const said = parts.filter((part) => part !== '');
  return said.map((part, at) => (at === 0 ? part : joined(part))).reduce(linked);
}

function belowHundred(value: number, isFeminine: boolean): string {
  const units = isFeminine ? FEMININE : MASCULINE;
  if (value <= 10) return units[value] ?? '';
  const teens = isFeminine ? TEENS_FEMININE : TEENS_MASCULINE;
  if (value < 20) return `${teens[value - 11] ?? ''} ${isFeminine ? 'عَشْرَة' : 'عَشَر'}`;
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  const unit = value % 10 === 1 && isFeminine ? 'إِحْدَى' : (units[value % 10] ?? '');
  return value % 10 === 0 ? tens : linked(unit, joined(tens));
}

/** With the ending that the first of them has when another follows. */
function linked(first: string, second: string): string {
  if (/[ىيَ]$/u.test(first)) return `${first} ${second}`;
  return `${first}${first.endsWith('ان') ? 'ِ' : 'ٌ'} ${second}`;
}

/** With the ending that it has before what it counts. */
function counting(number: string): string {
  if (/(?:ي|ونَ)$/u.test(number)) return number;
  return number.endsWith('عَشَر') || number.endsWith('عَشْرَة') ? `${number}َ` : `${number}ُ`;
}

function isFew(value: number): boolean {
  const below = value % 100;
  return below >= 3 && below <= 10;
}

/** As it is after a preposition. */
function oblique(number: string): string {
  return number
    .replaceAll('ٌ', 'ٍ')
    .replace(/ُ$/u, 'ِ')
    .replace(/ُونَ$/u, 'ِينَ')
    .replace(/^اِثْن(تَ|َ)ا/u, 'اِثْن$1يْ');
}

function joined(words: string): string {
  // The alef of "two" is not said behind it.
  return `وَ${words.startsWith('ا') && !words.startsWith('ال') ? words.replace(/^ا\p{M}*/u, '') : words}`;
}
