/**
 * REST operations for breaks, desk takeover and outcomes.
 *
 * A clerk leaves or reopens a desk, takes one over, and records outcomes of visits.
 */

import type { Audience } from '../../access/service/audience.ts';
import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { eventTicket, iso } from '../../events/service/event-shapes.ts';
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import {
  CALL_ENDED_ERRNOS,
  CALLING_ERRNOS,
  resolveCaller,
  storeRefusal,
  today,
  when,
} from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Desk, Location } from '../../site/contract/site.ts';
import { readerLanguage } from '../../site/routes/lookups.ts';
import { breakReasons, isBreakReason } from '../../site/rules/break-reasons.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { END_CALL, SET_DESK, SET_OUTCOMES, TAKE_OVER } from '../contract/endpoints.ts';
import type { CallResult, DeskAway } from '../contract/records.ts';
import {
  EndCallParameters,
  SetDeskParameters,
  SetOutcomesParameters,
  TakeOverParameters,
  TicketOutcomesAnswer,
  TicketOutcomesParameters,
} from '../contract/rest/clerk.ts';
import type { CounterAnswer, CounterStaff } from '../contract/rest/counters.ts';
import { DoneAnswer } from '../contract/rest/queue-answers.ts';
import type { CalledTicket } from '../operations/call-records.ts';

const PATH = '/restapi/v2/queuemanagement';

const setDesk = operation({
  name: 'setdesk',
  area: 'queue',
  summary:
    'Starts a break of the user, closes a desk, or opens it. The next call at the desk opens it. During a visit, a break is error 115. Reports contain the times.',
  errnos: CALLING_ERRNOS,
  endpoint: SET_DESK,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  parameters: SetDeskParameters,
  answer: DoneAnswer,
  async handle({ state, reason, ...who }, context) {
    const here = resolveCaller(context.site, who);
    if (!here.ok) return here;
    const { desk, location, user } = here.value;
    if (reason !== '' && !(state === 'break' && isBreakReason(context.site, reason))) {
      return refuse(ERRNO.notFound, 'reason');
    }
    const input = { ...today(location, context.now), deskId: desk.id, userId: user.id, state, reason };
    const done = await context.store.run('setDesk', input, when(context));
    return done.ok ? ok({ success: true }) : storeRefusal(done.error);
  },
});

const takeOver = operation({
  name: 'takeover',
  area: 'queue',
  summary:
    'The user takes over a desk with its open call, without ending it or calling again. A break of another user there ends.',
  errnos: CALLING_ERRNOS,
  endpoint: TAKE_OVER,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  parameters: TakeOverParameters,
  answer: DoneAnswer,
  async handle(who, context) {
    const here = resolveCaller(context.site, who);
    if (!here.ok) return here;
    const { desk, location, user } = here.value;
    const input = { ...today(location, context.now), deskId: desk.id, userId: user.id };
    const done = await context.store.run('takeOver', input, when(context));
    return done.ok ? ok({ success: true }) : storeRefusal(done.error);
  },
});

type Given = readonly { readonly code: string; readonly count: number }[];

/** Validates outcome codes against the service of the call, and merges repeated codes. */
async function checked(
  answerId: string,
  given: Given,
  { site, store }: RequestContext,
): Promise<Result<readonly CallResult[], Refusal>> {
  if (given.length === 0) return ok([]);
  const call = await store.query('answer', { answerId });
  if (call === null) return refuse(ERRNO.notFound, 'answer_id');
  const codes = site.service(call.answer.serviceId)?.outcomes ?? [];
  const counts = new Map<string, number>();
  for (const { code, count } of given) {
    if (!codes.some((known) => known.code === code)) {
      return refuseAs('outcome_not_found', { parameter: 'outcomes', values: { code } });
    }
    counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return ok([...counts].map(([code, count]) => ({ code, count })));
}

const endCall = operation({
  name: 'endcall',
  part: 'interface',
  area: 'queue',
  summary: 'Ends a call: the visitor has been served.',
  errnos: CALL_ENDED_ERRNOS,
  endpoint: END_CALL,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { call: 'answer_id' },
  parameters: EndCallParameters,
  answer: DoneAnswer,
  async handle({ answer_id, outcomes }, context) {
    const results = outcomes === undefined ? null : await checked(answer_id, outcomes, context);
    if (results !== null && !results.ok) return results;
    const input = { answerId: answer_id, ...(results === null ? {} : { results: results.value }) };
    const done = await context.store.run('endCall', input, when(context));
    return done.ok ? ok({ success: true }) : storeRefusal(done.error);
  },
});

const setOutcomes = operation({
  name: 'setoutcomes',
  area: 'queue',
  summary: 'Records the outcomes of an open or ended call, as codes of its service. Replaces earlier ones.',
  errnos: CALL_ENDED_ERRNOS,
  endpoint: SET_OUTCOMES,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { call: 'answer_id' },
  parameters: SetOutcomesParameters,
  answer: DoneAnswer,
  async handle({ answer_id, outcomes }, context) {
    const results = await checked(answer_id, outcomes, context);
    if (!results.ok) return results;
    const done = await context.store.run('noteResults', { answerId: answer_id, results: results.value }, when(context));
    return done.ok ? ok({ success: true }) : storeRefusal(done.error);
  },
});

/** Recorded outcomes of a call, with names in the reader's language; the name of a deleted code is empty. */
export function notedOutcomes(
  site: Site,
  serviceId: string,
  results: readonly CallResult[],
  languages: readonly string[],
): { code: string; name: string; count: number }[] {
  const service = site.service(serviceId);
  const known = new Map(service?.outcomes.map((outcome) => [outcome.code, outcome]));
  const language = readerLanguage(site, languages, service?.location ?? '');
  return results.map(({ code, count }) => {
    const outcome = known.get(code);
    return {
      code,
      name: service === undefined || outcome === undefined ? '' : site.outcomeName(service, outcome, language),
      count,
    };
  });
}

const ticketOutcomes = operation({
  name: 'ticket_outcomes',
  area: 'queue',
  summary: 'Outcomes of the last call of a ticket.',
  errnos: [ERRNO.notFound],
  method: 'GET',
  path: `${PATH}/ticketoutcomes`,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { ticket: 'ticket_id' },
  parameters: TicketOutcomesParameters,
  answer: TicketOutcomesAnswer,
  async handle({ ticket_id }, { site, store, languages }) {
    const ticket = await store.query('ticket', { ticketId: ticket_id });
    if (ticket === null || site.location(ticket.locationId) === undefined) return refuse(ERRNO.notFound, 'ticket_id');
    const { serviceId, results } = await store.query('ticketResults', { ticketId: ticket_id });
    return ok({ success: true, outcomes: notedOutcomes(site, serviceId, results, languages) });
  },
});

export const DESK_OPERATIONS: readonly Operation[] = [endCall, setOutcomes, ticketOutcomes, setDesk, takeOver];

interface Known {
  readonly calls: readonly CalledTicket[];
  readonly left: Readonly<Record<string, DeskAway>>;
  readonly lang: string;
}

/** Staff at each desk, as shown at a counter. */
export function deskWork(
  { site, sees }: { readonly site: Site; readonly sees: Audience },
  { desk, location }: { readonly desk: Desk; readonly location: Location },
  { calls, left, lang }: Known,
): Pick<CounterAnswer, 'away' | 'break_reasons' | 'auto_call_seconds' | 'staff'> {
  const own = left[desk.id];
  const forStaff = (text: string): string => (sees === 'staff' ? text : '');
  const nameOf = (userId: string): string => {
    const user = site.user(userId);
    return forStaff(user?.name || user?.username || '');
  };
  const staffAt = (other: Desk): CounterStaff => {
    const call = calls.find(({ answer }) => answer.deskId === other.id);
    const away = call === undefined ? left[other.id] : undefined;
    const userId = call?.answer.userId ?? away?.userId ?? '';
    return {
      desk_id: other.id,
      desk_name: site.deskName(other, lang),
      state: call === undefined ? (away?.kind ?? 'open') : 'serving',
      since: iso(call?.answer.calledAt ?? away?.since ?? null),
      reason: forStaff(away?.reason ?? ''),
      user_id: forStaff(userId),
      user_name: nameOf(userId),
      label: call === undefined ? '' : eventTicket(site, call, sees).label,
    };
  };
  return {
    away:
      own === undefined
        ? []
        : [{ state: own.kind, reason: forStaff(own.reason), user_id: forStaff(own.userId), since: iso(own.since) }],
    break_reasons: breakReasons(site, lang, location.id).map((reason) => ({ ...reason })),
    auto_call_seconds: location.auto_call_seconds,
    staff: site
      .desksOf(location.id)
      .filter(({ id, state }) => state === 1 && id !== desk.id)
      .map(staffAt),
  };
}
