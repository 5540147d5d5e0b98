/** Formats of the time on printed tickets. */
import type { TFunction } from 'i18next';

/** Stored format by hours of the clock. */
export const TIME_FORMATS = { hours24: 'HH:mm', hours12: 'hh:mm a' } as const;

/** Words for a format; a custom one stays as it is. */
export function timeFormatWords(t: TFunction, format: string): string {
  if (format === TIME_FORMATS.hours24) return t('enum.timeformat.24');
  return format === TIME_FORMATS.hours12 ? t('enum.timeformat.12') : format;
}
