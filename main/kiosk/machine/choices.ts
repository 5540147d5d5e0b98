/** Choices of a screen: services, or groups where not all services fit. */

import { baseLanguage, inLanguage } from '../../lib/language.ts';
import { SIMPLE_LANGUAGES } from '../../lib/languages.ts';
import { simpleLanguage } from '../../lib/simple-language.ts';
import { parseWallTime } from '../../lib/zone.ts';
import type { Choice, GroupChoice, ServiceChoice } from '../contract/kiosk.ts';
import type { Catalog, CatalogGroup, CatalogService, CurrentService } from './catalog.ts';
import type { AppointmentOffer, KioskModel } from './model.ts';

const UNKNOWN: CurrentService = { open: false, opensAt: null, waiting: 0, waitSeconds: null };

/** Whether the program has simple-language texts for it. */
export const hasSimple = (lang: string): boolean => SIMPLE_LANGUAGES.some((each) => each === baseLanguage(lang));

export const readsSimple = ({ lang, simple }: KioskModel): boolean => simple && hasSimple(lang);

/** Language of the organisation's texts: simple language where chosen, with the ordinary text as fallback. */
export const readIn = (model: KioskModel): string => (readsSimple(model) ? simpleLanguage(model.lang) : model.lang);

function serviceChoice(catalog: Catalog, service: CatalogService, model: KioskModel): ServiceChoice {
  const texts = inLanguage(service.texts, readIn(model), catalog.defaultLang);
  const live = model.now[service.id] ?? UNKNOWN;
  return {
    id: service.id,
    name: texts?.name ?? service.id,
    description: texts?.description ?? '',
    tag: service.tag,
    colour: service.colour,
    pictogram: service.pictogram ?? '',
    open: live.open,
    opensAt: live.opensAt,
    full: live.open && isFull(service, live),
    waiting: live.waiting,
    waitSeconds: live.waitSeconds,
    priorityAllowed: service.priorityAllowed,
  };
}

function groupChoice(catalog: Catalog, group: CatalogGroup, model: KioskModel): GroupChoice {
  const texts = inLanguage(group.texts, readIn(model), catalog.defaultLang);
  const services = catalog.services.filter((service) => service.groupId === group.id);
  return {
    id: group.id,
    name: texts?.name ?? group.id,
    description: texts?.description ?? '',
    pictogram: group.pictogram ?? '',
    serviceCount: services.length,
    openCount: services.filter((service) => model.now[service.id]?.open === true).length,
    waiting: waitingIn(services, model),
  };
}

/** Whether the visitor's card is limited to some services. */
function isLimited({ card }: KioskModel): boolean {
  return (card?.grant?.services.length ?? 0) > 0;
}

/** Services that this visitor can choose. */
export function offeredServices(model: KioskModel): readonly CatalogService[] {
  const all = model.catalog?.services ?? [];
  return isLimited(model) ? all.filter(({ id }) => model.card?.grant?.services.includes(id)) : all;
}

/** Whether no tickets are issued at present. */
export function isFull({ maxWaiting }: CatalogService, { full = false, waiting }: CurrentService): boolean {
  return full || (maxWaiting > 0 && (waiting ?? 0) >= maxWaiting);
}

/** Null when unknown for one of them. */
function waitingIn(services: readonly CatalogService[], model: KioskModel): number | null {
  let sum = 0;
  for (const { id } of services) {
    const waiting = model.now[id]?.waiting ?? (model.now[id] === undefined ? 0 : null);
    if (waiting === null) return null;
    sum += waiting;
  }
  return sum;
}

/** The open group, if any. */
export function openGroup(model: KioskModel): GroupChoice | null {
  const group = model.catalog?.groups.find((each) => each.id === model.openGroupId);
  return model.catalog === null || group === undefined ? null : groupChoice(model.catalog, group, model);
}

function asService(catalog: Catalog, model: KioskModel): (service: CatalogService) => Choice {
  return (service) => ({ kind: 'service', ...serviceChoice(catalog, service, model) });
}

/**
 * An open group shows its services. The first level shows services while they fit, or while there are fewer than two
 * groups; otherwise groups come first, then services without a group.
 */
export function choices(model: KioskModel): readonly Choice[] {
  const { catalog } = model;
  if (catalog === null) return [];
  const service = asService(catalog, model);
  // A card limited to some services shows them at once.
  if (isLimited(model)) return offeredServices(model).map(service);
  if (model.openGroupId !== null) {
    return catalog.services.filter((each) => each.groupId === model.openGroupId).map(service);
  }
  const groups = catalog.groups.filter((group) => catalog.services.some((each) => each.groupId === group.id));
  if (catalog.services.length <= model.fits || groups.length < 2) return catalog.services.map(service);
  return [
    ...groups.map((group): Choice => ({ kind: 'group', ...groupChoice(catalog, group, model) })),
    ...catalog.services.filter((each) => !groups.some((group) => group.id === each.groupId)).map(service),
  ];
}

/** All services, without groups. */
export function serviceChoices(model: KioskModel): readonly Choice[] {
  return model.catalog === null ? [] : model.catalog.services.map(asService(model.catalog, model));
}

/** Appointments as choices, with the catalog's texts where this kiosk offers the service. */
export function appointmentChoices(model: KioskModel, appointments: readonly AppointmentOffer[]): readonly Choice[] {
  const { catalog } = model;
  if (catalog === null) return [];
  return appointments.map(({ id, serviceId, serviceName, tag, scheduledTo }): Choice => {
    const service = catalog.services.find((each) => each.id === serviceId);
    const texts = service && inLanguage(service.texts, readIn(model), catalog.defaultLang);
    const at = parseWallTime(scheduledTo, catalog.timeZone);
    return {
      kind: 'appointment',
      id,
      name: texts?.name ?? serviceName,
      description: '',
      tag,
      colour: service?.colour ?? '',
      pictogram: service?.pictogram ?? '',
      at: at === null ? null : new Date(at).toISOString(),
    };
  });
}
