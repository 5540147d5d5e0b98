/** Order of day, month and year in a language. */
export type DatePart = 'year' | 'month' | 'day';

export function partsOf(lang: string): readonly DatePart[] {
  // `en` alone uses the order of most countries: day first.
  const parts = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(0);
  return parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}
