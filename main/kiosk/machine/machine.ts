/**
 * Kiosk machine: states from idle to the delivered ticket.
 *
 * Idle → choose (language, group, service) → priority → form → issuing → printing → take the ticket → idle, with separate phases
 * for check-in and problems. Pure: a model and an event give the next model and the effects for the host. Starting,
 * closed and out of service are not phases of a visit; `view` derives them.
 * An event that makes no sense in a phase changes nothing: the phase `issuing` stops a second touch on a service,
 * without a flag. A failed print never issues another ticket, because no transition leads from it to `issue`.
 */
import type { Channel } from '../../forms/contract/form-constants.ts';
import type { Answers } from '../../forms/rules/asked-questions.ts';
import type { PrintFault, PrintOutcome } from '../../printing/contract/printing.ts';
import type { ProblemReason } from '../contract/kiosk.ts';
import { CardValue } from '../contract/reader.ts';
import type { CatalogService } from './catalog.ts';
import { isFull, offeredServices, readsSimple } from './choices.ts';
import {
  type AskingStep,
  answer,
  type CardFields,
  continueWithCard,
  type FormProgress,
  goBack,
  skip,
  startAsking,
} from './form.ts';
import { answerLookUp, backInLookUp, FIRST_QUESTION, type LookUp } from './look-up.ts';
import {
  type AppointmentOffer,
  type AppointmentUse,
  type CardUse,
  CHOOSE_MS,
  type KioskEffect,
  type KioskEvent,
  type KioskModel,
  type KioskPhase,
  LEFT_MS,
  NOTE_NUMBER_MS,
  PROBLEM_MS,
  type ShutMessage,
  TAKE_TICKET_MS,
  TAKEN_MS,
} from './model.ts';
import { callNotDelivered, heard, pressed, type StaffRequest, staffTimeUp } from './staff.ts';

export interface Transition {
  readonly model: KioskModel;
  readonly effects: readonly KioskEffect[];
}

const stay = (model: KioskModel): Transition => ({ model, effects: [] });

/** Timeout of a phase; null: none, or the effect has its own timeout. */
function patienceMs(phase: KioskPhase): number | null {
  switch (phase.name) {
    case 'idle':
    case 'issuing':
    case 'printing':
      return null;
    case 'choose':
    case 'priority':
    case 'form':
    case 'appointments':
      return CHOOSE_MS;
    case 'check-in':
    case 'look-up':
      return phase.looking ? null : CHOOSE_MS;
    case 'take-ticket':
      return TAKE_TICKET_MS;
    case 'problem':
      if (phase.ticket === null) return PROBLEM_MS;
      if (phase.taken === true) return TAKEN_MS;
      return phase.left === true ? LEFT_MS : NOTE_NUMBER_MS;
  }
}

function enter(model: KioskModel, phase: KioskPhase, now: number): KioskModel {
  const patience = patienceMs(phase);
  const times = model.pace * (model.moreTime ? 2 : 1);
  return { ...model, phase, deadline: patience === null ? null : now + patience * times };
}

/** The visit has ended: language, card and all other visit data are forgotten. */
function goIdle(model: KioskModel): KioskModel {
  return {
    ...model,
    phase: { name: 'idle' },
    shut: model.shut === null ? null : { ...model.shut, inForce: true },
    lang: model.catalog?.defaultLang ?? model.lang,
    langChosen: false,
    simple: false,
    openGroupId: null,
    card: null,
    deadline: null,
    pace: 1,
    moreTime: false,
    visit: model.visit + 1,
  };
}

/** Whether tickets are available, from the server or offline. */
function givesTickets({ link, shut }: KioskModel): boolean {
  return shut?.inForce !== true && (link.kind === 'up' || link.kind === 'alone');
}

function isChoosing(model: KioskModel): boolean {
  return givesTickets(model) && (model.phase.name === 'idle' || model.phase.name === 'choose');
}

/** An earlier visitor's number, left on the screen or on a phone: a new visit can start. */
const isOthers = ({ left, taken }: Extract<KioskPhase, { name: 'problem' }>): boolean =>
  left === true || taken === true;

/** The visit is over, and the screen shows no number that the visitor still needs. */
function isOver(model: KioskModel): boolean {
  const { phase } = model;
  if (!givesTickets(model) || model.shut !== null) return false;
  return phase.name === 'take-ticket' || (phase.name === 'problem' && (phase.ticket === null || isOthers(phase)));
}

/** Cards and codes count during check-in too, but not during a lookup: one at a time. */
function takesCodes(model: KioskModel): boolean {
  const { phase } = model;
  const types = phase.name === 'check-in' || phase.name === 'look-up';
  const checksIn = phase.name === 'appointments' || phase.name === 'priority' || (types && !phase.looking);
  return isChoosing(model) || isOver(model) || checksIn;
}

/** A card on the last screen of a visit starts the next visit. */
const withCard = (model: KioskModel): KioskModel => (isOver(model) ? goIdle(model) : model);

/** @param priority the visitor's answer; undefined: not asked yet */
function touchService(model: KioskModel, serviceId: string, priority: boolean | undefined, now: number): Transition {
  if (!isChoosing(model) || model.catalog === null) return stay(model);
  const service = offeredServices(model).find((each) => each.id === serviceId);
  const live = model.now[serviceId];
  if (service === undefined || live === undefined || !live.open) return stay(model);
  if (isFull(service, live)) return stay(model);
  const wanted = !service.priorityAllowed ? false : model.card?.grant?.priority === true || priority;
  if (wanted === undefined) return stay(enter(model, { name: 'priority', serviceId }, now));
  return askOrIssue(model, service, wanted, now);
}

function answerPriority(model: KioskModel, priority: boolean, now: number): Transition {
  const { phase } = model;
  const service =
    phase.name === 'priority' ? model.catalog?.services.find(({ id }) => id === phase.serviceId) : undefined;
  return service === undefined ? stay(model) : askOrIssue(model, service, priority && service.priorityAllowed, now);
}

function askOrIssue(model: KioskModel, service: CatalogService, priority: boolean, now: number): Transition {
  const visit = { serviceId: service.id, priority };
  // Offline no questions are asked, because answers are never stored on a kiosk's disk.
  const asking = model.link.kind === 'alone' ? null : firstQuestion(model, service);
  if (asking === null) return issue(model, visit, null, now);
  return stay(enter(model, { name: 'form', ...visit, asking, fault: '' }, now));
}

interface Wish {
  readonly serviceId: string;
  readonly priority: boolean;
}

function issue(model: KioskModel, { serviceId, priority }: Wish, answers: Answers | null, now: number): Transition {
  const { visit, lang, card } = model;
  const words = readsSimple(model) ? { lang, simple: true } : { lang };
  const missed = card?.missed?.serviceId === serviceId ? { appointment: { id: card.missed.id, late: true } } : {};
  return {
    model: enter(model, { name: 'issuing', serviceId }, now),
    effects: [{ kind: 'issue', visit, serviceId, priority, ...words, card, answers, ...missed }],
  };
}

/** After a card the channel is the card reader's, because the server assigns the ticket to the card's device. */
function channelOf({ card, catalog }: KioskModel): Channel | null {
  const channel = card === null || card.deviceId === '' ? catalog?.channel : 'card_reader';
  return channel === undefined ? 'ticket_kiosks' : channel;
}

function fieldsOf({ card }: KioskModel): CardFields {
  const fields = new Map(card?.fields);
  if (card?.clientName) fields.set('name', card.clientName);
  return fields;
}

function firstQuestion(model: KioskModel, { questions = [] }: CatalogService): FormProgress | null {
  const channel = channelOf(model);
  return channel === null ? null : startAsking(questions, channel, fieldsOf(model));
}

type FormPhase = Extract<KioskPhase, { name: 'form' }>;

function inForm(model: KioskModel, questionId: string): FormPhase | null {
  return model.phase.name === 'form' && model.phase.asking.at === questionId ? model.phase : null;
}

function onward(
  model: KioskModel,
  phase: FormPhase | null,
  next: (asking: FormProgress) => AskingStep,
  now: number,
): Transition {
  if (phase === null) return stay(model);
  const step = next(phase.asking);
  switch (step.kind) {
    case 'fault':
      return stay(enter(model, { ...phase, fault: step.fault }, now));
    case 'ask':
      return stay(enter(model, { ...phase, asking: step.asking, fault: '' }, now));
    case 'done':
      return issue(model, phase, step.answers, now);
  }
}

function backInForm(model: KioskModel, event: Extract<KioskEvent, { kind: 'backInForm' }>, now: number): Transition {
  const phase = inForm(model, event.questionId);
  if (phase === null) return stay(model);
  const asking = goBack(phase.asking, event.answer);
  return stay(enter(model, asking === null ? { name: 'choose' } : { ...phase, asking, fault: '' }, now));
}

function touchGroup(model: KioskModel, groupId: string, now: number): Transition {
  if (!isChoosing(model) || model.catalog?.groups.every((group) => group.id !== groupId)) return stay(model);
  return stay({ ...enter(model, { name: 'choose' }, now), openGroupId: groupId });
}

function chooseLanguage(model: KioskModel, lang: string, now: number): Transition {
  if (model.catalog === null || !model.catalog.languages.includes(lang)) return stay(model);
  return readOtherwise(model, { lang, langChosen: true }, now);
}

/** On the last screens a visitor can still change the language of the screen, but not of the print. */
function readOtherwise(
  model: KioskModel,
  words: Partial<Pick<KioskModel, 'lang' | 'langChosen' | 'simple'>>,
  now: number,
): Transition {
  const { name } = model.phase;
  if (name === 'issuing' || name === 'printing') return stay(model);
  const phase: KioskPhase = name === 'idle' ? { name: 'choose' } : model.phase;
  return stay({ ...enter(model, phase, now), ...words });
}

function startCheckIn(model: KioskModel, now: number): Transition {
  if (!isChoosing(model) || model.link.kind === 'alone' || model.catalog === null) return stay(model);
  const { checkIn, lookUp } = model.catalog;
  if (checkIn === true) return stay(enter(model, { name: 'check-in', looking: false, fault: '' }, now));
  return lookUp === undefined ? stay(model) : stay(enter(model, { name: 'look-up', ...FIRST_QUESTION }, now));
}

function startLookUp(model: KioskModel, now: number): Transition {
  const { phase, catalog } = model;
  if (phase.name !== 'check-in' || phase.looking || catalog?.lookUp === undefined) return stay(model);
  return stay(enter(model, { name: 'look-up', ...FIRST_QUESTION }, now));
}

function lookUp(model: KioskModel, { asks, answer }: Extract<KioskEvent, { kind: 'lookUp' }>, now: number): Transition {
  const { phase, visit } = model;
  if (phase.name !== 'look-up' || phase.looking || phase.asks !== asks) return stay(model);
  const { next, person } = answerLookUp(phase, answer);
  return {
    model: enter(model, { name: 'look-up', ...next }, now),
    effects: person === undefined ? [] : [{ kind: 'findPerson', visit, ...person }],
  };
}

function checkIn(model: KioskModel, code: string, now: number): Transition {
  if (model.phase.name !== 'check-in' || model.phase.looking) return stay(model);
  return {
    model: enter(model, { name: 'check-in', looking: true, fault: '' }, now),
    effects: [{ kind: 'lookUp', visit: model.visit, code: new CardValue(code) }],
  };
}

/** A typed code has the same effect as a scanned one; only after a wrong one the visitor can type again. */
function codeAnswered(
  model: KioskModel,
  event: Extract<KioskEvent, { kind: 'codeAnswered' }>,
  now: number,
): Transition {
  const { phase } = model;
  if (phase.name !== 'check-in' && phase.name !== 'look-up') return stay(model);
  if (!phase.looking || event.visit !== model.visit) return stay(model);
  const { answer } = event;
  const fault = answer.kind === 'codeRefused' ? answer.fault : '';
  const waiting = enter(model, { ...phase, looking: false, fault }, now);
  return answer.kind === 'codeRefused' ? stay(waiting) : reduce(waiting, answer, now);
}

function back(model: KioskModel, now: number): Transition {
  const { phase } = model;
  if (phase.name === 'look-up') return phase.looking ? stay(model) : backFromLookUp(model, phase, now);
  const isBesideChoice = phase.name === 'appointments' || phase.name === 'priority';
  if (isBesideChoice || (phase.name === 'check-in' && !phase.looking))
    return stay(enter(model, { name: 'choose' }, now));
  if (model.phase.name !== 'choose') return stay(model);
  if (model.openGroupId === null) return stay(goIdle(model));
  return stay({ ...enter(model, model.phase, now), openGroupId: null });
}

function backFromLookUp(model: KioskModel, phase: LookUp, now: number): Transition {
  const before = backInLookUp(phase);
  if (before !== null) return stay(enter(model, { name: 'look-up', ...before }, now));
  const isFirst = model.catalog?.checkIn !== true;
  return stay(enter(model, isFirst ? { name: 'choose' } : { name: 'check-in', looking: false, fault: '' }, now));
}

/** A card during the form belongs to the same visitor, so the answers stay. */
function cardInForm(before: KioskModel, { priority, ...phase }: FormPhase, card: CardUse, now: number): Transition {
  const model = withGrant({ ...before, card });
  const channel = channelOf(model);
  const asking = channel === null ? null : continueWithCard(phase.asking, channel, fieldsOf(model));
  const service = model.catalog?.services.find(({ id }) => id === phase.serviceId);
  const granted = card.grant?.priority === true && service?.priorityAllowed === true;
  const visit = { ...phase, priority: priority || granted };
  if (asking === null) return issue(model, visit, null, now);
  return stay(enter(model, { ...visit, asking, fault: '' }, now));
}

/** The card's language applies until the visitor chooses one. */
function withGrant(model: KioskModel): KioskModel {
  const { lang = '' } = model.card?.grant ?? {};
  const isOffered = !model.langChosen && model.catalog?.languages.includes(lang) === true;
  return isOffered ? { ...model, lang, langChosen: true } : model;
}

function cardRead(model: KioskModel, { card }: Extract<KioskEvent, { kind: 'cardRead' }>, now: number): Transition {
  const { phase } = model;
  const { services = [] } = card.grant ?? {};
  const isFor = (serviceId: string): boolean => services.length === 0 || services.includes(serviceId);
  if (phase.name === 'form' && isFor(phase.serviceId)) return cardInForm(model, phase, card, now);
  if (phase.name !== 'form' && !takesCodes(model)) return stay(model);
  const next = withGrant({ ...enter(withCard(model), { name: 'choose' }, now), card });
  if (phase.name === 'priority' && isFor(phase.serviceId)) return touchService(next, phase.serviceId, undefined, now);
  if (services.length === 0) return stay(next);
  const [only, ...others] = offeredServices(next);
  if (only === undefined) return refused(next, 'refused', now);
  // The rule of the card has also decided about priority.
  return others.length === 0 ? touchService(next, only.id, false, now) : stay({ ...next, openGroupId: null });
}

/** An appointment determines the service and needs no questions. */
function appointmentRead(before: KioskModel, { id, serviceId }: AppointmentUse, now: number): Transition {
  if (!takesCodes(before) && before.phase.name !== 'form') return stay(before);
  const model = withCard(before);
  const { visit } = model;
  // The appointment's language applies until the visitor chooses one.
  const lang = model.langChosen ? model.lang : '';
  const words = readsSimple(model) ? { lang, simple: true } : { lang };
  const appointment = { id, late: false };
  return {
    model: enter({ ...model, card: null }, { name: 'issuing', serviceId }, now),
    effects: [{ kind: 'issue', visit, serviceId, priority: false, ...words, card: null, answers: null, appointment }],
  };
}

function appointmentsRead(before: KioskModel, appointments: readonly AppointmentOffer[], now: number): Transition {
  if (!takesCodes(before) && before.phase.name !== 'form') return stay(before);
  return stay(enter({ ...withCard(before), card: null }, { name: 'appointments', appointments }, now));
}

/** Only appointments on the screen: a touch can arrive after they have changed. */
function touchAppointment(model: KioskModel, appointmentId: string, now: number): Transition {
  if (model.phase.name !== 'appointments') return stay(model);
  const chosen = model.phase.appointments.find(({ id }) => id === appointmentId);
  return chosen === undefined ? stay(model) : appointmentRead(model, chosen, now);
}

const REASONS: Readonly<Record<PrintFault['reason'], ProblemReason>> = {
  'no-paper': 'no-paper',
  'cover-open': 'cover-open',
  cutter: 'printer-fault',
  fault: 'printer-fault',
  absent: 'printer-absent',
  timeout: 'printer-fault',
  unconfirmed: 'print-unconfirmed',
};

function printEnded(model: KioskModel, outcome: PrintOutcome, now: number): Transition {
  if (model.phase.name !== 'printing') return stay(model);
  const { ticket } = model.phase;
  if (outcome.ok && outcome.value.isUnproved === true) {
    return stay(enter(model, { name: 'problem', reason: 'print-unconfirmed', ticket }, now));
  }
  if (outcome.ok) return stay(enter(model, { name: 'take-ticket', ticket }, now));
  const { reason: fault, doubtful } = outcome.error;
  const reason = doubtful && fault !== 'unconfirmed' ? 'print-doubtful' : REASONS[fault];
  return stay(enter(model, { name: 'problem', reason, ticket }, now));
}

function ticketIssued(
  before: KioskModel,
  event: Extract<KioskEvent, { kind: 'ticketIssued' }>,
  now: number,
): Transition {
  if (before.phase.name !== 'issuing' || event.visit !== before.visit) return stay(before);
  const { ticket, lang } = event;
  // Without a chosen language the screen uses that of the ticket.
  const isKnown = !before.langChosen && before.catalog?.languages.includes(lang) === true;
  const model = isKnown ? { ...before, lang } : before;
  if (model.printer.kind === 'none') {
    return stay(enter(model, { name: 'problem', reason: 'no-printer', ticket }, now));
  }
  return { model: enter(model, { name: 'printing', ticket }, now), effects: [{ kind: 'print', visit: model.visit }] };
}

/** The visitor has the ticket on a phone. */
function takenAlong(model: KioskModel, visit: number, now: number): Transition {
  const { phase } = model;
  if (phase.name !== 'problem' || phase.ticket === null || visit !== model.visit || phase.taken === true)
    return stay(model);
  return stay(enter(model, { ...phase, left: false, taken: true }, now));
}

function refused(model: KioskModel, reason: ProblemReason, now: number): Transition {
  return stay(enter(model, { name: 'problem', reason, ticket: null }, now));
}

/** A present visitor can finish; no new visit starts. */
function shut(model: KioskModel, message: ShutMessage): KioskModel {
  return { ...model, shut: { message, inForce: model.shut?.inForce === true || model.phase.name === 'idle' } };
}

/** A new catalog can lack the open group or service. */
function withCatalog(model: KioskModel, event: Extract<KioskEvent, { kind: 'catalog' }>): Transition {
  const { catalog } = event;
  const known = catalog.languages.includes(model.lang);
  const keepsLang = known && model.phase.name !== 'idle';
  const group = catalog.groups.some((each) => each.id === model.openGroupId) ? model.openGroupId : null;
  return stay({
    ...model,
    catalog,
    link: { kind: event.alone === true ? 'alone' : 'up' },
    lang: keepsLang ? model.lang : catalog.defaultLang,
    openGroupId: group,
  });
}

/** An unprinted number stays after the visit until the next touch: the visitor possibly still needs it. */
function timeUp(model: KioskModel, now: number): KioskModel {
  const { deadline, phase } = model;
  if (deadline === null || now < deadline) return model;
  const stays = phase.name === 'problem' && phase.ticket !== null && !isOthers(phase) && model.shut === null;
  return stays ? enter(model, { ...phase, left: true }, now) : goIdle(model);
}

function callStaff(model: KioskModel, now: number): Transition {
  if (model.catalog?.staffCall !== true || !givesTickets(model)) return stay(model);
  const staff = pressed(model.staff, now);
  if (staff === null) return stay(model);
  return { model: { ...model, staff }, effects: [{ kind: 'callStaff', visit: model.visit }] };
}

const withStaff = (model: KioskModel, staff: StaffRequest | null): Transition =>
  stay(staff === model.staff ? model : { ...model, staff });

/** Changes the timeouts and restarts the present one. */
function withTime(model: KioskModel, time: Partial<Pick<KioskModel, 'pace' | 'moreTime'>>, now: number): KioskModel {
  const slower = { ...model, ...time };
  return model.deadline === null ? slower : enter(slower, model.phase, now);
}

/** A touch on a number that was left shows that a visitor is present, who gets the normal time. */
function stillHere(model: KioskModel, now: number): KioskModel {
  if (model.deadline === null) return model;
  const { phase } = model;
  return enter(model, phase.name === 'problem' && phase.left === true ? { ...phase, left: false } : phase, now);
}

export function reduce(model: KioskModel, event: KioskEvent, now: number): Transition {
  switch (event.kind) {
    case 'touchService':
      return touchService(model, event.serviceId, event.priority, now);
    case 'answerPriority':
      return answerPriority(model, event.priority, now);
    case 'touchGroup':
      return touchGroup(model, event.groupId, now);
    case 'chooseLanguage':
      return chooseLanguage(model, event.lang, now);
    case 'chooseSimple':
      return model.catalog === null ? stay(model) : readOtherwise(model, { simple: event.on }, now);
    case 'back':
      return back(model, now);
    case 'startCheckIn':
      return startCheckIn(model, now);
    case 'checkIn':
      return checkIn(model, event.code, now);
    case 'startLookUp':
      return startLookUp(model, now);
    case 'lookUp':
      return lookUp(model, event, now);
    case 'codeAnswered':
      return codeAnswered(model, event, now);
    case 'answerQuestion':
      return onward(model, inForm(model, event.questionId), (asking) => answer(asking, event.answer), now);
    case 'skipQuestion':
      return onward(model, inForm(model, event.questionId), skip, now);
    case 'backInForm':
      return backInForm(model, event, now);
    case 'callStaff':
      return callStaff(model, now);
    case 'staffHeard':
      return withStaff(model, heard(model.staff, event.call, now));
    case 'staffAway':
      return withStaff(model, model.staff?.state === 'calling' ? callNotDelivered(now) : model.staff);
    case 'staffTimeUp':
      return withStaff(model, staffTimeUp(model.staff, now));
    case 'stillHere':
      return stay(stillHere(model, now));
    case 'moreTime':
      // Ignored while idle: the next visitor must not inherit it.
      return stay(model.phase.name === 'idle' ? model : withTime(model, { moreTime: true }, now));
    case 'pace':
      return stay(withTime(model, { pace: event.times }, now));
    case 'done':
      return stay(model.phase.name === 'take-ticket' || model.phase.name === 'problem' ? goIdle(model) : model);
    case 'timeUp':
      return stay(timeUp(model, now));
    case 'shut':
      return stay(shut(model, event.message));
    case 'reopened':
      return stay(model.shut === null ? model : { ...model, shut: null });
    case 'fits':
      return stay({ ...model, fits: event.choices });
    case 'cardRead':
      return cardRead(model, event, now);
    case 'cardUnknown':
      return takesCodes(model) ? refused(withCard(model), 'card-unknown', now) : stay(model);
    case 'cardBlocked':
    case 'cardExpired': {
      const reason = event.kind === 'cardBlocked' ? 'card-blocked' : 'card-expired';
      return takesCodes(model) ? refused(withCard(model), reason, now) : stay(model);
    }
    case 'appointmentRead':
      return appointmentRead(model, event.appointment, now);
    case 'appointmentsRead':
      return appointmentsRead(model, event.appointments, now);
    case 'touchAppointment':
      return touchAppointment(model, event.appointmentId, now);
    case 'appointmentRefused':
      return takesCodes(model) ? refused(withCard(model), event.reason, now) : stay(model);
    case 'ticketIssued':
      return ticketIssued(model, event, now);
    case 'ticketRefused':
      return model.phase.name === 'issuing' && event.visit === model.visit
        ? refused(model, event.reason, now)
        : stay(model);
    case 'printEnded':
      return event.visit === model.visit ? printEnded(model, event.outcome, now) : stay(model);
    case 'takenAlong':
      return takenAlong(model, event.visit, now);
    case 'catalog':
      return withCatalog(model, event);
    case 'queues':
      return stay({ ...model, now: event.now });
    case 'alone':
      return stay(model.link.kind === 'alone' ? model : { ...model, link: { kind: 'alone' } });
    case 'linkDown':
      return stay({ ...model, link: { kind: 'down', reason: event.reason } });
    case 'printerStatus':
      return stay({ ...model, printer: event.status });
  }
}
