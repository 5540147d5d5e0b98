/** Derives the page's state from the model. */

import type { WedgeRhythm } from '../../devices/contract/wedge.ts';
import { questionIn } from '../../forms/rules/question-in.ts';
import { baseLanguage, inLanguage } from '../../lib/language.ts';
import { writingDirection } from '../../lib/writing-direction.ts';
import type { PrinterStatus } from '../../printing/contract/printing.ts';
import type { KioskLanguage, KioskScreen, KioskStaff, KioskState } from '../contract/kiosk.ts';
import type { CatalogService } from './catalog.ts';
import { appointmentChoices, choices, hasSimple, openGroup, readIn, serviceChoices } from './choices.ts';
import { placeOf, questionAt } from './form.ts';
import { answerShown } from './look-up.ts';
import { type KioskModel, type KioskPhase, WARN_MS } from './model.ts';

/** A language's own name in its own script, capitalised where the script has capitals. */
function ownName(lang: string): string {
  const base = lang.replaceAll('_', '-');
  const short = base.split('-')[0] ?? base;
  const name = new Intl.DisplayNames([base], { type: 'language', languageDisplay: 'standard' }).of(short) ?? lang;
  return name.charAt(0).toLocaleUpperCase(base) + name.slice(1);
}

const languageCache = new Map<string, KioskLanguage>();

/** A language for the language bar. */
export function language(id: string): KioskLanguage {
  const known = languageCache.get(id) ?? { id, name: ownName(id), dir: writingDirection(id) };
  languageCache.set(id, known);
  return known;
}

/** Next opening time of any service; null when unknown. */
function nextOpening(model: KioskModel): string | null {
  const times = Object.values(model.now).flatMap((live) => (live.opensAt === null ? [] : [live.opensAt]));
  return times.sort()[0] ?? null;
}

function serviceName(model: KioskModel, serviceId: string): string {
  const service = model.catalog?.services.find((each) => each.id === serviceId);
  if (service === undefined) return '';
  return inLanguage(service.texts, readIn(model), model.catalog?.defaultLang ?? '')?.name ?? '';
}

function firstScreen(model: KioskModel, phase: 'idle' | 'choose'): KioskScreen {
  const { link, catalog, shut } = model;
  if (shut?.inForce === true && catalog !== null) {
    // A message without a suitable language is replaced by the page's default text.
    const known = [readIn(model), model.lang, baseLanguage(model.lang), catalog.defaultLang].find(
      (lang) => lang in shut.message,
    );
    return { name: 'shut', message: shut.message[known ?? ''] ?? '' };
  }
  if (link.kind === 'down') return { name: 'out-of-service', reason: link.reason };
  if (link.kind === 'starting' || catalog === null) return { name: 'starting' };
  if (catalog.services.length > 0 && Object.keys(model.now).length === 0) return { name: 'starting' };
  if (catalog.services.length === 0) return { name: 'out-of-service', reason: 'no-services' };
  if (catalog.services.every((service) => model.now[service.id]?.open !== true)) {
    return closedScreen(model, catalog.services);
  }
  const all = choices(model);
  if (phase === 'idle') return { name: 'idle', choices: all };
  const late = model.card?.missed !== undefined;
  return { name: 'choose', choices: all, group: openGroup(model), card: model.card !== null && !late, late };
}

/** One message for all services, unless their hours differ. Services that will not open do not count. */
function closedScreen(model: KioskModel, services: readonly CatalogService[]): KioskScreen {
  const opening = services.filter(({ id }) => (model.now[id]?.opensAt ?? null) !== null);
  const compared = opening.length > 0 ? opening : services;
  const facts = compared.map(({ id, hours = null }) => JSON.stringify([hours, model.now[id]?.opensAt ?? null]));
  const isAlike = new Set(facts).size === 1;
  return {
    name: 'closed',
    opensAt: nextOpening(model),
    hours: isAlike ? (compared[0]?.hours ?? null) : null,
    choices: isAlike ? [] : serviceChoices(model),
  };
}

function formScreen(model: KioskModel, phase: Extract<KioskPhase, { name: 'form' }>): KioskScreen {
  const { asking, fault } = phase;
  return {
    name: 'form',
    serviceName: serviceName(model, phase.serviceId),
    step: placeOf(asking),
    question: questionIn(questionAt(asking), readIn(model)),
    answer: asking.answers.get(asking.at) ?? [],
    fault,
  };
}

function screen(model: KioskModel): KioskScreen {
  const { phase } = model;
  switch (phase.name) {
    case 'idle':
    case 'choose':
      return firstScreen(model, phase.name);
    case 'priority':
      return { name: 'priority', serviceName: serviceName(model, phase.serviceId) };
    case 'form':
      return formScreen(model, phase);
    case 'look-up': {
      const { asks, looking, fault } = phase;
      const by = model.catalog?.lookUp ?? 'name';
      return { name: 'look-up', by, asks, answer: answerShown(phase), looking, fault };
    }
    case 'appointments':
      return { name: 'appointments', choices: appointmentChoices(model, phase.appointments) };
    case 'issuing':
      return { name: 'issuing', serviceName: serviceName(model, phase.serviceId) };
    default:
      return phase;
  }
}

/** An unprinted number disappears only at the next touch, so it has no countdown, unless it is on a phone. */
const keepsNumber = (phase: KioskPhase): boolean =>
  phase.name === 'problem' && phase.ticket !== null && phase.taken !== true;

function paperHint(status: PrinterStatus): KioskState['printer'] {
  switch (status.kind) {
    case 'none':
      return 'none';
    case 'ready':
      return status.paperLow ? 'low' : 'ok';
    case 'connecting':
    case 'mute':
      return 'ok';
    case 'silent':
      return 'silent';
    case 'no-paper':
      return 'no-paper';
    default:
      return 'fault';
  }
}

/** No call for staff while the location is closed, or the kiosk is out of service. */
function staffOf({ catalog, link, staff }: KioskModel, shown: KioskScreen, now: number): KioskStaff | null {
  const works =
    (link.kind === 'up' || link.kind === 'alone') &&
    !['closed', 'shut', 'starting', 'out-of-service'].includes(shown.name);
  if (catalog?.staffCall !== true || !works) return null;
  return staff === null ? { state: 'none', agoMs: 0 } : { state: staff.state, agoMs: Math.max(0, now - staff.since) };
}

export function view(model: KioskModel, now: number, wedge: WedgeRhythm | null): KioskState {
  const { catalog, lang } = model;
  const languages = catalog?.languages ?? [];
  const shown = screen(model);
  return {
    screen: shown,
    lang,
    dir: writingDirection(lang),
    simple: hasSimple(lang) ? model.simple : null,
    languages: languages.length > 1 ? languages.map(language) : [],
    siteName: catalog === null ? '' : (inLanguage(catalog.siteNames, readIn(model), catalog.defaultLang) ?? ''),
    logo: catalog?.logo ?? '',
    colour: catalog?.colour ?? '',
    timeZone: catalog?.timeZone ?? 'UTC',
    wedge,
    checkIn: (catalog?.checkIn === true || catalog?.lookUp !== undefined) && model.link.kind !== 'alone',
    lookUp: catalog?.lookUp !== undefined && model.link.kind !== 'alone',
    staff: staffOf(model, shown, now),
    dark: catalog?.darkWhenClosed === true && shown.name === 'closed' && model.phase.name === 'idle',
    ticketSlot: catalog?.ticketSlot ?? 'below',
    screenInches: catalog?.screenInches ?? 0,
    speech: catalog?.speech ?? 'headset',
    headsetOutput: catalog?.headsetOutput ?? '',
    keys: catalog?.keys ?? '',
    scanSeconds: catalog?.scanSeconds ?? 0,
    lessMotion: catalog?.lessMotion === true,
    pronunciations: catalog?.pronunciations ?? [],
    alone: model.link.kind === 'alone',
    printer: paperHint(model.printer),
    timeout:
      model.deadline === null || keepsNumber(model.phase)
        ? null
        : { remainingMs: Math.max(0, model.deadline - now), warnMs: WARN_MS },
    panel: null,
  };
}
