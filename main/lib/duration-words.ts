/** Durations as people write them: `45 s`, `20 min`, `1 h 34`. */

/** Languages whose readers know the symbols s, min and h. */
const LATIN = /^(de|en|es|fr|pl|pt|tr|vi)(?![a-z])/i;

/** Maximum cached formats: three units of more languages than a site uses at once. */
const MAX_KEPT = 60;
const kept = new Map<string, Intl.NumberFormat>();

/** Cached, because each format takes kilobytes outside the heap, and a report has thousands of durations. */
function inUnit(value: number, unit: string, lang: string): string {
  const key = lang + unit;
  let format = kept.get(key);
  if (format === undefined) {
    const options = { style: 'unit', unit, numberingSystem: 'latn' } as const;
    format = new Intl.NumberFormat(lang.replaceAll('_', '-'), options);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, format);
  }
  return format.format(value);
}

/** Seconds below a minute, else whole minutes; with the units of the language. */
export function durationWords(seconds: number, lang: string): string {
  const whole = Math.max(0, Math.round(seconds));
  const isLatin = LATIN.test(lang);
  if (whole < 60) return isLatin ? `${whole} s` : inUnit(whole, 'second', lang);
  const minutes = Math.round(whole / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (!isLatin) {
    const words = [hours > 0 && inUnit(hours, 'hour', lang), rest > 0 && inUnit(rest, 'minute', lang)];
    return words.filter(Boolean).join(' ');
  }
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}
