/** Preview of the next opening hours. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PREVIEW_OPENING_HOURS } from '../../../main/site/contract/preview-endpoints.ts';
import type { OpeningHoursAnswer } from '../../../main/site/contract/rest/previews.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, textOf } from '../model/item.ts';
import { serverFaults } from '../model/server-faults.ts';
import { clockTimeOf, dayName } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { faultText } from '../parts/fault-text.ts';

/** Until the hand rests. */
const REST_MS = 350;

/** What the opening hours mean from today on, as the server reckons: with holidays, and within those of the location. */
export function WeekPreview({
  text,
  location,
  isLocation,
  faultId,
}: {
  readonly text: string;
  readonly location: Item | null;
  readonly isLocation: boolean;
  readonly faultId: string;
}): JSX.Element | null {
  const { t, session, language, site } = useAdmin();
  const [answer, setAnswer] = useState<OpeningHoursAnswer | null>(null);
  const id = textOf(location, 'id');
  const timezone = textOf(location, 'timezone');
  const country = textOf(location, 'country');
  const isKnown = site.file.value?.locations.some((one) => one.id === id) === true;
  useEffect(() => {
    let isGone = false;
    const timer = window.setTimeout(() => {
      const asked = {
        schedule: text,
        timezone,
        country,
        ...(isKnown ? { location: id } : {}),
        ...(isLocation ? {} : { within_location: true }),
      };
      void session.rest.call(PREVIEW_OPENING_HOURS, asked).then((got) => {
        if (!isGone) setAnswer(got.ok ? got.value : null);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [text, id, timezone, country, isKnown, isLocation, session]);
  if (answer === null) return null;
  if (answer.fault !== '') {
    return (
      <p class="field-fault" id={faultId} role="alert">
        {serverFaults([`schedule: ${answer.fault}`]).map((fault) => faultText(t, fault))}
      </p>
    );
  }
  const lang = language.id.value;
  return (
    <section class="week-ahead" aria-label={t('hours.preview')}>
      <p class="week-ahead-head">
        <strong>{t('hours.preview')}</strong>
        <Badge kind={answer.open_now ? 'good' : 'off'}>{t(answer.open_now ? 'hours.open' : 'hours.closedNow')}</Badge>
        {answer.next_change !== '' && (
          <span class="soft">
            {t(answer.open_now ? 'hours.closes' : 'hours.opens', {
              day: dayName(answer.next_change.slice(0, 10), lang),
              time: clockTimeOf(answer.next_change, lang, answer.timezone),
            })}
          </span>
        )}
      </p>
      <ol>
        {answer.days.map(({ day, intervals }) => (
          <li key={day}>
            <span class="week-ahead-day">{dayName(day, lang)}</span>
            <span class="week-ahead-bar" aria-hidden="true">
              {intervals.map(({ from, to }) => (
                <span
                  key={from}
                  style={{ insetInlineStart: `${share(from)}%`, inlineSize: `${share(to) - share(from)}%` }}
                />
              ))}
            </span>
            <span class="week-ahead-times">
              {intervals.length === 0
                ? t('hours.closed')
                : intervals
                    .map(({ from, to }) => (from === '00:00' && to === '24:00' ? t('hours.allDay') : `${from}–${to}`))
                    .join(t('shared.comma'))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Of the day, in percent. */
function share(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Math.round(((hours * 60 + minutes) / 1440) * 1000) / 10;
}
