import type { TFunction } from 'i18next';
import { spokenWait } from '../../../main/contract/wait.ts';
import { opening } from '../../shared/time.ts';

/** `about 5–10 min`; empty when nothing is known. */
export function waitText(waitSeconds: number | null, t: TFunction): string {
  if (waitSeconds === null) return '';
  if (waitSeconds <= 0) return t('wait.now');
  const said = spokenWait(waitSeconds);
  if (said.kind === 'minutes') return t('wait.minutes', { minutes: said.minutes });
  const { hours, minutes } = said;
  return minutes === 0 ? t('wait.wholeHours', { hours }) : t('wait.hours', { hours, minutes });
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
