/** Kiosk configuration assembled from a third-party server's locations and services. */

import type { KioskAnswer } from '../../devices/contract/rest/kiosks.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { LocationView, ServiceView } from '../../site/contract/rest/auxiliary.ts';
import { DEVICE_TYPE } from '../../site/contract/site.ts';
import type { ClientFault, QueueClient } from './queue-client.ts';

interface InLanguage {
  readonly lang: string;
  readonly location: LocationView;
  readonly services: readonly ServiceView[];
}

export async function buildKiosk(
  client: Pick<QueueClient, 'locations' | 'services' | 'waitingTicketsCount'>,
  deviceId: string,
  languages: readonly string[],
  locationId?: string,
): Promise<Result<KioskAnswer, ClientFault>> {
  const readings: InLanguage[] = [];
  for (const lang of languages) {
    const reading = await readIn(client, lang, locationId);
    if (!reading.ok) return reading;
    readings.push(reading.value);
  }
  const [own] = readings;
  if (own === undefined) return fail({ kind: 'unreachable', detail: 'no language is configured' });
  const counts = await client.waitingTicketsCount(own.location.id);
  const openIds = new Set(counts.ok ? counts.value.services.filter(({ open }) => open).map(({ id }) => id) : []);
  const { location } = own;
  const services = own.services.filter(({ qm_enabled }) => qm_enabled);
  const groups = new Map(services.map(({ service_group: group }) => [group.id, group]));
  groups.delete('');

  return ok({
    success: true,
    device: {
      id: deviceId,
      name: '',
      type: DEVICE_TYPE.kiosk,
      languages: [...languages],
      printer: '',
      readers: [],
      dark_when_closed: false,
      panel_pin: '',
      asked: false,
    },
    location: {
      id: location.id,
      name: location.name,
      state: location.state,
      timezone: location.timezone || 'UTC',
      timeformat: location.timeformat,
      schedule: location.schedule,
      country: location.country,
      logo: '',
      colour: '',
      number_width: 0,
      ticket_layout: [],
      translations: Object.fromEntries(readings.map(({ lang, location: { name } }) => [lang, { name }])),
    },
    languages: [...languages],
    default_lang: own.lang,
    personal_texts: true,
    groups: [...groups.values()].map((group) => ({
      ...group,
      translations: translationsOf(readings, (reading) =>
        reading.services.map(({ service_group }) => service_group).find(({ id }) => id === group.id),
      ),
    })),
    services: services.map((service) => ({
      id: service.id,
      name: service.name,
      description: service.description,
      tag: service.tag,
      colour: /^#?[0-9a-fA-F]{6}$/.test(service.rgbColour) ? `#${service.rgbColour.replace('#', '')}` : '',
      group: service.service_group.id,
      position: 0,
      schedule: service.schedule,
      state: service.state,
      open: openIds.has(service.id),
      opens_at: '',
      next_wait: -1,
      priority_allowed: true,
      max_waiting: 0,
      forms: [],
      translations: translationsOf(readings, (reading) => reading.services.find(({ id }) => id === service.id)),
    })),
    // Third-party servers have no appointment codes.
    check_in: false,
    forms: [],
  });
}

async function readIn(
  client: Pick<QueueClient, 'locations' | 'services'>,
  lang: string,
  locationId: string | undefined,
): Promise<Result<InLanguage, ClientFault>> {
  const locations = await client.locations(lang);
  if (!locations.ok) return locations;
  const location =
    locationId === undefined && locations.value.length === 1
      ? locations.value[0]
      : locations.value.find(({ id }) => id === locationId);
  if (location === undefined) {
    const known = locations.value.map(({ id }) => id).join(', ');
    const fault = locationId === undefined ? 'has several locations' : `has no location ${locationId}`;
    return fail({ kind: 'unreachable', detail: `the server ${fault}: name one with --location (${known})` });
  }
  const services = await client.services(lang, { locations: [location.id] });
  return services.ok ? ok({ lang, location, services: services.value }) : services;
}

function translationsOf(
  readings: readonly InLanguage[],
  find: (reading: InLanguage) => { readonly name: string; readonly description: string } | undefined,
): Record<string, { name: string; description: string }> {
  return Object.fromEntries(
    readings.flatMap((reading) => {
      const found = find(reading);
      return found === undefined ? [] : [[reading.lang, { name: found.name, description: found.description }]];
    }),
  );
}
