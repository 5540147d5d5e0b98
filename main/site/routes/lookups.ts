/** Look-ups of the site: locations, services (also by metadata), server services. */

import { ALL_DEVICES, TICKET_DEVICES } from '../../access/service/device-kinds.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { matchLanguage } from '../../lib/language.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { serviceLabel } from '../../queue/service/ticket-shapes.ts';
import { MAX_PARAMETER_TEXT } from '../../rest/contract/parameters.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RawParameters } from '../../rest/parameters/query.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { LIST_LOCATIONS, LIST_SERVICES } from '../contract/endpoints.ts';
import {
  LocationsAnswer,
  LocationsParameters,
  type LocationView,
  ServerServicesAnswer,
  type ServerServiceView,
  ServicesAnswer,
  ServicesParameters,
  type ServiceView,
} from '../contract/rest/auxiliary.ts';
import type { Location, ServerService, Service } from '../contract/site.ts';
import type { Site } from '../rules/site-model.ts';
import { containsText, oneOf } from './filters.ts';

/** The caller's first language that the location supports, else the system's. */
export function readerLanguage(site: Site, languages: readonly string[], locationId: string): string {
  const spoken = site.languagesOf(locationId);
  const found = languages.map((lang) => matchLanguage(lang, spoken)).find((lang) => lang !== null);
  return found ?? site.chooseLanguage(languages[0] ?? '', locationId);
}

const locations = operation({
  name: 'locations',
  part: 'interface',
  area: 'lookups',
  summary: 'Locations that match the filters.',
  speaks: true,
  endpoint: LIST_LOCATIONS,
  devices: ALL_DEVICES,
  parameters: LocationsParameters,
  answer: LocationsAnswer,
  async handle({ filter }, { site, languages }) {
    const found = site.locations.filter(
      (location) =>
        (filter.code === '' || filter.code === location.id || filter.code === location.resource_id) &&
        oneOf(filter.locations, location.id) &&
        oneOf(filter.services, ...site.servicesOf(location.id).map(({ server_service }) => server_service)) &&
        oneOf(filter.city, location.city) &&
        oneOf(filter.region, location.region) &&
        oneOf(filter.country, location.country) &&
        containsText(filter.text, [
          location.email,
          location.phone,
          location.address,
          location.website,
          location.name,
          ...Object.values(location.translations).map(({ name }) => name),
        ]),
    );
    return ok({
      success: true,
      locations: found.map((location) => locationView(site, location, readerLanguage(site, languages, location.id))),
    });
  },
});

const services = operation({
  name: 'services',
  part: 'interface',
  area: 'lookups',
  summary: 'Services that match the filters.',
  speaks: true,
  endpoint: LIST_SERVICES,
  roles: ['acl_services_access'],
  devices: TICKET_DEVICES,
  parameters: ServicesParameters,
  answer: ServicesAnswer,
  async handle({ filter }, { site, store, languages }) {
    const found = site.services.filter(
      (service) =>
        oneOf(filter.ids, service.id) &&
        oneOf(filter.locations, service.location) &&
        oneOf(filter.services, service.server_service) &&
        containsText(filter.text, [
          service.name,
          service.description,
          ...Object.values(service.translations).flatMap(({ name, description }) => [name, description]),
        ]),
    );
    return ok({ success: true, services: await serviceViews(found, { site, store, languages }) });
  },
});

/** Every query pair is a metadata key with its required value. */
const servicesByMetadata = operation({
  name: 'services_metadata',
  part: 'interface',
  area: 'lookups',
  summary: 'Services with this metadata.',
  speaks: true,
  method: 'GET',
  path: '/restapi/services/metadata',
  roles: ['acl_qmpad_access'],
  devices: TICKET_DEVICES,
  parameters: NoParameters,
  pairs: 'A key of the metadata, with its value.',
  answer: ServicesAnswer,
  async handle(_parameters, { site, store, languages, query }) {
    const wanted = metadataPairs(query);
    if (!wanted.ok) return wanted;
    const found = site.services.filter(({ metadata }) =>
      wanted.value.every(([key, value]) => hasPair(metadata, key, value)),
    );
    return ok({ success: true, services: await serviceViews(found, { site, store, languages }) });
  },
});

/** Some generated clients send this text instead of an object of pairs; it would silently find nothing. */
const OBJECT_AS_TEXT = '[object Object]';

const NOT_ONE_BY_ONE = {
  errno: ERRNO.invalidParameters,
  error: 'The client sent an object as text. Send each key as a separate parameter, such as floor=1.',
} as const;

/** A repeated key would require all its values at once, which never matches. */
function metadataPairs(query: RawParameters): Result<readonly (readonly [string, string])[], Refusal> {
  const pairs: (readonly [string, string])[] = [];
  for (const [name, given] of Object.entries(query)) {
    for (const [key, value] of leavesOf(name, given)) {
      if (typeof value !== 'string' || value.length > MAX_PARAMETER_TEXT) return refuse(ERRNO.invalidParameters, name);
      if (value === OBJECT_AS_TEXT) return fail({ ...NOT_ONE_BY_ONE, parameter: name });
      if (key !== 'format' && value !== '') pairs.push([key, value]);
    }
  }
  return ok(pairs);
}

/** The query parser treats brackets as nesting; here they are part of a key again: `a[b]=c` is `c` under `a[b]`. */
function leavesOf(name: string, given: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(given)) return given.flatMap((one) => leavesOf(name, one));
  if (typeof given !== 'object' || given === null) return [[name, given]];
  return Object.entries(given).flatMap(([inner, value]) => leavesOf(`${name}[${inner}]`, value));
}

/** A key, also as `metadata[key]` if the plain one has another meaning: `format`. */
function hasPair(metadata: Readonly<Record<string, string>>, key: string, value: string): boolean {
  const wrapped = /^metadata\[(.+)\]$/s.exec(key)?.[1];
  return [key, wrapped].some((name) => name !== undefined && Object.hasOwn(metadata, name) && metadata[name] === value);
}

async function serviceViews(
  services: readonly Service[],
  { site, store, languages }: Pick<RequestContext, 'site' | 'store' | 'languages'>,
): Promise<ServiceView[]> {
  const queues = await store.query('serviceQueues', { services: services.map(({ id }) => id) });
  const numbers = new Map(queues.map(({ serviceId, lastIssuedNumber }) => [serviceId, lastIssuedNumber]));
  return services.map((service) =>
    serviceView(site, service, readerLanguage(site, languages, service.location), numbers.get(service.id) ?? 0),
  );
}

const serverServices = operation({
  name: 'serverservices',
  part: 'interface',
  area: 'lookups',
  summary: 'Services that several locations offer, with the same filters.',
  method: 'GET',
  path: '/restapi/serverservices',
  roles: ['acl_services_access'],
  devices: TICKET_DEVICES,
  parameters: ServicesParameters,
  answer: ServerServicesAnswer,
  async handle({ filter }, { site }) {
    const at = Map.groupBy(site.services, ({ server_service }) => server_service);
    const found = site.serverServices.filter(
      (service) =>
        oneOf(filter.ids, service.id) &&
        oneOf(filter.services, service.id) &&
        oneOf(filter.locations, ...(at.get(service.id) ?? []).map(({ location }) => location)) &&
        containsText(filter.text, [service.name, service.description]),
    );
    return ok({ success: true, services: found.map(serverServiceView) });
  },
});

function locationView(site: Site, location: Location, lang: string): LocationView {
  return {
    id: location.id,
    name: site.locationName(location, lang),
    state: location.state,
    location_group: location.location_group,
    phone: location.phone,
    email: location.email,
    website: location.website,
    coordinates: location.coordinates,
    address: location.address,
    cloud: location.cloud,
    country: location.country,
    region: location.region,
    city: location.city,
    timezone: location.timezone,
    timeformat: location.timeformat,
    schedule: location.schedule,
    social_links: location.social_links,
    t_checkin_before: location.t_checkin_before,
    t_checkin_after: location.t_checkin_after,
    t_attendance_before: location.t_attendance_before,
    t_attendance_after: location.t_attendance_after,
    t_delete: location.t_delete,
    t_profile_edit: location.t_profile_edit,
    obs: location.obs,
    resource_id: location.resource_id,
  };
}

/** Common fields of services and server services. */
function sharedView(
  service: ServerService,
): Omit<ServerServiceView, 'server_service' | 'location' | 'currentTicketNumber'> {
  return {
    id: service.id,
    name: service.name,
    state: service.state,
    description: serviceLabel(service),
    capacity: service.capacity,
    slot_time: service.slot_time,
    allow_multi_slot_appointments: service.allow_multi_slot_appointments,
    allow_automatic_confirmation: service.allow_automatic_confirmation,
    schedule: service.schedule,
    app_schedule: service.app_schedule,
    question_group: service.question_group,
    tag: service.tag,
    rgbColour: service.rgbColour,
    maxTicketNumber: service.maxTicketNumber,
    qm_enabled: service.qm_enabled,
    virtual_ticket_enabled: service.virtual_ticket_enabled,
  };
}

function serverServiceView(service: ServerService): ServerServiceView {
  return { ...sharedView(service), server_service: '', location: '', currentTicketNumber: 0 };
}

function serviceView(site: Site, service: Service, lang: string, currentTicketNumber: number): ServiceView {
  const texts = site.serviceText(service, lang);
  const group = site.group(service.service_group);
  return {
    ...sharedView(service),
    name: texts.name,
    description: serviceLabel(texts),
    server_service: service.server_service,
    service_group:
      group === undefined ? { id: '', name: '', description: '' } : { id: group.id, ...site.groupText(group, lang) },
    service_code: service.service_code,
    location: service.location,
    currentTicketNumber,
    metadata: service.metadata,
  };
}

export const LOOKUP_OPERATIONS: readonly Operation[] = [locations, services, serverServices, servicesByMetadata];
