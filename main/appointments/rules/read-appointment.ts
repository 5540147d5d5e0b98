/** Validation of a single appointment outside a site file. */
import { Ajv } from 'ajv';
import { compiledLate, QUICK_TO_COMPILE } from '../../lib/ajv-options.ts';
import { brokenTexts } from '../../lib/broken-texts.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { shapeFaults } from '../../lib/shape-faults.ts';
import { type Appointment, AppointmentSchema, type CollectionName } from '../../site/contract/site.ts';
import { referencesIn } from '../../site/rules/reference-faults.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { tellAppointmentFaults } from './appointment-faults.ts';

const ajv = new Ajv({ ...QUICK_TO_COMPILE, allErrors: true, useDefaults: true, strict: false });
const shapeCheck = compiledLate<Appointment>(ajv, AppointmentSchema);

/** With every default filled in, or all of its faults by the names of its fields: `service: there is no service "x"`. */
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
    faults.push(`${path}: must be whole characters, and none of them the character zero`);
  return faults.length > 0 ? fail(faults) : ok(appointment);
}

/** What is wrong with an appointment of the right shape, at this site. */
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
      // By its id alone: a name may change.
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
  tellAppointmentFaults(appointment, around, (field) => `${path}${field}`, tell);
  return faults;
}
