/**
 * What is asked of whatever comes new into a site, and was not asked once: what is stored stays good until somebody
 * changes it.
 */
import { STAGES } from '../contract/form-words.ts';
import { ROLES } from '../contract/roles.ts';
import { COLLECTIONS, PRIVATE_NETWORKS, SETUP_COLLECTIONS, type SiteFile, type SiteSetup } from '../contract/site.ts';
import { brokenTexts } from './broken-texts.ts';
import { deviceAddressFault } from './device-address.ts';
import { isTooLarge, MOST_PNG_DOTS, PNG_HEAD_BYTES, type PngSize, pngSize } from './png-size.ts';
import { ownTextFaults } from './ticket-layout-faults.ts';

/** @param before the site as it is; empty where there is none. */
export function newSiteFaults(file: SiteFile, before: SiteSetup | undefined): readonly string[] {
  const layouts = file.locations.flatMap(({ ticket_layout: layout }, place) =>
    ownTextFaults(layout).map((fault) => `locations[${place}].ticket_layout${fault}`),
  );
  return [
    ...textFaults(file, before),
    ...layouts,
    ...roleFaults(file, before),
    ...configFaults(file, before),
    ...addressFaults(file, before),
    ...logoFaults(file, before),
  ];
}

/** PostgreSQL refuses the character zero, and two ids that differ by half a character only are one to a database. */
function textFaults(file: SiteFile, before: SiteSetup | undefined): readonly string[] {
  const accepted = new Set<unknown>([
    before?.settings,
    ...SETUP_COLLECTIONS.flatMap((name): readonly unknown[] => before?.[name] ?? []),
  ]);
  const paths = [
    ...(accepted.has(file.settings) ? [] : brokenTexts(file.settings, 'settings')),
    ...COLLECTIONS.flatMap((name) =>
      file[name].flatMap((item: unknown, place) => (accepted.has(item) ? [] : brokenTexts(item, `${name}[${place}]`))),
    ),
  ];
  return paths.map((path) => `${path}: must be whole characters, and none of them the character zero`);
}

function roleFaults(file: SiteFile, before: SiteSetup | undefined): readonly string[] {
  const known: ReadonlySet<string> = new Set(ROLES);
  const users = byId(before?.users);
  return file.users.flatMap((user, place) => {
    const old = users.get(user.id);
    if (old === user) return [];
    const had = new Set(old?.roles);
    return user.roles.flatMap((role, at) =>
      known.has(role) || had.has(role)
        ? []
        : [`users[${place}].roles[${at}]: there is no role "${role}"; the roles are ${ROLES.join(', ')}`],
    );
  });
}

function configFaults(file: SiteFile, before: SiteSetup | undefined): readonly string[] {
  const forms = byId(before?.forms);
  return file.forms.flatMap((form, place) => {
    const old = forms.get(form.id);
    if (old === form) return [];
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

/** Where printers and readers are said to be. What was stored by an older program is no fault, but is not opened. */
function addressFaults(file: SiteFile, before: SiteSetup | undefined): readonly string[] {
  const networks = (file.settings ?? before?.settings)?.printer_networks ?? PRIVATE_NETWORKS;
  const accepted = new Set(before?.devices.flatMap(({ printer, readers }) => [printer, ...readers]));
  return file.devices.flatMap(({ printer, readers }, place) =>
    [
      { path: 'printer', address: printer },
      ...readers.map((address, entry) => ({ path: `readers[${entry}]`, address })),
    ].flatMap(({ path, address }) => {
      const fault = accepted.has(address) ? null : deviceAddressFault(address, networks);
      return fault === null ? [] : [`devices[${place}].${path}: ${fault}`];
    }),
  );
}

const PICTURE = /^(?:data:image\/[a-z+]+[;,].*|(?!\.)[^/\\:]+)$/s;

/** A picture is in the site itself. Names of files mean something on the command line alone, and are read there. */
function logoFaults({ locations }: SiteFile, before: SiteSetup | undefined): readonly string[] {
  const accepted = new Set(['', ...(before?.locations ?? []).map(({ logo }) => logo)]);
  return locations.flatMap(({ logo }, place) => {
    if (accepted.has(logo)) return [];
    if (!PICTURE.test(logo)) {
      return [
        `locations[${place}].logo: is no picture; write the name of a file beside the site file, or a PNG as a data: address`,
      ];
    }
    const size = sizeOf(logo);
    return size === null || !isTooLarge(size)
      ? []
      : [`locations[${place}].logo: has more than ${MOST_PNG_DOTS} dots in a direction; make it smaller`];
  });
}

const PNG = 'data:image/png;base64,';

/** Of a PNG in a `data:` address; null for what is none. */
function sizeOf(logo: string): PngSize | null {
  if (!logo.startsWith(PNG)) return null;
  // Four letters are three bytes.
  const head = logo.slice(PNG.length, PNG.length + (PNG_HEAD_BYTES / 3) * 4);
  return BASE64.test(head) ? pngSize(Uint8Array.from(atob(head), (letter) => letter.charCodeAt(0))) : null;
}

const BASE64 = /^[A-Za-z0-9+/]*$/;

function byId<Item extends { readonly id: string }>(items: readonly Item[] = []): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
