import type { TFunction } from 'i18next';
import { spokenWait } from '../../main/wait-times/contract/wait.ts';

/** `about 5–10 min`, from the page's texts under `wait`; empty if unknown. @param seconds of the wait */
export function waitWords(seconds: number, t: TFunction): string {
  if (seconds <= 0) return '';
  const said = spokenWait(seconds);
  if (said.kind === 'minutes') return t('wait.minutes', { minutes: said.minutes });
  const { hours, minutes } = said;
  return minutes === 0 ? t('wait.wholeHours', { hours }) : t('wait.hours', { hours, minutes });
}
