/**
 * Site as a branch administrator sees it.
 *
 * What is theirs, and what all share that theirs refers to.
 */
import type { Device, SiteSettings, SiteSetup } from '../contract/site.ts';

const views = new WeakMap<SiteSetup, Map<string, SiteSetup>>();

/** Asked again for the same site, it is the same. */
export function branchView(file: SiteSetup, locations: ReadonlySet<string>): SiteSetup {
  const key = JSON.stringify([...locations].sort());
  const known = views.get(file) ?? new Map<string, SiteSetup>();
  views.set(file, known);
  const view = known.get(key) ?? viewOf(file, locations);
  known.set(key, view);
  return view;
}

function viewOf(file: SiteSetup, locations: ReadonlySet<string>): SiteSetup {
  const isHere = ({ location }: { readonly location: string }): boolean => locations.has(location);
  return {
    ...file,
    ...(file.settings === undefined ? {} : { settings: withoutWays(file.settings) }),
    locations: file.locations.filter(({ id }) => locations.has(id)),
    // Headings may be of all locations.
    service_groups: file.service_groups.filter((group) => group.location === '' || isHere(group)),
    services: file.services.filter(isHere),
    desks: file.desks.filter(isHere),
    // Whoever works elsewhere too is looked after by whoever looks after the house.
    users: file.users.filter((user) => user.locations.length > 0 && user.locations.every((id) => locations.has(id))),
    devices: file.devices.filter(isHere),
    webhooks: [],
    report_keys: [],
  };
}

/** What is needed to book somebody, and nothing else: where, for what, and at which desk. */
export function bookingView(file: SiteSetup): SiteSetup {
  return {
    ...file,
    ...(file.settings === undefined ? {} : { settings: withoutWays(file.settings) }),
    users: [],
    devices: [],
    question_answer_types: [],
    forms: [],
    webhooks: [],
    report_keys: [],
    role_sets: [],
  };
}

/** Without values and hashes of cards, but of those that the reader may change: who knows a value can pass for its owner. */
export function withoutCards(file: SiteSetup, mayChange: (device: Device) => boolean): SiteSetup {
  const isHidden = (device: Device): boolean => device.code !== '' && !mayChange(device);
  const rules = file.settings?.card_rules ?? [];
  if (!file.devices.some(isHidden) && rules.every(({ cards }) => cards.length === 0)) return file;
  const card_rules = rules.map((rule) => ({ ...rule, cards: [] }));
  return {
    ...file,
    ...(file.settings === undefined ? {} : { settings: { ...file.settings, card_rules } }),
    devices: file.devices.map((device) => (isHidden(device) ? { ...device, code: '' } : device)),
  };
}

/** Languages and calling, without networks, mail, programs and rules for cards. */
function withoutWays(settings: SiteSettings): SiteSettings {
  return {
    ...settings,
    card_rules: [],
    trusted_networks: [],
    cors_origins: [],
    allowed_hosts: [],
    trusted_proxies: [],
    webhook_networks: [],
    mail_server: '',
    mail_user: '',
    mail_from: '',
  };
}
