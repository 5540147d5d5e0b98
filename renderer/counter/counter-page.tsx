/** Counter page: desk selection, then the desk. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { NoticeBox } from '../shared/components/notice.tsx';
import { DESK_PARAMETER } from '../shared/desk-link.ts';
import { useStaff } from '../shared/staff.ts';
import { browserMemory } from '../shared/storage.ts';
import { DeskScreen } from './desk-screen.tsx';
import { ChooseDesk } from './fetched.tsx';
import { CounterContext, createCounter } from './model.ts';
import { TopBar } from './top-bar.tsx';

/** Storage key of this computer's desk. */
const DESK = 'counter.desk';

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
  if (deskId !== null) return <AtDesk key={deskId} deskId={deskId} onDesk={choose} />;
  return (
    <>
      <TopBar />
      <ChooseDesk onChoose={choose} />
    </>
  );
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
