import type { TFunction } from 'i18next';
import { waitMinutes } from '../../../main/contract/wait.ts';
import { opening } from '../../shared/time.ts';

const HOUR_MIN = 60;

/** `about 8 min`; empty when nothing is known. */
export function waitText(waitSeconds: number | null, t: TFunction): string {
  if (waitSeconds === null) return '';
  if (waitSeconds <= 0) return t('wait.now');
  const minutes = waitMinutes(waitSeconds);
  if (minutes < HOUR_MIN) return t('wait.minutes', { minutes });
  const hours = Math.floor(minutes / HOUR_MIN);
  const rest = minutes % HOUR_MIN;
  return rest === 0 ? t('wait.wholeHours', { hours }) : t('wait.hours', { hours, minutes: rest });
}

/** `Opens tomorrow at 09:00`; `prefix` is the family of sentences: of a service or of the whole house. */
export function opensText(
  opensAt: string | null,
  now: number,
  lang: string,
  timeZone: string,
  t: TFunction,
  prefix: 'opens' | 'closed',
): string {
  const when = opensAt === null ? null : opening(opensAt, now, lang, timeZone);
  return when === null ? t(`${prefix}.unknown`) : t(`${prefix}.${when.day}`, { ...when });
}
