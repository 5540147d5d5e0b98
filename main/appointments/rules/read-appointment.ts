/** Validation of a single appointment outside a site file. */
import { Ajv } from 'ajv';
import { compiledLate, QUICK_TO_COMPILE } from '../../lib/ajv-options.ts';
import { brokenTexts } from '../../lib/broken-texts.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { shapeFaults } from '../../lib/shape-faults.ts';
import { isZone, parseWallTime } from '../../lib/zone.ts';
import { type Appointment, AppointmentSchema, type CollectionName } from '../../site/contract/site.ts';
import { type References, referencesIn } from '../../site/rules/reference-faults.ts';
import type { Site } from '../../site/rules/site-model.ts';

const ajv = new Ajv({ ...QUICK_TO_COMPILE, allErrors: true, useDefaults: true, strict: false });

const shapeCheck = compiledLate<Appointment>(ajv, AppointmentSchema);

/** The appointment with all defaults, or its faults by field name: `service: there is no service "x"`. */
export function readAppointment(
  input: Readonly<Record<string, unknown>>,
  site: Site,
): Result<Appointment, readonly string[]> {
  const [only, ...others] = site.locations;
  const { location = others.length === 0 ? only?.id : undefined, ...fields } = structuredClone(input);
  const appointment: unknown = location === undefined ? fields : { ...fields, location };
  const checkShape = shapeCheck();
  if (!checkShape(appointment)) return fail(shapeFaults(checkShape.errors ?? []));
  const faults = [...appointmentFaults(appointment, site)];
  for (const path of brokenTexts(appointment))
    faults.push(`${path}: must be valid Unicode without the character U+0000`);
  return faults.length > 0 ? fail(faults) : ok(appointment);
}

/** Site data that the checks need. */
interface Around {
  readonly references: References;
  /** Location of a service; empty when unknown. */
  homeOf(serviceId: string): string;
  zoneOf(locationId: string): string | undefined;
}

/** @param field path of a field, for the faults */
export function describeAppointmentFaults(
  appointment: Appointment,
  { references, homeOf, zoneOf }: Around,
  field: (name: keyof Appointment) => string,
  tell: (fault: string) => void,
): void {
  const { service, location, user, desk, scheduled_to, birthday } = appointment;
  references.needs(field('service'), 'services', service);
  const home = homeOf(service);
  const isPlace = references.exists(field('location'), 'locations', location);
  if (isPlace && home !== '' && location !== '' && location !== home) {
    tell(`${field('location')}: service "${service}" is at another location`);
  }
  references.exists(field('user'), 'users', user);
  if (references.exists(field('desk'), 'desks', desk) && desk !== '' && home !== '') {
    if (references.isElsewhere('desks', desk, home)) tell(`${field('desk')}: desk "${desk}" is at another location`);
  }
  const zone = zoneOf(home);
  if (zone !== undefined && isZone(zone) && parseWallTime(scheduled_to, zone) === null) {
    tell(`${field('scheduled_to')}: this time does not exist in ${zone}`);
  }
  if (birthday !== '' && parseWallTime(`${birthday} 00:00:00`, 'UTC') === null) {
    tell(`${field('birthday')}: this date does not exist`);
  }
}

/** Faults of a well-formed appointment at this site. */
export function appointmentFaults(appointment: Appointment, site: Site, path = ''): readonly string[] {
  const faults: string[] = [];
  const tell = (fault: string): unknown => faults.push(fault);
  const find = (name: CollectionName, id: string): { readonly location?: string } | undefined => {
    switch (name) {
      case 'locations':
        return site.location(id) && {};
      case 'services':
        return site.service(id);
      case 'desks':
        return site.desk(id);
      // By id only: a user name can change.
      case 'users':
        return site.user(id)?.id === id ? {} : undefined;
      default:
        return undefined;
    }
  };
  const references = referencesIn(
    {
      has: (name, id) => find(name, id) !== undefined,
      isElsewhere(name, id, at) {
        const found = find(name, id);
        return found !== undefined && found.location !== at;
      },
    },
    tell,
  );
  const around = {
    references,
    homeOf: (id: string) => site.service(id)?.location ?? '',
    zoneOf: (id: string) => site.location(id)?.timezone,
  };
  describeAppointmentFaults(appointment, around, (field) => `${path}${field}`, tell);
  return faults;
}
