import type { TFunction } from 'i18next';
import type { Fault } from '../model/schema.ts';

/** What is wrong, as a sentence. The server's own words are English and stay so. */
export function faultText(t: TFunction, { key, values = {}, words }: Fault): string {
  return words ?? t(`faults.${key}`, values);
}
