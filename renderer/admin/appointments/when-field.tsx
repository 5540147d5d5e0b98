/** Field for the time of an appointment. */
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Static } from 'typebox';
import { LIST_APPOINTMENT_TIMES } from '../../../main/appointments/contract/endpoints.ts';
import type { AppointmentTimesAnswer } from '../../../main/appointments/contract/rest/admin-appointments.ts';
import { DateField } from '../../shared/components/date-field.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { wallClock } from '../../shared/time.ts';
import type { WidgetProps } from '../fields/field-props.ts';
import { Group } from '../fields/group.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { clockIn, dayIn } from '../reports/spans.ts';

/** Lengths of the date and of the date with minutes in `yyyy-mm-dd hh:mm:ss`. */
const DAY_LENGTH = 10;
const MINUTE = 16;

/** Time of an appointment in the location's time zone: a day, and a time offered by the service or any other. */
export function WhenField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useAdmin();
  const { item, saved, file } = useEditor();
  const service = file.services.find(({ id }) => id !== '' && id === textOf(item, 'service'));
  const location = file.locations.find(({ id }) => id === (service?.location ?? textOf(item, 'location')));
  const zone = location?.timezone ?? 'UTC';
  const text = typeof value === 'string' ? value : '';
  /** The day, if it was chosen before a time. */
  const [onlyDay, setOnlyDay] = useState('');
  const now = wallClock();
  const today = dayIn(now, zone);
  const day = text.slice(0, DAY_LENGTH) || onlyDay || today;
  const time = text.slice(DAY_LENGTH + 1, MINUTE);
  const times = useTimes(service?.id ?? '', location?.id ?? '', day);
  const put = (nextDay: string, nextTime: string): void => {
    setOnlyDay(nextDay);
    onChange(nextDay === '' || nextTime === '' ? '' : `${nextDay} ${nextTime}:00`);
  };
  // When an appointment is moved, its own place is free again.
  const own = saved !== null && saved.state !== 0 && saved.service === service?.id ? textOf(saved, 'scheduled_to') : '';
  return (
    <Group label={label} hint={hint} fault="">
      <div class="pair">
        <DateField label={t('appointment.day')} required value={day} onInput={(next) => put(next, time)} />
        <TextField
          label={t('appointment.time')}
          type="time"
          required
          fault={fault}
          value={time}
          onInput={(next) => put(day, next)}
        />
      </div>
      {service === undefined ? (
        <p class="soft">{t('appointment.choose')}</p>
      ) : (
        times !== null && (
          <TimesOfDay
            times={times}
            minutes={service.slot_time}
            own={own}
            chosen={text.slice(0, MINUTE)}
            earliest={day === today ? `${day} ${clockIn(now, zone)}` : ''}
            onChoose={(next) => put(day, next.slice(DAY_LENGTH + 1))}
          />
        )
      )}
    </Group>
  );
}

interface TimesProps {
  readonly times: Times;
  /** Length of each time slot. */
  readonly minutes: number;
  /** Current time of this appointment; empty if it is booked with another service. */
  readonly own: string;
  /** `yyyy-mm-dd hh:mm`, like the fields below. */
  readonly chosen: string;
  /** Earlier times are in the past; empty if none is. */
  readonly earliest: string;
  readonly onChoose: (time: string) => void;
}

/** All times of a day with their free places. A full time can still be chosen; saving it asks for confirmation. */
function TimesOfDay({ times: { capacity, times }, minutes, own, chosen, earliest, onChoose }: TimesProps): JSX.Element {
  const { t } = useAdmin();
  const name = useId();
  const slots = times.map(({ scheduled_to: from, booked }) => {
    const after = own.slice(0, DAY_LENGTH) === from.slice(0, DAY_LENGTH) ? minutesOf(own) - minutesOf(from) : -1;
    return { at: from.slice(0, MINUTE), others: booked - (after >= 0 && after < minutes ? 1 : 0) };
  });
  const shown = slots.filter(({ at }) => at >= earliest || at === chosen);
  if (shown.length === 0) {
    return <p class="soft">{t(slots.length === 0 ? 'appointment.none' : 'appointment.gone')}</p>;
  }
  const words = (others: number): string => {
    if (capacity > 0) {
      return others < capacity ? t('appointment.free', { number: capacity - others }) : t('appointment.full');
    }
    return others > 0 ? t('appointment.booked', { number: others }) : '';
  };
  return (
    <fieldset class="times">
      <legend>{t('appointment.times')}</legend>
      {shown.map(({ at, others }) => (
        <label key={at} class="time" data-full={(capacity > 0 && others >= capacity) || undefined}>
          <input type="radio" name={name} checked={at === chosen} onChange={() => onChoose(at)} />
          <span class="time-clock" dir="ltr">
            {at.slice(DAY_LENGTH + 1)}
          </span>
          <span class="time-free">{words(others)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function minutesOf(wallTime: string): number {
  const [hours = 0, minutes = 0] = wallTime
    .slice(DAY_LENGTH + 1, MINUTE)
    .split(':')
    .map(Number);
  return hours * 60 + minutes;
}

/** Bookable times of a service on one day, and the number of bookings at each. */
type Times = Static<typeof AppointmentTimesAnswer>;

/** Reloaded after each booking event; null while loading, or without a service. */
function useTimes(service: string, location: string, day: string): Times | null {
  const { session, feeds } = useAdmin();
  const [times, setTimes] = useState<Times | null>(null);
  useEffect(() => {
    setTimes(null);
    if (service === '' || location === '' || day === '') return;
    let asked = 0;
    const ask = async (): Promise<void> => {
      asked += 1;
      const mine = asked;
      const answer = await session.rest.call(LIST_APPOINTMENT_TIMES, { service, day });
      // Ignore all answers but the latest.
      if (mine === asked && answer.ok) setTimes(answer.value);
    };
    void ask();
    const stop = feeds.open(location, (_snapshot, message) => {
      if (message?.type === 'site.changed') void ask();
    });
    return () => {
      asked = -1;
      stop();
    };
  }, [session, feeds, service, location, day]);
  return times;
}
