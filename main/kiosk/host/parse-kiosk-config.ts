/** Converts the server's responses to the kiosk machine's model. */

import type { KioskAnswer, KioskService } from '../../devices/contract/rest/kiosks.ts';
import { CHANNELS } from '../../forms/contract/form-constants.ts';
import type { KioskForm, KioskQuestion } from '../../forms/contract/rest/form-questions.ts';
import { channelOf } from '../../forms/rules/asked-questions.ts';
import type { FormQuestion } from '../../forms/rules/form-book.ts';
import { inLanguage, matchLanguage } from '../../lib/language.ts';
import { byPosition } from '../../lib/lists.ts';
import { isSimpleLanguage, usualLanguage } from '../../lib/simple-language.ts';
import { commonHours } from '../../lib/weekly-hours.ts';
import type { WaitingCountView } from '../../queue/contract/rest/queue-answers.ts';
import { KIOSK_SPEECH, TICKET_SLOTS } from '../contract/kiosk-access.ts';
import type { Catalog, CatalogPart, CatalogService, CurrentService, Translated } from '../machine/catalog.ts';
import type { DeviceEquipment } from './peripherals.ts';

export interface KioskReading {
  readonly catalog: Catalog;
  readonly equipment: DeviceEquipment;
  /** When a closed service opens: ISO instant, or null. */
  readonly opensAt: Readonly<Record<string, string | null>>;
  /** Estimated wait of the next ticket in seconds; 0 while unknown, negative where the server never sends it. */
  readonly nextWait: Readonly<Record<string, number>>;
}

type Texts = KioskService['translations'][string];

interface WithTexts {
  readonly name: string;
  readonly description: string;
  readonly translations: Readonly<Record<string, Texts>>;
}

/**
 * Translations merged over the default-language texts; an empty name is ignored. Parts without simple language keep the
 * ordinary text.
 */
function textsOf(thing: WithTexts, defaultLang: string): Readonly<Record<string, Translated>> {
  const own = { name: thing.name, description: thing.description };
  const all = Object.entries(thing.translations);
  const translated = all
    .filter(([id, { name }]) => name !== '' && !isSimpleLanguage(id))
    .map(([id, { name, description }]) => [id, { name, description }] as const);
  const usual = { [defaultLang]: own, ...Object.fromEntries(translated) };
  const simple = all
    .filter(([id]) => isSimpleLanguage(id))
    .map(([id, texts]) => [id, simpler(inLanguage(usual, usualLanguage(id), defaultLang) ?? own, texts)] as const);
  return { ...usual, ...Object.fromEntries(simple) };
}

function simpler(usual: Translated, { name, description, extra_text = '', footer_text = '' }: Texts): Translated {
  return {
    name: name || usual.name,
    description: description || usual.description,
    ...(extra_text === '' ? {} : { extraText: extra_text }),
    ...(footer_text === '' ? {} : { footerText: footer_text }),
  };
}

/** By configured position, else by letter. Older servers send no position. */
function inLine(one: KioskService, other: KioskService): number {
  return byPosition({ position: one.position ?? 0 }, { position: other.position ?? 0 }) || byTag(one, other);
}

function byTag(one: KioskService, other: KioskService): number {
  return one.tag.localeCompare(other.tag, 'en', { numeric: true }) || one.name.localeCompare(other.name, 'en');
}

/** Questions of these forms in order; a question in several forms is asked once. */
function questionsOf(formIds: readonly string[], forms: readonly KioskForm[]): readonly FormQuestion[] {
  const found = new Map<string, FormQuestion>();
  for (const form of formIds.flatMap((id) => forms.find((each) => each.id === id) ?? [])) {
    for (const question of form.questions) {
      if (!found.has(question.id)) found.set(question.id, readQuestion(question, form.id, found.size));
    }
  }
  return [...found.values()];
}

function readQuestion(question: KioskQuestion, formId: string, place: number): FormQuestion {
  const { has_dependency, question: questionId, answer } = question.depends_on;
  return {
    id: question.id,
    formId,
    stage: 'before',
    place,
    text: question.question,
    type: question.type,
    config: { ...question.config, translations: question.translations },
    required: question.required,
    channels: new Set(CHANNELS.filter((channel) => question.channels.includes(channel))),
    // The server decides who sees an answer, and for how long.
    staffSees: false,
    staffEdits: false,
    dependsOn: has_dependency ? { questionId, answer } : null,
    anonymiseInDays: null,
  };
}

function readService(
  service: KioskService,
  { location, forms, default_lang: defaultLang }: KioskAnswer,
): CatalogService {
  return {
    id: service.id,
    tag: service.tag,
    colour: service.colour,
    pictogram: service.pictogram ?? '',
    groupId: service.group,
    priorityAllowed: service.priority_allowed,
    maxWaiting: service.max_waiting,
    hours: commonHours([location.schedule, service.schedule]),
    questions: questionsOf(service.forms, forms),
    texts: textsOf(service, defaultLang),
  };
}

function readPart(
  { text, translations, ...part }: KioskAnswer['location']['ticket_layout'][number],
  defaultLang: string,
): CatalogPart {
  const translated = Object.entries(translations).map(([id, texts]) => [id, texts.text] as const);
  const all = [[defaultLang, text] as const, ...translated].filter(([, said]) => said !== '');
  return { ...part, texts: Object.fromEntries(all) };
}

/** `lang` overrides the initial language of the kiosk. */
export function readKiosk(answer: KioskAnswer, lang: string | null): KioskReading {
  const { device, location } = answer;
  const preferred = matchLanguage(lang ?? '', answer.languages) ?? answer.default_lang;
  const defaultLang = answer.languages.includes(preferred) ? preferred : (answer.languages[0] ?? preferred);
  const siteNames = Object.entries(location.translations).map(([id, texts]) => [id, texts.name] as const);
  return {
    catalog: {
      deviceId: device.id,
      locationId: location.id,
      channel: channelOf(device.type),
      siteNames: { [answer.default_lang]: location.name, ...Object.fromEntries(siteNames.filter(([, name]) => name)) },
      checkIn: answer.check_in,
      ...(answer.lookup === undefined ? {} : { lookUp: answer.lookup }),
      cardRules: answer.card_rules === true,
      darkWhenClosed: device.dark_when_closed,
      ticketSlot: TICKET_SLOTS.find((slot) => slot === device.ticket_slot) ?? 'below',
      screenInches: device.screen_inches ?? 0,
      staffCall: device.staff_call === true,
      speech: KIOSK_SPEECH.find((mode) => mode === device.speech) ?? 'headset',
      headsetOutput: device.headset_output ?? '',
      keys: device.keys ?? '',
      scanSeconds: device.scan_seconds ?? 0,
      lessMotion: device.less_motion === true,
      pronunciations: answer.pronunciations ?? [],
      timeZone: location.timezone,
      numberWidth: location.number_width,
      layout: location.ticket_layout.map((part) => readPart(part, answer.default_lang)),
      logo: location.logo,
      colour: location.colour,
      languages: answer.languages,
      defaultLang,
      hasPersonalTexts: answer.personal_texts,
      services: answer.services.toSorted(inLine).map((service) => readService(service, answer)),
      groups: answer.groups.map((group) => ({
        id: group.id,
        pictogram: group.pictogram ?? '',
        texts: textsOf(group, answer.default_lang),
      })),
    },
    equipment: { printer: device.printer, readers: device.readers },
    opensAt: Object.fromEntries(answer.services.map(({ id, opens_at }) => [id, opens_at || null])),
    nextWait: Object.fromEntries(answer.services.map(({ id, next_wait }) => [id, next_wait])),
  };
}

export function readQueues(
  counts: readonly WaitingCountView[],
  { opensAt, nextWait }: Pick<KioskReading, 'opensAt' | 'nextWait'>,
): Readonly<Record<string, CurrentService>> {
  return Object.fromEntries(
    counts.map((count) => {
      // The estimate as printed on the ticket; without one, the average of earlier waits.
      const said = nextWait[count.id] ?? -1;
      const waitSeconds = said >= 0 ? said : Number.parseInt(count.avg_waiting_time, 10);
      const live: CurrentService = {
        open: count.open,
        opensAt: count.open ? null : (opensAt[count.id] ?? null),
        waiting: Number.parseInt(count.number_of_waiting_tickets, 10) || 0,
        waitSeconds: waitSeconds > 0 ? waitSeconds : null,
      };
      return [count.id, live];
    }),
  );
}
