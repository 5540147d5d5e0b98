/** Breaks, desk takeover, automatic calls and colleagues. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { wallClock } from '../../shared/time.ts';
import { waitTime } from '../amounts.ts';
import { useCounter } from '../model.ts';
import { Key } from '../parts/key.tsx';
import { autoCall, NOT_CALLING } from './auto-call.ts';
import { watchListKeys } from './list-keys.ts';
import { watchNextKey } from './next-key.ts';

/** Breaks, desk takeover, automatic call, and colleagues. */
export function DeskWork(): JSX.Element | null {
  const { session } = useStaff();
  const counter = useCounter();
  const mayNext = session.may('qm_qmpad_issues_services');
  useEffect(
    () => (mayNext ? watchNextKey(() => counter.act.press({ name: 'N' }, counter.act.next)) : undefined),
    [counter, mayNext],
  );
  useEffect(watchListKeys, []);
  if (counter.data.value === null) return null;
  return (
    <>
      <Away />
      <AwayTold />
      <TakeOver />
      {mayNext && <AutoCallBar />}
      <Colleagues />
    </>
  );
}

function Away(): JSX.Element | null {
  const { t, language } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const away = data?.away[0];
  if (away === undefined) {
    // No break while a visitor is at the desk.
    if (counter.call.value !== null) return null;
    return (
      <div class="work-break">
        <Button look="plain" keys="B" onClick={() => counter.open({ name: 'break' })}>
          {t('work.leave')}
          <Key name="B" />
        </Button>
      </div>
    );
  }
  const reason = data?.break_reasons.find(({ id }) => id === away.reason)?.name ?? '';
  const time = waitTime(counter.now.value - Date.parse(away.since), t, language.id.value);
  return (
    <NoticeBox kind="attention">
      <p>
        {t(`work.here.${away.state}`)}
        {reason !== '' && (
          <>
            : <bdi>{reason}</bdi>
          </>
        )}{' '}
        · {time}
      </p>
      <Button look="main" keys="B" onClick={() => void counter.act.setDesk('open')}>
        {t('work.back')}
        <Key name="B" />
      </Button>
    </NoticeBox>
  );
}

/** Announced once at the start, not every minute. */
function AwayTold(): JSX.Element {
  const { t } = useStaff();
  const data = useCounter().data.value;
  const away = data?.away[0];
  const reason = data?.break_reasons.find(({ id }) => id === away?.reason)?.name ?? '';
  return (
    <p class="spoken" role="status">
      {away !== undefined && [t(`work.here.${away.state}`), reason].filter(Boolean).join(t('shared.colon'))}
    </p>
  );
}

/** Offers to take over a desk with another user's call or break. */
function TakeOver(): JSX.Element | null {
  const { t, session } = useStaff();
  const counter = useCounter();
  const me = session.user.value?.id ?? '';
  const call = counter.call.value;
  const user = call?.user_id ?? counter.data.value?.away[0]?.user_id ?? '';
  const name = counter.data.value?.users.find(({ id }) => id === user)?.name;
  if (me === '' || user === '' || user === me || name === undefined) return null;
  return (
    <div class="work-take">
      <p>{call === null ? t('work.awayOf', { name }) : t('work.servedBy', { name, label: call.label })}</p>
      <Button onClick={() => void counter.act.takeOver()}>{t('work.takeOver')}</Button>
    </div>
  );
}

/** Countdown to the next call; a touch or Escape stops it until the next visit ends. */
function AutoCallBar(): JSX.Element | null {
  const { t } = useStaff();
  const counter = useCounter();
  const state = useRef(NOT_CALLING);
  const [, redraw] = useState(0);
  const data = counter.data.value;
  const seconds = data?.auto_call_seconds ?? 0;
  const isSomebodyNext = (data?.waiting ?? []).some(({ turn }) => turn === 'next');
  const here = {
    isServing: counter.call.value !== null,
    isAway: (data?.away.length ?? 0) > 0,
    isSomebodyNext,
    isOccupied: counter.dialog.value !== null || counter.stale.value,
    now: wallClock(),
  };
  state.current = autoCall(state.current, seconds, here);
  const { due } = state.current;
  const stop = (): void => {
    state.current = NOT_CALLING;
    redraw((count) => count + 1);
  };
  // Synchronous, so that a visible countdown can be stopped.
  useLayoutEffect(() => {
    if (due === null) return undefined;
    const tick = window.setInterval(() => redraw((count) => count + 1), 250);
    const call = window.setTimeout(
      () => {
        state.current = NOT_CALLING;
        counter.act.next();
      },
      Math.max(0, due - wallClock()),
    );
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      window.clearInterval(tick);
      window.clearTimeout(call);
      document.removeEventListener('keydown', onKey);
    };
  }, [due]);
  const left = due === null ? 0 : Math.max(1, Math.ceil((due - here.now) / 1000));
  return (
    <>
      {due !== null && (
        <div class="work-auto">
          <p aria-hidden="true">{t('work.auto', { seconds: left })}</p>
          <Button keys="Escape" onClick={stop}>
            {t('work.autoStop')}
          </Button>
        </div>
      )}
      <p class="spoken" role="status">
        {due === null ? '' : t('work.autoSoon')}
      </p>
    </>
  );
}

/** Colleagues who serve or are on a break, and closed desks; collapsed. */
function Colleagues(): JSX.Element | null {
  const { t, language } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  if (data === null || data.staff.length === 0) return null;
  const reasonOf = (id: string): string => data.break_reasons.find((reason) => reason.id === id)?.name ?? '';
  return (
    <details class="work-staff">
      <summary>{t('work.colleagues')}</summary>
      <ul>
        {data.staff.map(({ desk_id, desk_name, state, since, reason, user_name, label }) => (
          <li key={desk_id}>
            <strong dir="auto">{desk_name}</strong>{' '}
            <span>
              {[
                t(`work.state.${state}`),
                label,
                reasonOf(reason),
                since === '' ? '' : waitTime(counter.now.value - Date.parse(since), t, language.id.value),
                user_name,
              ]
                .filter((word) => word !== '')
                .map((word, at) => (
                  <>
                    {at > 0 && ' · '}
                    <bdi>{word}</bdi>
                  </>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
