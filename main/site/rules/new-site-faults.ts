/**
 * Checks for new items only, which older sites may fail.
 *
 * Stored items stay valid until they are edited.
 */
import { STAGES } from '../../forms/contract/form-constants.ts';
import { parseReaderUrl } from '../../kiosk/rules/reader-url.ts';
import { brokenTexts } from '../../lib/broken-texts.ts';
import { listDifference, type Placed } from '../../lib/lists.ts';
import { isTooLarge, MAX_PNG_DOTS, PNG_HEAD_BYTES, type PngSize, pngSize } from '../../lib/png-size.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { parsePrinterUrl } from '../../printing/printer-url.ts';
import { isPictogram, PICTOGRAMS } from '../contract/pictograms.ts';
import { ROLES } from '../contract/roles.ts';
import { COLLECTIONS, PRIVATE_NETWORKS, type SiteFile, type SiteSetup } from '../contract/site.ts';
import { deviceAddressFault } from './device-address.ts';
import { itemsOf } from './site-items.ts';
import { ownTextFaults } from './ticket-layout-faults.ts';

/**
 * @param before current site; empty if there is none. Its unchanged items are not checked.
 * @param known site that the file is merged into; empty if the file replaces it
 */
export function* newSiteFaults(
  file: SiteFile,
  before: SiteSetup | undefined,
  known: SiteSetup | undefined,
): SlicedWork<readonly string[]> {
  const fresh: Fresh = {
    locations: freshOf(before?.locations, file.locations),
    users: freshOf(before?.users, file.users),
    role_sets: freshOf(before?.role_sets, file.role_sets),
    devices: freshOf(before?.devices, file.devices),
    forms: freshOf(before?.forms, file.forms),
    service_groups: freshOf(before?.service_groups, file.service_groups),
    services: freshOf(before?.services, file.services),
    desks: freshOf(before?.desks, file.desks),
  };
  yield;
  const faults = [yield* textFaults(file, before), yield* crowdFaults(fresh, before, file, known)];
  const looks = [layoutFaults, roleFaults, configFaults, addressFaults, logoFaults, pictogramFaults];
  for (const look of looks) {
    yield;
    faults.push(look(fresh, before, file));
  }
  return faults.flat();
}

type Looked = 'locations' | 'users' | 'role_sets' | 'devices' | 'forms' | 'service_groups' | 'services' | 'desks';
type Fresh = {
  readonly [Name in Looked]: readonly Placed<SiteSetup[Name][number]>[];
};

function freshOf<Item>(before: readonly Item[] | undefined, now: readonly Item[]): readonly Placed<Item>[] {
  return listDifference(before ?? [], now).fresh;
}

/** A kiosk, a display and a forecast read all services of their location at once: this limits their work. */
const MAX_PER_LOCATION = 500;

/** A location above the limit keeps its items, but cannot add any. */
function* crowdFaults(
  fresh: Fresh,
  before: SiteSetup | undefined,
  file: SiteFile,
  known: SiteSetup | undefined,
): SlicedWork<readonly string[]> {
  const faults: string[] = [];
  for (const name of ['services', 'desks', 'devices'] as const) {
    yield;
    const old = before && itemsOf(name, before[name]);
    const added = new Map<string, number>();
    for (const { item } of fresh[name]) {
      if (old?.byId(item.id)?.location !== item.location) added.set(item.location, (added.get(item.location) ?? 0) + 1);
    }
    const grown = [...added].filter(([at, count]) => (old?.at(at).length ?? 0) + count > MAX_PER_LOCATION);
    if (grown.length === 0) continue;
    yield;
    const counts = countsByLocation(file[name], known?.[name] ?? []);
    for (const [location] of grown) {
      const count = counts.get(location) ?? 0;
      if (count <= MAX_PER_LOCATION) continue;
      faults.push(
        `locations(${location}): has ${count} ${name}; a location has at most ${MAX_PER_LOCATION}, so split it into several`,
      );
    }
  }
  return faults;
}

type Located = { readonly id: string; readonly location: string };

/** @param known site that the file is merged into: items missing in the file stay */
function countsByLocation(given: readonly Located[], known: readonly Located[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const ids = new Set(known.length === 0 ? [] : given.map(({ id }) => id));
  const add = ({ location }: Located): void => void counts.set(location, (counts.get(location) ?? 0) + 1);
  for (const item of given) add(item);
  for (const item of known) if (!ids.has(item.id)) add(item);
  return counts;
}

/** PostgreSQL rejects NUL, and ids that differ only in lone surrogates are equal to a database. */
function* textFaults(file: SiteFile, before: SiteSetup | undefined): SlicedWork<readonly string[]> {
  const isOther = before === undefined || file.settings !== before.settings;
  const found = [isOther ? brokenTexts(file.settings, 'settings') : []];
  for (const name of COLLECTIONS) {
    for (const { item, place } of freshOf<unknown>(name === 'appointments' ? [] : before?.[name], file[name])) {
      const broken = brokenTexts(item, `${name}[${place}]`);
      if (broken.length > 0) found.push(broken);
      yield;
    }
  }
  const paths = found.flat();
  return paths.map((path) => `${path}: must be valid Unicode without the character U+0000`);
}

function layoutFaults({ locations }: Fresh): readonly string[] {
  return locations.flatMap(({ item: { ticket_layout: layout }, place }) =>
    ownTextFaults(layout).map((fault) => `locations[${place}].ticket_layout${fault}`),
  );
}

function roleFaults(fresh: Fresh, before: SiteSetup | undefined): readonly string[] {
  const known: ReadonlySet<string> = new Set(ROLES);
  return (['users', 'role_sets'] as const).flatMap((name) =>
    fresh[name].flatMap(({ item, place }) => {
      const had = new Set(before && itemsOf(name, before[name]).byId(item.id)?.roles);
      return item.roles.flatMap((role, at) =>
        known.has(role) || had.has(role)
          ? []
          : [`${name}[${place}].roles[${at}]: there is no role "${role}"; available roles: ${ROLES.join(', ')}`],
      );
    }),
  );
}

function configFaults({ forms }: Fresh, before: SiteSetup | undefined): readonly string[] {
  return forms.flatMap(({ item: form, place }) => {
    const old = before && itemsOf('forms', before.forms).byId(form.id);
    return STAGES.flatMap((stage) =>
      form.questions[stage].flatMap(({ id, config }, at) => {
        const isOld = old?.questions[stage].some((one) => one.id === id && one.config === config) ?? false;
        const isGood = isOld || config.trim() === '' || config.trimStart().startsWith('{');
        const path = `forms[${place}].questions.${stage}[${at}].config`;
        return isGood ? [] : [`${path}: must be a JSON object, or empty`];
      }),
    );
  });
}

/** Addresses of printers and readers. Stored addresses of older versions are no fault, but are not opened. */
function addressFaults({ devices }: Fresh, before: SiteSetup | undefined, file: SiteFile): readonly string[] {
  const networks = (file.settings ?? before?.settings)?.printer_networks ?? PRIVATE_NETWORKS;
  const accepted = late(() => new Set(before?.devices.flatMap(({ printer, readers }) => [printer, ...readers])));
  return devices.flatMap(({ item: { printer, readers }, place }) =>
    [
      { path: 'printer', device: 'printer', address: printer } as const,
      ...readers.map((address, entry) => ({ path: `readers[${entry}]`, device: 'reader', address }) as const),
    ].flatMap(({ path, device, address }) => {
      const fault = deviceAddressFault(device, address, networks) ?? urlFault(device, address);
      return fault === null || accepted().has(address) ? [] : [`devices[${place}].${path}: ${fault}`];
    }),
  );
}

/** Checked with the parser that a kiosk uses. */
function urlFault(device: 'printer' | 'reader', address: string): string | null {
  if (address.trim() === '') return null;
  const read = device === 'printer' ? parsePrinterUrl(address) : parseReaderUrl(address);
  return read.ok ? null : read.error;
}

/** Lazily created value. */
function late<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const PICTURE = /^(?:data:image\/[a-z+]+[;,].*|(?!\.)[^/\\:]+)$/s;

/** A logo must be embedded. File names only work on the command line, and are read there. */
function logoFaults({ locations }: Fresh, before: SiteSetup | undefined): readonly string[] {
  const accepted = late(() => new Set(before?.locations.map(({ logo }) => logo)));
  return locations.flatMap(({ item: { logo }, place }) => {
    const fault = logo === '' ? null : logoFault(logo);
    return fault === null || accepted().has(logo) ? [] : [`locations[${place}].logo: ${fault}`];
  });
}

/** Name of a bundled pictogram, or an embedded PNG. */
function pictogramFaults(fresh: Fresh, before: SiteSetup | undefined): readonly string[] {
  return (['service_groups', 'services'] as const).flatMap((name) => {
    const accepted = late(() => new Set(before?.[name].map(({ pictogram }) => pictogram)));
    return fresh[name].flatMap(({ item: { pictogram }, place }) => {
      const fault = pictogram === '' ? null : pictogramFault(pictogram);
      return fault === null || accepted().has(pictogram) ? [] : [`${name}[${place}].pictogram: ${fault}`];
    });
  });
}

function pictogramFault(pictogram: string): string | null {
  if (isPictogram(pictogram)) return null;
  const size = sizeOf(pictogram);
  if (size === null) return `is neither a PNG as a data: URL nor a pictogram of the program: ${PICTOGRAMS.join(', ')}`;
  return isTooLarge(size) ? `is wider or higher than ${MAX_PNG_DOTS} pixels; make it smaller` : null;
}

function logoFault(logo: string): string | null {
  if (!PICTURE.test(logo)) {
    return 'is not an image; use the name of a file in the folder of the site file, or a PNG as a data: URL';
  }
  const size = sizeOf(logo);
  return size === null || !isTooLarge(size) ? null : `is wider or higher than ${MAX_PNG_DOTS} pixels; make it smaller`;
}

const PNG = 'data:image/png;base64,';

/** Size of a PNG in a `data:` address; null if it is none. */
function sizeOf(logo: string): PngSize | null {
  if (!logo.startsWith(PNG)) return null;
  // Four Base64 characters are three bytes.
  const head = logo.slice(PNG.length, PNG.length + (PNG_HEAD_BYTES / 3) * 4);
  return BASE64.test(head) ? pngSize(Uint8Array.from(atob(head), (letter) => letter.charCodeAt(0))) : null;
}

const BASE64 = /^[A-Za-z0-9+/]*$/;
