/** Screen of queue alerts. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { LIST_LIMIT_ALARMS, SEE_LIMIT_ALARM } from '../../../main/queue-alerts/contract/endpoints.ts';
import { limitValues } from '../../../main/queue-alerts/contract/limit-values.ts';
import { LIMIT_KINDS, type Limits } from '../../../main/queue-alerts/contract/limits.ts';
import type { LimitAlarmsAnswer, LocatedLimitAlarm } from '../../../main/queue-alerts/contract/rest/limits.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { DateField } from '../../shared/components/date-field.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { Skeleton } from '../../shared/components/skeleton.tsx';
import { Table, type TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useLimitWords } from '../../shared/queue-alerts/alert-words.ts';
import { useAdmin } from '../model/admin.ts';
import { useLocations } from '../model/locations.ts';
import { address } from '../model/router.ts';
import { useRepeatedRead } from '../model/use-repeated-read.ts';
import { instant } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Screen } from '../parts/screen.tsx';

/** Polling interval of active alerts. */
const EVERY_MS = 10_000;

const hasLimit = (limits: Limits): boolean => LIMIT_KINDS.some((kind) => limits[`limit_${kind}`] > 0);

/** Active alerts of all locations, the worst first; or those of one location and day, with acknowledgement and end. */
export function AlarmsScreen(): JSX.Element {
  const { t, session, language, router, site, chooseLocation } = useAdmin();
  const w = useLimitWords();
  const { all } = useLocations();
  const { location = '', day = '' } = router.place.value.query;
  const [alarms, setAlarms] = useState<LimitAlarmsAnswer['alarms'] | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [turn, setTurn] = useState(0);
  const lang = language.id.value;
  const file = site.file.value;
  // Without access to the whole site this is unknown.
  const isUnset = file !== null && site.part.value === '' && ![...file.locations, ...file.services].some(hasLimit);

  const read = async (isWanted: () => boolean): Promise<void> => {
    const answer = await session.rest.call(LIST_LIMIT_ALARMS, { location, business_day: day });
    if (!isWanted()) return;
    if (answer.ok) setAlarms(answer.value.alarms);
    setFailure(answer.ok ? null : answer.error);
  };
  useRepeatedRead(read, EVERY_MS, [session, location, day, turn]);

  const see = async (alarm: LocatedLimitAlarm): Promise<void> => {
    const answer = await session.rest.call(SEE_LIMIT_ALARM, { location: alarm.location, alarm: alarm.number });
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok) setTurn(turn + 1);
  };
  const columns: readonly TableColumn<LocatedLimitAlarm>[] = [
    {
      id: 'what',
      label: w('what'),
      cell: (alarm) => (
        <>
          <Badge kind={alarm.ended_at === '' ? 'fault' : 'off'}>{w(alarm.ended_at === '' ? 'stands' : 'ended')}</Badge>{' '}
          {w(`kind.${alarm.kind}`, limitValues(alarm, lang))}
        </>
      ),
    },
    {
      id: 'where',
      label: w('where'),
      cell: ({ location: at, location_name: place, service_name: service }) => (
        <>
          <a class="link" href={address(['today'])} dir="auto" onClick={() => chooseLocation(at)}>
            {place}
          </a>
          <br />
          <span dir="auto">{service || w('whole')}</span>
        </>
      ),
    },
    { id: 'since', label: w('since'), cell: ({ since }) => instant(since, lang) },
    { id: 'ended', label: w('ended'), cell: ({ ended_at: ended }) => (ended === '' ? '–' : instant(ended, lang)) },
    {
      id: 'seen',
      label: w('seen'),
      cell: (alarm) => {
        const { seen_at: at, seen_by_name: name } = alarm;
        if (at !== '') return w('seenBy', { name: name || '–', time: instant(at, lang) });
        if (!session.may('acl_qmpad_access')) return '–';
        return <Button onClick={() => void see(alarm)}>{w('see')}</Button>;
      },
    },
  ];
  return (
    <Screen name="alarms" title={t('nav.alarms')}>
      <div class="filters">
        <SelectField
          label={t('fields.location')}
          value={location}
          options={[{ value: '', label: w('now') }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(value) => router.refine({ location: value, day: value === '' ? '' : day })}
        />
        {location !== '' && (
          <DateField label={w('day')} value={day} onInput={(value) => router.refine({ location, day: value })} />
        )}
      </div>
      {isUnset && <NoticeBox kind="info">{w('unset')}</NoticeBox>}
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      {alarms === null ? (
        <Skeleton />
      ) : (
        <div class="card card-table">
          <Table
            caption={w('heading')}
            columns={columns}
            rows={alarms}
            rowId={(alarm) => `${alarm.location} ${alarm.number}`}
            empty={w('none')}
          />
        </div>
      )}
    </Screen>
  );
}
