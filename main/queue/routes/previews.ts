/**
 * REST operations for previews of hours, forms and tickets.
 *
 * They show the effect of a change of the site before it is saved: opening hours, forms, and the printed ticket.
 */

import Type from 'typebox';
import { askedQuestions } from '../../forms/rules/asked-questions.ts';
import { checkAnswers } from '../../forms/rules/check-answers.ts';
import { formBook } from '../../forms/rules/form-book.ts';
import { questionIn } from '../../forms/rules/question-in.ts';
import { type Answer, readAnswer } from '../../forms/rules/read-answer.ts';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { codedRefusal, type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { isZone } from '../../lib/zone.ts';
import type { DrawFault, DrawPaper, PaperOrder } from '../../printing/contract/paper-preview.ts';
import type { PaperPart } from '../../printing/contract/printing.ts';
import { toRead } from '../../rest/operation/back-office.ts';
import { resolveService } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import {
  LIST_PUBLIC_HOLIDAYS,
  PREVIEW_FORM,
  PREVIEW_OPENING_HOURS,
  PREVIEW_TICKET,
} from '../../site/contract/endpoints.ts';
import {
  FormPreviewAnswer,
  FormPreviewParameters,
  OpeningHoursAnswer,
  type OpeningHoursParameters,
  OpeningHoursParameters as OpeningHoursSchema,
  PublicHolidaysAnswer,
  PublicHolidaysParameters,
  TicketPreviewAnswer,
  TicketPreviewParameters,
} from '../../site/contract/rest/previews.ts';
import type { Location, SiteSetup } from '../../site/contract/site.ts';
import { publicHolidays, type Schedule, scheduleFault } from '../../site/rules/opening-hours.ts';
import { areOpen, nextTurn, openDaySteps } from '../../site/rules/opening-week.ts';
import { mergeSites, siteSteps } from '../../site/rules/site.ts';
import { siteInputSchema } from '../../site/rules/site-json-schema.ts';
import { Site } from '../../site/rules/site-model.ts';
import type { ServiceHere } from '../../site/service/service-hours.ts';
import { invalidSite } from '../../site/service/site-fault.ts';
import type { PhoneTickets } from '../../visitor-phone/service/phone-tickets.ts';
import { FLAG, NO_VISITOR, TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { CreateTicketAnswer } from '../contract/rest/queue-answers.ts';
import { issuedAnswer } from './create-ticket.ts';

interface PreviewServices {
  readonly drawPaper: DrawPaper | null;
  readonly phones: PhoneTickets;
}

const previewOpeningHours = operation({
  name: 'preview_opening_hours',
  area: 'admin',
  summary: 'The next seven days of a schedule, which need not be saved, or its errors.',
  errnos: [ERRNO.notFound],
  isHeavy: true,
  endpoint: PREVIEW_OPENING_HOURS,
  method: ['GET', 'POST'],
  ...toRead,
  parameters: OpeningHoursSchema,
  answer: OpeningHoursAnswer,
  async handle(parameters, { site, now }) {
    const schedules = readSchedules(site, parameters);
    if (!schedules.ok) return schedules;
    const [own] = schedules.value;
    const { zone: timezone } = own;
    const fault = scheduleFault(own.text, own.country);
    if (fault !== null) return ok({ success: true, fault, timezone, open_now: false, next_change: '', days: [] });
    const week = await inSlices(atMost(weekOf(schedules.value, timezone, now), MAX_LOOKS));
    if (week === null) {
      return ok({ success: true, fault: TOO_OFTEN, timezone, open_now: false, next_change: '', days: [] });
    }
    const { open, next, days } = week;
    return ok({
      success: true,
      fault: '',
      timezone,
      open_now: open,
      next_change: next === null ? '' : new Date(next).toISOString(),
      days: days.map(({ intervals, ...day }) => ({ ...day, intervals: [...intervals] })),
    });
  },
});

/** Limit for previews: checking a long schedule takes up to 1 ms per step; a normal week needs some dozens. */
const MAX_LOOKS = 2_000;

const TOO_OFTEN = 'opens and closes too often for a preview';

function* weekOf(schedules: readonly Schedule[], zone: string, now: number) {
  const open = yield* areOpen(schedules, now);
  const next = yield* nextTurn(schedules, open, now);
  return { open, next, days: yield* openDaySteps(schedules, zone, now) };
}

/** Runs a sliced task; null if it takes more steps. */
function* atMost<Value>(steps: SlicedWork<Value>, maxSteps: number): SlicedWork<Value | null> {
  for (let step = 0; step < maxSteps; step += 1) {
    const { done, value } = steps.next();
    if (done === true) return value;
    yield;
  }
  return null;
}

const publicHolidaysOf = operation({
  name: 'public_holidays',
  area: 'admin',
  summary: 'Nationwide public holidays of a country in a year, as a suggestion; empty if unknown.',
  isHeavy: true,
  endpoint: LIST_PUBLIC_HOLIDAYS,
  ...toRead,
  parameters: PublicHolidaysParameters,
  answer: PublicHolidaysAnswer,
  async handle({ country, year }) {
    return ok({ success: true, days: [...publicHolidays(country, year)] });
  },
});

/** The requested schedule, and the location's schedule if it applies. */
function readSchedules(
  site: Site,
  { schedule, location: locationId, timezone, country, within_location }: OpeningHoursParameters,
): Result<readonly [Required<Schedule>, ...Schedule[]], Refusal> {
  const location = locationId === '' ? undefined : site.location(locationId);
  if (locationId !== '' && location === undefined) return refuse(ERRNO.notFound, 'location');
  if (timezone !== '' && !isZone(timezone)) return refuse(ERRNO.invalidParameters, 'timezone');
  const place = { zone: timezone || (location?.timezone ?? 'UTC'), country: country || (location?.country ?? '') };
  const own = { text: schedule, ...place };
  return ok(within_location && location !== undefined ? [own, { ...place, text: location.schedule }] : [own]);
}

/** Seconds per place on the preview of a ticket. */
const SECONDS_PER_PLACE = 240;

const PREVIEW_ID = '00000000-0000-7000-8000-000000000000';

/**
 * The site with these items merged in, like an import; 5 with all faults. Nothing is stored. Devices are ignored: a
 * preview does not show them, and a uniqueness error would reveal card values.
 */
async function draftSite(
  file: SiteSetup,
  { devices: _devices, ...draft }: { readonly devices?: unknown },
): Promise<Result<Site, Refusal>> {
  if (Object.keys(draft).length === 0) return ok(new Site(file));
  const parsed = await inSlices(siteSteps(draft, file));
  return parsed.ok ? ok(new Site(mergeSites(file, parsed.value))) : fail(invalidSite(parsed.error));
}

const previewTicket = ({ phones, drawPaper }: PreviewServices) =>
  operation({
    name: 'preview_ticket',
    area: 'admin',
    summary:
      'Image of a ticket as it would be printed. The body contains unsaved changes, like an import; nothing is stored.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.tooMany],
    isHeavy: true,
    endpoint: PREVIEW_TICKET,
    ...toRead,
    parameters: TicketPreviewParameters,
    document: Type.Unsafe(siteInputSchema()),
    answer: TicketPreviewAnswer,
    async handle(given, { site: whole, store, body, now, isGone }) {
      if (drawPaper === null) return refuseAs('drawing_unavailable');
      const draft = await draftSite(whole.file, body);
      if (!draft.ok) return draft;
      const site = draft.value;
      const here = resolveService(site, given.service_id);
      if (!here.ok) return here;
      const device = given.device_id === '' ? undefined : site.device(given.device_id);
      if (given.device_id !== '' && device === undefined) return refuse(ERRNO.notFound, 'device_id');
      const [queue] = await store.query('serviceQueues', { services: [here.value.service.id] });
      const ticket = previewed(site, here.value, given, queue?.lastIssuedNumber ?? 0, now);
      const answer = answerFor(site, here.value, ticket, given.people);
      const { service, location } = here.value;
      const order: PaperOrder = {
        answer,
        // The id belongs to no ticket, so its page is empty.
        page: phones.pageOf(PREVIEW_ID),
        priority: given.priority,
        siteName: site.locationName(location, ticket.lang),
        serviceName: site.serviceText(service, ticket.lang).name,
        numberWidth: location.number_width,
        layout: layoutIn(site, location, ticket.lang),
        logo: location.logo,
        printer: device?.printer ?? '',
        dots: given.dots === 0 ? null : given.dots,
        columns: given.columns === 0 ? null : given.columns,
      };
      const drawn = await drawPaper(order, isGone);
      if (!drawn.ok) return fail(drawRefusal(drawn.error));
      const { png, dots, columns, lengthMm, text, isShortened } = drawn.value;
      const { people_waiting, date_text, prioritary_ticket, extra_text, footer_text } = answer.ticket_strings;
      return ok({
        success: true,
        image: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
        text,
        lang: ticket.lang,
        dots,
        columns,
        length_mm: lengthMm,
        shortened: isShortened,
        texts: {
          site: site.locationName(location, ticket.lang),
          service: site.serviceText(service, ticket.lang).name,
          number: site.ticketLabel(service, ticket.number),
          people: people_waiting,
          date: date_text,
          priority: prioritary_ticket,
          extra_text,
          footer_text,
        },
      });
    },
  });

function drawRefusal(fault: DrawFault): Refusal {
  if (fault.kind === 'busy') return codedRefusal('too_many_requests', { retryAfterSeconds: 1 });
  return { errno: ERRNO.invalidParameters, error: fault.detail, parameter: 'columns' };
}

function layoutIn(site: Site, location: Location, lang: string): readonly PaperPart[] {
  return location.ticket_layout.map((part) => {
    const { translations: _translations, ...placed } = part;
    return { ...placed, text: site.ticketPartText(location, part, lang) };
  });
}

function previewed(
  site: Site,
  { service, location }: ServiceHere,
  { lang, number, priority }: TicketPreviewParameters,
  lastNumber: number,
  now: number,
): TicketRecord {
  const shown = number || Math.max(service.first_ticket_number, lastNumber + 1);
  return {
    ...NO_VISITOR,
    id: PREVIEW_ID,
    locationId: location.id,
    serviceId: service.id,
    dstServiceId: service.id,
    dstDeskId: '',
    dstUserId: '',
    number: shown,
    label: site.ticketLabel(service, shown),
    state: TICKET_STATE.waiting,
    transferred: false,
    flags: priority ? FLAG.priority : 0,
    lang: site.chooseLanguage(lang, location.id),
    appId: '',
    scheduledAt: null,
    issuedAt: now,
    waitingSince: now,
  };
}

function answerFor(site: Site, here: ServiceHere, ticket: TicketRecord, before: number): CreateTicketAnswer {
  const queue = {
    serviceId: ticket.serviceId,
    waiting: before + 1,
    waitingPriority: 0,
    averageWaitSeconds: null,
    secondsPerPlace: null,
    lastIssuedNumber: ticket.number,
  };
  return issuedAnswer(
    site,
    here,
    { ticket, queue, before, waitSeconds: (before + 1) * SECONDS_PER_PLACE },
    { withStrings: true, audience: 'staff' },
  );
}

const previewForm = operation({
  name: 'preview_form',
  area: 'admin',
  summary: 'The next questions of a form after some answers. The body contains unsaved changes; nothing is stored.',
  errnos: [ERRNO.notFound],
  isHeavy: true,
  endpoint: PREVIEW_FORM,
  ...toRead,
  parameters: FormPreviewParameters,
  document: Type.Unsafe(siteInputSchema()),
  answer: FormPreviewAnswer,
  async handle({ form_id, lang, stage, channel, answers: sent }, { site: whole, body }) {
    const draft = await draftSite(whole.file, body);
    if (!draft.ok) return draft;
    const book = formBook(draft.value);
    if (book.template(form_id) === undefined) return refuse(ERRNO.notFound, 'form_id');
    const given = answersIn(sent);
    if (given === null) return refuse(ERRNO.invalidParameters, 'answers');
    const questions = book.questions([form_id]);
    const known = new Map<string, Answer>();
    const wrong = new Map<string, string>();
    for (const question of questions) {
      const read = readAnswer(question, given.get(question.id));
      if (!read.ok) wrong.set(question.id, read.error);
      else if (read.value !== null) known.set(question.id, read.value);
    }
    // Staff can ask during and at the end of the visit, and see all questions.
    const own = questions.filter((question) => question.stage === stage);
    const where = stage === 'before' ? channel : null;
    const asked = new Set(askedQuestions(questions, where, known).map(({ id }) => id));
    const checked = checkAnswers({ questions: own, given: new Map(), channel: where, known, complete: true });
    const missing = new Set(checked.ok ? [] : checked.error.map(({ questionId }) => questionId));
    const shown = own.filter(({ id }) => asked.has(id));
    return ok({
      success: true,
      questions: shown.map((question) => {
        const { text, ratingTo, options, ...rest } = questionIn(question, lang || draft.value.settings.default_lang);
        return {
          ...rest,
          question: text,
          options: [...options],
          rating_to: ratingTo,
          answer: [...(known.get(question.id) ?? [])],
          fault: wrong.get(question.id) ?? (missing.has(question.id) ? 'required' : ''),
        };
      }),
      complete: checked.ok && shown.every(({ id }) => !wrong.has(id)),
    });
  },
});

function answersIn(text: string): ReadonlyMap<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(text === '' ? '{}' : text);
    const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
    return isRecord ? new Map(Object.entries(given)) : null;
  } catch {
    return null;
  }
}

export const previewOperations = (services: PreviewServices): readonly Operation[] => [
  previewOpeningHours,
  publicHolidaysOf,
  previewTicket(services),
  previewForm,
];
