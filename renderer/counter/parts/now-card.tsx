/** Card of the current visitor, with timer and actions. */
import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { nameOfLanguage } from '../../shared/language.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import type { QueuedAction } from '../action-queue.ts';
import { callableCount, runningTime, waitTime } from '../amounts.ts';
import { useCounter } from '../model.ts';
import { Key } from './key.tsx';
import { TicketLabel } from './row.tsx';
import { TicketFacts } from './ticket-facts.tsx';

const MINUTE_MS = 60_000;

/** Current visitor with timer and actions. */
export function NowCard(): JSX.Element {
  const { t } = useStaff();
  const { call, act } = useCounter();
  const state = call.value === null ? 'free' : 'serving';
  return (
    <section class="now" aria-label={t('now.label')} data-state={state} data-busy={act.isBusy.value}>
      {call.value === null ? <Free /> : <Serving call={call.value} />}
      <UpNext />
      <Acts />
    </section>
  );
}

function Free(): JSX.Element {
  const { t } = useStaff();
  const data = useCounter().data.value;
  const count = data === null ? 0 : callableCount(data);
  const state = data?.away[0]?.state ?? 'free';
  return (
    <div class="now-free">
      <h1>{t(`now.${state}`)}</h1>
      <p>{count === 0 ? t('now.freeNobody') : t('now.freeWaiting', { count })}</p>
    </div>
  );
}

/** The visitor whom *Call next* calls. */
function UpNext(): JSX.Element | null {
  const { t, language } = useStaff();
  const { data, now } = useCounter();
  const ticket = data.value?.waiting.find(({ turn }) => turn === 'next');
  if (ticket === undefined) return null;
  const service = data.value?.services.find(({ id }) => id === ticket.dst_service_id);
  const waited = waitTime(now.value - Date.parse(ticket.waiting_since), t, language.id.value);
  return (
    <p class="up-next">
      <span class="soft">{t('now.upNext')}</span>
      <TicketLabel ticket={ticket} />
      <span>{[service?.name, ticket.client_name, waited].filter(Boolean).join(' · ')}</span>
    </p>
  );
}

function Serving({ call }: { readonly call: EventTicket }): JSX.Element {
  const { t, language, session } = useStaff();
  const { data, now } = useCounter();
  const service = data.value?.services.find(({ id }) => id === call.dst_service_id);
  const lang = language.id.value;
  const came = clockTime(Date.parse(call.issued_at), lang, data.value?.location.timezone ?? 'UTC');
  const waitedMs = Date.parse(call.called_at) - Date.parse(call.waiting_since);
  const foreign = call.lang !== '' && call.lang.split(/[-_]/)[0] !== lang.split(/[-_]/)[0];
  const other =
    call.user_id === session.user.value?.id ? undefined : data.value?.users.find(({ id }) => id === call.user_id);
  return (
    <div class="now-call">
      <div class="now-top">
        <h1>
          <TicketLabel ticket={call} big />
        </h1>
        <p class="clock" role="timer" aria-label={t('now.clock')}>
          {runningTime(now.value - Date.parse(call.called_at))}
        </p>
      </div>
      <p class="now-service">{service?.name ?? ''}</p>
      {call.client_name !== '' && (
        <p class="now-name">
          <bdi>{call.client_name}</bdi>
        </p>
      )}
      <p class="soft">
        {[
          t('now.came', { time: came }),
          waitedMs < MINUTE_MS ? t('now.notWaited') : t('now.waited', { time: waitTime(waitedMs, t, lang) }),
          foreign ? t('now.speaks', { language: nameOfLanguage(call.lang, lang) }) : '',
          other === undefined ? '' : t('now.byOther', { name: other.name }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <TicketFacts ticket={call} />
      <NowNote name={t('now.note')} text={call.note} />
      <NowNote name={t('now.customField')} text={call.custom_field} />
    </div>
  );
}

function NowNote({ name, text }: { readonly name: string; readonly text: string }): JSX.Element | null {
  const { t } = useStaff();
  if (text === '') return null;
  return (
    <p class="now-note">
      <strong>
        {name}
        {t('shared.colon')}
      </strong>
      <bdi>{text}</bdi>
    </p>
  );
}

function Acts(): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const { act, call } = counter;
  const isServing = call.value !== null;
  const isAway = (counter.data.value?.away.length ?? 0) > 0;
  const busy = act.isBusy.value;
  const isAtIt = (doing: QueuedAction): boolean => busy || act.justDone.value === doing;
  const mayNext = session.may('qm_qmpad_issues_services');
  const mayCreate = session.may('qm_qmpad_select_services', 'qm_qmpad_issues_services');
  // A double click counts once.
  const once =
    (work: () => void) =>
    (event: MouseEvent): void => {
      if (event.detail <= 1) work();
    };
  return (
    <div class="acts">
      {mayNext && (
        <Button
          // During a break, *Back to work* is the main button.
          look={isAway ? 'normal' : 'main'}
          class="act-next"
          keys="N"
          busy={isAtIt('next')}
          onClick={once(act.next)}
          id="next"
        >
          {t(isServing ? 'act.endNext' : 'act.next')}
          <Key name="N" />
        </Button>
      )}
      {isServing && (
        <div class="acts-more">
          <Button keys="E" busy={isAtIt('end')} look={mayNext ? 'normal' : 'main'} onClick={once(act.end)}>
            {t('act.end')}
            <Key name="E" />
          </Button>
          <Button keys="R" busy={isAtIt('recall')} onClick={once(act.recall)}>
            {t('act.recall')}
            <Key name="R" />
          </Button>
          {session.may('qm_qmpad_user_pause_ticket') && (
            <Button keys="P" busy={isAtIt('pause')} onClick={once(act.pause)}>
              {t('act.pause')}
              <Key name="P" />
            </Button>
          )}
          <Button keys="X" busy={isAtIt('cancel')} onClick={once(act.cancel)}>
            {t('act.cancel')}
            <Key name="X" />
          </Button>
          {mayNext && (
            <Button keys="M" busy={isAtIt('no-show-next')} onClick={once(act.noShowNext)}>
              {t('act.noShowNext')}
              <Key name="M" />
            </Button>
          )}
          {session.may('qm_qmpad_user_pause_ticket') && (
            <Button keys="K" busy={busy} onClick={() => counter.open({ name: 'put-back' })}>
              {t('act.putBack')}
              <Key name="K" />
            </Button>
          )}
          {session.may('qm_qmpad_transfer_tickets') && (
            <Button keys="T" busy={busy} onClick={() => counter.open({ name: 'transfer' })}>
              {t('act.transfer')}
              <Key name="T" />
            </Button>
          )}
          {mayCreate && <WalkInButton />}
        </div>
      )}
      {!isServing && mayCreate && (
        <div class="acts-more">
          <WalkInButton />
        </div>
      )}
    </div>
  );
}

function WalkInButton(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  return (
    <Button keys="W" busy={counter.act.isBusy.value} onClick={() => counter.open({ name: 'walk-in' })}>
      {t('act.walkIn')}
      <Key name="W" />
    </Button>
  );
}
