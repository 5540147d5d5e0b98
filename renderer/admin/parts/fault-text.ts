import type { TFunction } from 'i18next';
import type { FieldFault } from '../model/schema.ts';

/** A fault as a sentence. Messages of the server stay in English. */
export function faultText(t: TFunction, { key, values = {}, words }: FieldFault): string {
  return words ?? t(`faults.${key}`, values);
}
