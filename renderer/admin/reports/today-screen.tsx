/** Live figures of a location. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { durationWords } from '../../../main/lib/duration-words.ts';
import { REPORT_TODAY } from '../../../main/reports/contract/endpoints.ts';
import type { TodayAnswer } from '../../../main/reports/contract/rest/reports.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { numbers, type TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { serviceColours } from '../../shared/site-colours.ts';
import { wallClock } from '../../shared/time.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { hourRow } from '../charts/chart-frame.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLocations } from '../model/locations.ts';
import { address } from '../model/router.ts';
import { clockTimeOf, dayName, number } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Screen } from '../parts/screen.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { TodayTiles } from './today-tiles.tsx';

type Service = TodayAnswer['by_service'][number];

type Desk = TodayAnswer['by_desk'][number];

/** Minimum interval between two reloads after events. */
const SETTLE_MS = 1_000;

const SECOND_MS = 1_000;

export interface Today {
  readonly today: TodayAnswer | null;
  readonly failure: RestFailure | null;
  /** Seconds since these figures were computed. */
  readonly elapsed: number;
  retry(): void;
}

/** Figures of the day, reloaded after events of the location. */
export function useToday(location: string): Today {
  const { session, feeds } = useAdmin();
  const [today, setToday] = useState<TodayAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [now, setNow] = useState(wallClock());
  const [readAt, setReadAt] = useState(wallClock());
  const read = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (location === '') return;
    let isGone = false;
    let timer: number | undefined;
    let isReading = false;
    let isAsked = false;
    let lastRead = Number.NEGATIVE_INFINITY;
    const load = async (): Promise<void> => {
      timer = undefined;
      isReading = true;
      isAsked = false;
      lastRead = wallClock();
      const answer = await session.rest.call(REPORT_TODAY, { location });
      isReading = false;
      if (isGone) return;
      if (answer.ok) {
        setToday(answer.value);
        setReadAt(wallClock());
        setNow(wallClock());
      }
      setFailure(answer.ok ? null : answer.error);
      if (isAsked) soon();
    };
    const soon = (): void => {
      isAsked = true;
      if (timer !== undefined || isReading) return;
      timer = window.setTimeout(() => void load(), Math.max(0, lastRead + SETTLE_MS - wallClock()));
    };
    read.current = () => void load();
    setToday(null);
    void load();
    const stop = feeds.open(location, (_snapshot, message) => {
      if (message !== null && message.type !== 'device.changed') soon();
    });
    const clock = window.setInterval(() => setNow(wallClock()), SECOND_MS);
    return () => {
      isGone = true;
      stop();
      window.clearTimeout(timer);
      window.clearInterval(clock);
    };
  }, [location, session, feeds]);

  return { today, failure, elapsed: Math.max(0, Math.floor((now - readAt) / SECOND_MS)), retry: () => read.current() };
}

/** Hours from the first to the last with tickets or calls; all of them without any. */
function usedSpan(hours: TodayAnswer['by_hour']): TodayAnswer['by_hour'] {
  const used = hours.filter(({ issued, calls }) => issued + calls > 0);
  const [first, last] = [used[0]?.hour ?? 0, used.at(-1)?.hour ?? 23];
  return hours.filter(({ hour }) => hour >= first && hour <= last);
}

/** Current figures of a location, updated by its events instead of polling. */
export function TodayScreen(): JSX.Element {
  const { t, language, rights } = useAdmin();
  const { here } = useLocations();
  const { today, failure, elapsed, retry } = useToday(here?.id ?? '');
  const lang = language.id.value;
  const count = (value: number): string => number(value, lang);
  /** Waiting times of waiting visitors grow while the page is shown. */
  const waited = (seconds: number): string => (seconds === 0 ? '–' : durationWords(seconds + elapsed, lang));
  const length = (seconds: number): string => (seconds === 0 ? '–' : durationWords(seconds, lang));

  const services: readonly TableColumn<Service>[] = [
    {
      id: 'name',
      label: t('fields.service'),
      cell: ({ tag, colour, name }) => (
        <span class="named">
          {tag !== '' && (
            <span class="tag tag-colour" style={serviceColours(colour)}>
              {tag}
            </span>
          )}
          <span dir="auto">{name}</span>
        </span>
      ),
    },
    {
      id: 'open',
      label: t('today.state'),
      cell: ({ open }) => <Badge kind={open ? 'good' : 'off'}>{t(open ? 'today.open' : 'today.closed')}</Badge>,
    },
    {
      id: 'waiting',
      label: t('today.waiting'),
      end: true,
      cell: ({ waiting_now, waiting_priority }) => (
        <>
          <strong>{count(waiting_now)}</strong>
          {waiting_priority > 0 && <span class="soft"> {t('today.priority', { count: waiting_priority })}</span>}
        </>
      ),
    },
    numbers('longest', t('today.longest'), ({ longest_wait }) => waited(longest_wait)),
    numbers('average', t('today.averageOfDay'), ({ waiting }) => length(waiting.mean)),
    numbers('issued', t('report.issued'), ({ issued }) => count(issued)),
    numbers('served', t('report.served'), ({ served }) => count(served)),
    numbers('no_shows', t('report.no_shows'), ({ no_shows }) => count(no_shows)),
  ];
  const desks: readonly TableColumn<Desk>[] = [
    { id: 'name', label: t('fields.desk'), cell: ({ name }) => <span dir="auto">{name}</span> },
    { id: 'now', label: t('today.now'), cell: (desk) => <DeskNow desk={desk} /> },
    { id: 'user', label: t('fields.user'), cell: ({ user_name, serving, open }) => (serving || open ? user_name : '') },
    numbers('served', t('report.served'), ({ served }) => count(served)),
    numbers('service', t('report.serviceMean'), ({ service }) => length(service.mean)),
    numbers('no_shows', t('report.no_shows'), ({ no_shows }) => count(no_shows)),
  ];
  return (
    <Screen
      name="today"
      title={today === null ? t('nav.today') : dayName(today.day, lang, true)}
      windowTitle={t('nav.today')}
    >
      {failure !== null && (
        <NoticeBox kind="attention">
          <p>{failureText(t, failure)}</p>
          <Button onClick={retry}>{t('shared.stale.retry')}</Button>
        </NoticeBox>
      )}
      {here === undefined && (
        <p class="empty">
          {t('today.noLocation')} {rights.sees('start') && <a href={address(['start'])}>{t('nav.start')}</a>}
        </p>
      )}
      {today !== null && (
        <>
          <TodayTiles today={today} elapsed={elapsed} />
          <TableCard
            title={t('nav.services')}
            columns={services}
            rows={today.by_service}
            rowId={({ id }) => id}
            empty={t('list.none')}
          />
          <TableCard
            title={t('nav.desks')}
            columns={desks}
            rows={today.by_desk}
            rowId={({ id }) => id}
            empty={t('list.none')}
          />
          <BarChart
            title={t('report.byHour')}
            rowTitle={t('report.hour')}
            format={count}
            series={[
              { id: 'issued', label: t('report.issued') },
              { id: 'served', label: t('report.served') },
            ]}
            rows={usedSpan(today.by_hour).map(({ hour, issued, served }) => hourRow(hour, [issued, served]))}
          />
        </>
      )}
    </Screen>
  );
}

function DeskNow({ desk }: { readonly desk: Desk }): JSX.Element {
  const { t, language } = useAdmin();
  const { here } = useLocations();
  if (desk.state === 0) return <Badge kind="off">{t('state.off')}</Badge>;
  if (desk.serving) {
    return (
      <>
        <strong>{desk.ticket}</strong>{' '}
        <span class="soft">
          {t('today.since', { time: clockTimeOf(desk.called_at, language.id.value, here?.timezone) })}
        </span>
      </>
    );
  }
  return <Badge kind={desk.open ? 'info' : 'off'}>{t(desk.open ? 'today.free' : 'today.nobody')}</Badge>;
}
