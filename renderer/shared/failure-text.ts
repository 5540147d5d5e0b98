import type { TFunction } from 'i18next';
import type { RestFailure } from './api-client.ts';

/** A failure as a sentence in the reader's language. A page can override a shared text by its own `errno.<number>`. */
export function failureText(t: TFunction, failure: RestFailure): string {
  if (failure.kind === 'away') return t('shared.away');
  const { errno } = failure;
  return t([`errno.${errno}`, `shared.errno.${errno}`, 'shared.errno.other']);
}
