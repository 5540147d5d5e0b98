/** In which order a language writes day, month and year. */
export type DatePart = 'year' | 'month' | 'day';

export function partsOf(lang: string): readonly DatePart[] {
  // Without a region English means that of most countries: the day first.
  const parts = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(0);
  return parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}
