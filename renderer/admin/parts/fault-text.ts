import type { TFunction } from 'i18next';
import type { FieldFault } from '../model/schema.ts';

/** What is wrong, as a sentence. The server's own words are English and stay so. */
export function faultText(t: TFunction, { key, values = {}, words }: FieldFault): string {
  return words ?? t(`faults.${key}`, values);
}
