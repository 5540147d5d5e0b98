/** Selection of the desk where this computer stands. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LIST_COUNTERS } from '../../main/queue/contract/endpoints.ts';
import type { CounterDesk, CountersAnswer } from '../../main/queue/contract/rest/counters.ts';
import type { RestFailure } from '../shared/api-client.ts';
import { Button } from '../shared/components/button.tsx';
import { NoticeBox } from '../shared/components/notice.tsx';
import { failureText } from '../shared/failure-text.ts';
import { useStaff } from '../shared/staff.ts';

export interface ChooseDeskProps {
  readonly onChoose: (deskId: string) => void;
}

/** Selection of a desk among those of the user, by location. */
export function ChooseDesk({ onChoose }: ChooseDeskProps): JSX.Element {
  const { session, t, language } = useStaff();
  const [answer, setAnswer] = useState<CountersAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const load = async (): Promise<void> => {
    const got = await session.rest.call(LIST_COUNTERS, {});
    setFailure(got.ok ? null : got.error);
    if (got.ok) setAnswer(got.value);
  };
  useEffect(() => void load(), [language.id.value]);

  const me = session.user.value;
  const mine = (desk: CounterDesk): boolean => me?.desks.length === 0 || me?.desks.includes(desk.id) === true;
  const desks = answer?.desks ?? [];
  // Locations of the user first.
  const own = (location: string): number => Number(desks.some((desk) => desk.location === location && mine(desk)));
  const places = (answer?.locations ?? []).toSorted((a, b) => own(b.id) - own(a.id));
  return (
    <main class="choose">
      <header>
        <h1>{t('desk.choose')}</h1>
        <p class="soft">{t('desk.hint')}</p>
      </header>
      {failure !== null && (
        <>
          <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>
          <Button onClick={() => void load()}>{t('questions.retry')}</Button>
        </>
      )}
      {answer?.desks.length === 0 && <NoticeBox kind="info">{t('desk.none')}</NoticeBox>}
      {places.map((location) => (
        <section key={location.id} class="choose-place">
          {places.length > 1 && <h2>{location.name}</h2>}
          <ul class="choices choices-desks">
            {desks
              .filter((desk) => desk.location === location.id)
              .toSorted((a, b) => Number(mine(b)) - Number(mine(a)))
              .map((desk) => (
                <li key={desk.id}>
                  <button type="button" class="choice" onClick={() => onChoose(desk.id)}>
                    <strong>{desk.name}</strong>
                    {desk.user_id !== '' && desk.user_id !== me?.id && (
                      <span class="choice-more">{t('desk.busy', { name: desk.user_name })}</span>
                    )}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
