/** Desk screen: current visitor beside the queue. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { Mark } from '../shared/components/mark.tsx';
import { NoticeBox } from '../shared/components/notice.tsx';
import { KEYBOARD } from '../shared/components/staff-marks.ts';
import { StaleBar } from '../shared/components/stale-bar.tsx';
import { failureText } from '../shared/failure-text.ts';
import { useStaff } from '../shared/staff.ts';
import {
  AnyDialog,
  CallAtOtherDesk,
  DeskWork,
  DeviceAlarms,
  fetchEarly,
  LimitLine,
  Questions,
  StaffCalls,
  UndoBar,
} from './fetched.tsx';
import { watchKeys } from './keys.ts';
import { useCounter } from './model.ts';
import { Lists } from './parts/lists.tsx';
import { NowCard } from './parts/now-card.tsx';
import { TopBar } from './top-bar.tsx';

/** Desk: the current visitor beside the lists. */
export function DeskScreen(): JSX.Element {
  const { t, session, language } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const dialog = counter.dialog.value;
  const failure = counter.failure.value;
  const colour = data?.location.colour ?? '';

  useEffect(() => watchKeys(counter, (key) => isAllowed(key, session.may)), [counter]);
  useEffect(() => {
    // The accent may come a moment later, and the work can begin without it.
    import('../shared/paint-site.ts').then(
      (painting) => painting.paintSite(colour),
      () => undefined,
    );
  }, [colour]);

  const isThere = data !== null;
  useEffect(() => {
    if (isThere) fetchEarly(language);
  }, [isThere]);

  const lost = data === null && failure !== null && failure.kind === 'refused';
  return (
    <div class="counter">
      <TopBar desk={data?.desk.name ?? ''} place={data?.location.name ?? ''} onDesk={() => counter.changeDesk(null)}>
        <Button
          look="plain"
          class="bar-keys"
          keys="?"
          label={t('keys.show')}
          onClick={() => counter.open({ name: 'keys' })}
        >
          <Mark path={KEYBOARD} />
          <span class="bar-keys-name">{t('keys.show')}</span>
        </Button>
      </TopBar>
      <StaleBar stale={counter.stale.value} onRetry={counter.retry} />
      {lost && (
        <main class="choose">
          <NoticeBox kind="attention">{t('desk.gone')}</NoticeBox>
          <p>{failureText(t, failure)}</p>
          <Button look="main" onClick={() => counter.changeDesk(null)}>
            {t('desk.change')}
          </Button>
        </main>
      )}
      {data !== null && (
        <main class="work">
          <div class="work-now">
            <StaffCalls />
            <CallAtOtherDesk />
            <DeviceAlarms />
            <LimitLine />
            {data.desk.state !== 1 && <NoticeBox kind="attention">{t('desk.closed')}</NoticeBox>}
            <NowCard />
            <UndoBar />
            <DeskWork />
            {counter.call.value !== null && <Questions />}
          </div>
          <Lists />
        </main>
      )}
      {dialog !== null && <AnyDialog dialog={dialog} />}
      <p class="spoken" role="status">
        {counter.call.value === null
          ? ''
          : t('now.called', { label: counter.call.value.label, desk: data?.desk.name ?? '' })}
      </p>
    </div>
  );
}

type May = ReturnType<typeof useStaff>['session']['may'];

function isAllowed(key: string, may: May): boolean {
  switch (key) {
    case 'N':
    case 'M':
      return may('qm_qmpad_issues_services');
    case 'P':
    case 'K':
      return may('qm_qmpad_user_pause_ticket');
    case 'T':
      return may('qm_qmpad_transfer_tickets');
    case 'W':
      return may('qm_qmpad_select_services', 'qm_qmpad_issues_services');
    default:
      return true;
  }
}
