/** Mails about queue alerts, in the location's language. */
import type { Log } from '../../lib/context.ts';
import { matchLanguage } from '../../lib/language.ts';
import { STAFF_LANGUAGES } from '../../lib/languages.ts';
import { serverText } from '../../lib/server-texts.ts';
import type { NewMail } from '../../mail/operations/mail-records.ts';
import type { MailQueue } from '../../mail/service/enqueue-mail.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { limitValues } from '../contract/limit-values.ts';
import type { LimitAlarm } from '../contract/limits.ts';

interface LimitMailDeps {
  readonly site: SiteHolder;
  readonly post: Pick<MailQueue, 'isSetUp' | 'written'>;
  readonly log: Log;
}

/** Mails about an alert that begins or ends; empty without recipients. */
export type LimitMails = (alarm: LimitAlarm) => readonly NewMail[];

export function createLimitMails({ site, post, log }: LimitMailDeps): LimitMails {
  return ({ locationId, number, serviceId, kind, bound, worst, since, endedAt }) => {
    const current = site.current();
    const location = current.location(locationId);
    if (location === undefined || location.alarm_mails.length === 0 || !post.isSetUp()) return [];
    const language = location.languages[0] ?? current.settings.default_lang;
    const service = serviceId === '' ? undefined : current.service(serviceId);
    const clock = (at: number): string =>
      new Intl.DateTimeFormat(language.replaceAll('_', '-'), {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: location.timezone,
      }).format(at);
    const place = current.locationName(location, language);
    const values = {
      place: service === undefined ? place : `${place}, ${current.serviceText(service, language).name}`,
      limit: serverText(
        language,
        'mail',
        `limit_${kind}`,
        limitValues({ kind, bound, worst }, matchLanguage(language, STAFF_LANGUAGES) ?? 'en'),
      ),
      since: clock(since),
      ended: endedAt === null ? '' : clock(endedAt),
    };
    const name = endedAt === null ? 'limitRaised' : 'limitEnded';
    const mails = post.written({
      kind: 'alarm',
      to: location.alarm_mails,
      subject: serverText(language, 'mail', `${name}Subject`, values),
      text: serverText(language, 'mail', `${name}Text`, values),
      key: JSON.stringify(['limit', locationId, number, endedAt === null ? 'raised' : 'ended']),
    });
    if (!mails.ok) log.warn('queue-alerts.mail-failed', { errno: mails.error.errno });
    return mails.ok ? mails.value : [];
  };
}
