import type { TFunction } from 'i18next';
import type { EventDevice } from '../../../main/events/contract/events.ts';
import { instant, number } from '../model/words.ts';

const MM_PER_M = 1000;

/** What a device said before it fell silent, as far as it says whether visitors still get tickets. */
export function lastWords(t: TFunction, { status }: EventDevice): string {
  return [
    status.printer === '' ? '' : t(`live.printer.${status.printer}`),
    status.offline_numbers === 0 ? '' : t('board.numbers', { count: status.offline_numbers }),
    status.paper_left === 0 ? '' : t('board.left', { count: status.paper_left }),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** Paper used since the last roll, and what is left of it; empty when nothing is known. */
export function paperWords(t: TFunction, { status }: EventDevice, lang: string): string {
  const metres = number(status.paper_used / MM_PER_M, lang, { maximumFractionDigits: 1 });
  return [
    status.roll_since === '' ? '' : t('board.used', { metres, time: instant(status.roll_since, lang) }),
    status.paper_left === 0 ? '' : t('board.left', { count: status.paper_left }),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}
