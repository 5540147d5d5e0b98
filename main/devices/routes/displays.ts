/** REST operations for the configuration and list of displays (extension). */

import { Ajv } from 'ajv';
import { DISPLAY_DEVICES } from '../../access/service/device-kinds.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { QUICK_TO_COMPILE } from '../../lib/ajv-options.ts';
import { refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import {
  DEVICE_TYPE,
  type Device,
  DisplaySchema,
  type DisplaySettings,
  type Service,
} from '../../site/contract/site.ts';
import { itemsOf } from '../../site/rules/site-items.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import { LIST_DISPLAYS, READ_DISPLAY } from '../contract/endpoints.ts';
import { DisplayAnswer, DisplayParameters, DisplaysAnswer } from '../contract/rest/displays.ts';

let known: DisplaySettings | null = null;

/** Read at the first request of a display. */
function defaults(): DisplaySettings {
  if (known !== null) return known;
  const settings: unknown = {};
  if (
    !new Ajv({ ...QUICK_TO_COMPILE, useDefaults: true, strict: false }).validate<DisplaySettings>(
      DisplaySchema,
      settings,
    )
  ) {
    throw new Error('A setting of displays has no default.');
  }
  known = settings;
  return known;
}

const displays = operation({
  name: 'displays',
  area: 'devices',
  summary: 'Active displays; a display with its own key gets only itself.',
  endpoint: LIST_DISPLAYS,
  devices: DISPLAY_DEVICES,
  parameters: NoParameters,
  answer: DisplaysAnswer,
  async handle(_parameters, { caller, site }) {
    const seen = caller.kind === 'device' ? [caller.device] : site.file.devices;
    const found = seen
      .filter(({ type, state }) => type === DEVICE_TYPE.display && state === 1)
      .flatMap((device) => {
        const location = deviceLocation(site, device);
        return location === undefined
          ? []
          : [{ ...idAndName(device), location: location.id, location_name: location.name }];
      });
    return ok({ success: true, displays: found.sort((a, b) => a.name.localeCompare(b.name, 'en')) });
  },
});

const display = operation({
  name: 'display',
  area: 'devices',
  summary: 'Configuration of a display; it receives calls from the event stream.',
  errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.deviceUnavailable],
  endpoint: READ_DISPLAY,
  devices: DISPLAY_DEVICES,
  reach: { asDevice: 'alone' },
  parameters: DisplayParameters,
  answer: DisplayAnswer,
  async handle({ device_id }, { site }) {
    const device = site.device(device_id);
    if (device === undefined || device.type !== DEVICE_TYPE.display) return refuse(ERRNO.notFound, 'device_id');
    if (device.state !== 1) return refuse(ERRNO.deviceUnavailable, 'device_id');
    const location = deviceLocation(site, device);
    if (location === undefined) return refuseAs('device_without_location', { parameter: 'device_id' });
    const settings = device.display ?? defaults();
    const { services, showsAll } = shown(site, device, location.id);
    const { default_lang, languages } = site.settings;
    return ok({
      success: true,
      device: { ...idAndName(device), screen_inches: device.screen_inches },
      location: {
        id: location.id,
        name: location.name,
        timezone: location.timezone,
        logo: location.logo,
        colour: location.colour,
        translations: location.translations,
      },
      languages: [device.languages, location.languages, languages].find((list) => list.length > 0) ?? [default_lang],
      default_lang,
      services: services.map(serviceShape),
      shows_all: showsAll,
      desks: itemsOf('desks', site.file.desks)
        .at(location.id)
        .map(({ id, name, tag, translations }) => ({ id, name, tag, translations })),
      settings,
      pronunciations: site.settings.pronunciations,
      number_width: location.number_width,
    });
  },
});

function idAndName({ id, name }: Device): { readonly id: string; readonly name: string } {
  return { id, name };
}

/** The services of the display and its groups; all of the location when it names neither. */
function shown(
  site: Site,
  device: Device,
  locationId: string,
): { readonly services: readonly Service[]; readonly showsAll: boolean } {
  const all = site.servicesOf(locationId);
  const groups = device.display?.service_groups ?? [];
  const showsAll = device.services.length === 0 && groups.length === 0;
  if (showsAll) return { services: all, showsAll };
  const wanted = ({ id, service_group }: Service): boolean =>
    device.services.includes(id) || (service_group !== '' && groups.includes(service_group));
  return { services: all.filter(wanted), showsAll };
}

type ServiceShape = DisplayAnswer['services'][number];

/** Keyed by service objects, which never change: an edit replaces them. */
const shapes = new WeakMap<Service, ServiceShape>();

function serviceShape(service: Service): ServiceShape {
  const known = shapes.get(service);
  if (known !== undefined) return known;
  const { id, name, tag, rgbColour, translations } = service;
  const colour = rgbColour.replace(/^#/, '');
  const shape = {
    id,
    name,
    tag,
    colour: colour === '' ? '' : `#${colour}`,
    translations: Object.fromEntries(
      Object.entries(translations)
        .filter(([, texts]) => texts.name !== '')
        .map(([lang, texts]) => [lang, { name: texts.name }]),
    ),
  };
  shapes.set(service, shape);
  return shape;
}

export const DISPLAY_OPERATIONS: readonly Operation[] = [displays, display];
