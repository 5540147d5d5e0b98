import { useEffect, useState } from 'preact/hooks';
import type { Static } from 'typebox';
import { LIST_APPOINTMENT_TIMES } from '../../../main/appointments/contract/endpoints.ts';
import type { AppointmentTimesAnswer } from '../../../main/appointments/contract/rest/admin-appointments.ts';
import { useAdmin } from '../model/admin.ts';

/** At which times of a day a service can be booked, and how many are. */
export type Times = Static<typeof AppointmentTimesAnswer>;

/** Asked again whenever somebody books there; null while nothing is known, or without a service. */
export function useTimes(service: string, location: string, day: string): Times | null {
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
      // Only the newest answer counts.
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
