/** Counter page: desk selection, then the desk. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { LIST_COUNTERS } from '../../main/queue/contract/endpoints.ts';
import type { CounterDesk, CountersAnswer } from '../../main/queue/contract/rest/counters.ts';
import type { RestFailure } from '../shared/api-client.ts';
import { Button } from '../shared/components/button.tsx';
import { NoticeBox } from '../shared/components/notice.tsx';
import { DESK_PARAMETER } from '../shared/desk-link.ts';
import { failureText } from '../shared/failure-text.ts';
import { useStaff } from '../shared/staff.ts';
import { browserMemory } from '../shared/storage.ts';
import { DeskScreen } from './desk-screen.tsx';
import { CounterContext, createCounter } from './model.ts';
import { TopBar } from './top-bar.tsx';

/** Storage key of this computer's desk. */
const DESK = 'counter.desk';

/** Selection of a desk among those of the user, by location. */
function ChooseDesk({ onChoose }: { readonly onChoose: (deskId: string) => void }): JSX.Element {
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
    <>
      <TopBar />
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
    </>
  );
}

/** Desk selection, then the desk. */
export function CounterPage(): JSX.Element {
  const { session, t } = useStaff();
  const [deskId, setDeskId] = useState(() => linkedDesk() ?? browserMemory.read(DESK));
  const choose = (id: string | null): void => {
    browserMemory.write(DESK, id);
    setDeskId(id);
  };
  if (!session.may('acl_qmpad_access')) {
    return (
      <>
        <TopBar />
        <main class="choose">
          <h1>{t('title')}</h1>
          <NoticeBox kind="attention">{t('noRole')}</NoticeBox>
        </main>
      </>
    );
  }
  return deskId === null ? <ChooseDesk onChoose={choose} /> : <AtDesk key={deskId} deskId={deskId} onDesk={choose} />;
}

interface AtDeskProps {
  readonly deskId: string;
  readonly onDesk: (id: string | null) => void;
}

function AtDesk({ deskId, onDesk }: AtDeskProps): JSX.Element {
  const staff = useStaff();
  // The texts change with the language; the desk does not.
  const counter = useMemo(() => createCounter({ deskId, staff, changeDesk: onDesk }), [deskId]);
  useEffect(() => counter.close, [counter]);
  return (
    <CounterContext.Provider value={counter}>
      <DeskScreen />
    </CounterContext.Provider>
  );
}

/** Desk of a link from the back office, which assigns this computer to it. */
function linkedDesk(): string | null {
  const url = new URL(window.location.href);
  const desk = url.searchParams.get(DESK_PARAMETER);
  if (desk === null || desk === '') return null;
  browserMemory.write(DESK, desk);
  // A later change of the desk must survive a reload.
  url.searchParams.delete(DESK_PARAMETER);
  window.history.replaceState(null, '', url);
  return desk;
}
