/** Counter page: desk selection, then the desk. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { NoticeBox } from '../shared/components/notice.tsx';
import { DESK_PARAMETER } from '../shared/desk-link.ts';
import { useStaff } from '../shared/staff.ts';
import { browserMemory } from '../shared/storage.ts';
import { ChooseDesk } from './choose-desk.tsx';
import { DeskScreen } from './desk-screen.tsx';
import { CounterContext, createCounter } from './model.ts';
import { TopBar } from './top-bar.tsx';

/** The desk at which this computer stands. */
const DESK = 'counter.desk';

/** Where a clerk works: first which desk, then the desk. */
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

function AtDesk({
  deskId,
  onDesk,
}: {
  readonly deskId: string;
  readonly onDesk: (id: string | null) => void;
}): JSX.Element {
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

/** The desk of a link that was made in the back office: from now on this computer stands there. */
function linkedDesk(): string | null {
  const url = new URL(window.location.href);
  const desk = url.searchParams.get(DESK_PARAMETER);
  if (desk === null || desk === '') return null;
  browserMemory.write(DESK, desk);
  // Whoever changes the desk later and loads the page anew does not come back here.
  url.searchParams.delete(DESK_PARAMETER);
  window.history.replaceState(null, '', url);
  return desk;
}
