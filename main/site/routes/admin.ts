/** REST operations of the back office (extension): site document and collections. JSON only. */

import Type from 'typebox';
import { siteEditor } from '../../access/service/caller.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { seenAppointment } from '../../appointments/routes/admin-appointments.ts';
import { allAppointments } from '../../appointments/service/list-appointments.ts';
import { type NewerVersion, OverridesAnswer } from '../../devices/contract/rest/overrides.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { computedOnce } from '../../lib/computed-once.ts';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { isObject } from '../../lib/parse-json.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { success } from '../../rest/contract/shapes.ts';
import {
  ADMIN,
  backOffice,
  cardGuess,
  type Guessing,
  ofBranch,
  officeFile,
  ofOrganisation,
  shownFile,
  toRead,
  toReadBookings,
  unseen,
  usernameGuess,
} from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RawParameters } from '../../rest/parameters/query.ts';
import {
  LIST_SETTING_OVERRIDES,
  PREVIEW_SITE,
  READ_SETTINGS,
  READ_SITE,
  WRITE_SETTINGS,
  WRITE_SITE,
} from '../contract/endpoints.ts';
import { ManyAnswer } from '../contract/rest/bulk-edit.ts';
import {
  ExportParameters,
  ImportParameters,
  SettingsParameters,
  settingsAnswer,
  siteAnswer,
} from '../contract/rest/site-document.ts';
import { SETUP_COLLECTIONS, type SetupCollection, type SiteFile, type SiteSetup } from '../contract/site.ts';
import { siteInputSchema, siteItemInputSchema, siteItemViewSchema, siteViewSchema } from '../rules/site-json-schema.ts';
import { Site } from '../rules/site-model.ts';
import { partOf } from '../rules/site-part.ts';
import type { FollowedSite } from '../service/apply-inheritance.ts';
import { changesOf, type ManyChanges } from '../service/bulk-changes.ts';
import {
  addItem,
  CHANGED_MEANWHILE,
  findItem,
  inUse,
  isOld,
  lockOut,
  removeItem,
  replaceItem,
} from '../service/edit-site.ts';
import { bookings, openWork, workAt } from '../service/open-work.ts';
import { revisionOf } from '../service/revision.ts';
import { invalidSite, isForbidden, siteRefusal } from '../service/site-fault.ts';
import type { SiteHolder } from '../service/site-holder.ts';
import { told } from './bulk-edit.ts';
import { itemOperations } from './item-operations.ts';
import { searchSite } from './site-search.ts';

interface AdminServices {
  readonly guesses: GuessLimits;
  /** From this server's update feed. */
  readonly newerVersion: () => NewerVersion | null;
  readonly ownDevices: readonly string[];
  readonly sites: SiteHolder;
}

const SiteAnswer = siteAnswer(Type.Unsafe(siteViewSchema()));
const SettingsAnswer = settingsAnswer(Type.Unsafe(siteItemViewSchema('settings')));
const SiteDocument = Type.Unsafe(siteInputSchema());
const SettingsDocument = Type.Unsafe(siteItemInputSchema('settings'));

/** One object per collection: servers share what they compile from it. */
const listAnswer = computedOnce((collection: SetupCollection) => {
  const view = Type.Unsafe<object>(siteItemViewSchema(collection));
  return Type.Object({ success, [collection]: Type.Array(view) });
});

const exportSite = ({ sites }: AdminServices) =>
  operation({
    name: 'admin_export_site',
    area: 'admin',
    summary:
      'The whole site as one document, without passwords, and with appointments unless excluded; or the part of a location.',
    isHeavy: true,
    endpoint: READ_SITE,
    ...toReadBookings,
    personalRead: { subject: null },
    parameters: ExportParameters,
    answer: SiteAnswer,
    async handle({ appointments, part, ...asked }, context) {
      const shown = shownFile({ ...context, sites });
      const some = part ? partOf(shown, asked) : null;
      if (some !== null) return ok({ success: true, site: { ...some.site, appointments: [] }, part: some.part });
      const file = officeFile({ ...context, sites });
      const visits = appointments ? await allAppointments(new Site(file), context.store) : [];
      const seen = visits.map((visit) => seenAppointment(visit, context));
      return ok({ success: true, site: { ...shown, appointments: seen } });
    },
  });

const importSite = ({ ownDevices, sites }: AdminServices) =>
  operation({
    name: 'admin_import_site',
    area: 'admin',
    summary:
      'Imports a site document. `merge` adds and changes items, and never deletes; `replace` replaces the whole site. An invalid document changes nothing.',
    errnos: [ERRNO.cannotConclude],
    endpoint: WRITE_SITE,
    ...backOffice,
    parameters: ImportParameters,
    document: SiteDocument,
    wholeSite: true,
    answer: DoneAnswer,
    async handle({ mode, token }, context) {
      const { store, body } = context;
      const file = siteOf(body);
      if (mode === 'merge') {
        const now = sites.current().file;
        const lost = lockOut(now, {
          users: merged(now.users, file.users),
          role_sets: merged(now.role_sets, file.role_sets),
        });
        if (lost !== null) return fail(lost);
        let isOther = false;
        const asSeen = async (before: SiteSetup, after: FollowedSite): Promise<boolean> => {
          isOther = (await inSlices(changesOf(before, after))).token !== token;
          return !isOther;
        };
        const loaded = await sites.load(file, siteEditor(context), token === '' ? undefined : asSeen);
        if (isOther) return fail(CHANGED_MEANWHILE);
        return loaded.ok ? ok({ success: true }) : fail(siteRefusal(loaded.error));
      }
      const busy = await openWork(store, sites.current(), file, ownDevices);
      if (busy.length > 0) return fail(inUse(busy));
      let refusal: Refusal | null = null;
      const edit = (site: Site): object | null => {
        refusal = lockOut(site.file, file);
        // A document without settings keeps the current ones.
        return refusal === null ? { settings: site.file.settings, ...file } : null;
      };
      const replaced = await sites.change(edit, siteEditor(context), 'go');
      if (refusal !== null) return fail(refusal);
      return replaced.ok ? ok({ success: true }) : fail(siteRefusal(replaced.error));
    },
  });

/** Preview of a site import: the page compares files itself, but not the effects of inheritance. */
const lookAtSite = ({ sites }: AdminServices) =>
  operation({
    name: 'admin_preview_site',
    area: 'admin',
    summary:
      'Preview of an import with `merge`: the changes at locations that inherit from others. Pass its `token` to apply exactly that.',
    errnos: [ERRNO.cannotConclude],
    endpoint: PREVIEW_SITE,
    ...backOffice,
    parameters: NoParameters,
    document: SiteDocument,
    wholeSite: true,
    answer: ManyAnswer,
    async handle(_parameters, context) {
      let seen: ManyChanges = { changes: [], following: [], token: '' };
      const loaded = await sites.load(siteOf(context.body), siteEditor(context), async (before, after) => {
        seen = await inSlices(changesOf(before, after));
        return false;
      });
      return loaded.ok ? ok(told({ ...seen, changes: seen.following }, false)) : fail(siteRefusal(loaded.error));
    },
  });

/** The resulting list of an unvalidated document, as far as possible. */
function merged(known: readonly { readonly id: string }[], list: unknown): readonly unknown[] {
  const given: readonly ({ readonly id?: unknown } | null)[] = Array.isArray(list) ? list : [];
  const ids = new Set(given.map((item) => item?.id));
  return [...given, ...known.filter(({ id }) => !ids.has(id))];
}

/** The document itself, or the response of an export. */
function siteOf(body: RawParameters): Partial<SiteFile> {
  const { $schema: _schema, ...file } = isObject(body.site) && body.success === true ? body.site : body;
  return file as Partial<SiteFile>;
}

const readSettings = ({ sites }: AdminServices) =>
  operation({
    name: 'admin_settings',
    area: 'admin',
    summary: 'The settings of the whole site.',
    endpoint: READ_SETTINGS,
    ...ofOrganisation,
    parameters: NoParameters,
    answer: SettingsAnswer,
    async handle(_parameters, context) {
      const { settings } = new Site(shownFile({ ...context, sites }));
      return ok({ success: true, settings, revision: revisionOf(settings) });
    },
  });

const readOverrides = ({ newerVersion, sites }: AdminServices) =>
  operation({
    name: 'admin_setting_overrides',
    area: 'admin',
    summary:
      'Settings of the site that options or variables of the responding server override, with their effective values; and a newer version in its update feed.',
    endpoint: LIST_SETTING_OVERRIDES,
    ...ofOrganisation,
    parameters: NoParameters,
    answer: OverridesAnswer,
    async handle(_parameters, _request) {
      const overrides = sites.overrides.map(({ setting, value, by }) => ({ setting, values: [value].flat(), by }));
      const update = newerVersion();
      return ok({ success: true, overrides, ...(update === null ? {} : { update }) });
    },
  });

const writeSettings = ({ sites }: AdminServices) =>
  operation({
    name: 'admin_put_settings',
    area: 'admin',
    summary: 'Replaces the settings; omitted fields get their defaults.',
    endpoint: WRITE_SETTINGS,
    ...backOffice,
    parameters: SettingsParameters,
    document: SettingsDocument,
    answer: DoneAnswer,
    async handle({ revision }, context) {
      const { body } = context;
      let isLate = false;
      const changed = await sites.change(({ file, settings }) => {
        isLate = isOld(settings, revision);
        return isLate ? null : { ...file, settings: body };
      }, siteEditor(context));
      if (isLate) return fail(CHANGED_MEANWHILE);
      if (changed.ok) return ok({ success: true });
      const named = (faults: readonly string[]) => faults.map((fault) => fault.replace(/^settings\./, ''));
      return fail(siteRefusal(changed.error, (faults) => invalidSite(named(faults))));
    },
  });

/** Collections that administrators of locations can see, and change within their locations. */
const OF_BRANCHES: ReadonlySet<SetupCollection> = new Set([
  'locations',
  'service_groups',
  'services',
  'desks',
  'users',
  'devices',
]);

/** Refusal if the change could reveal hidden items to its author. */
function guessOf(
  collection: SetupCollection,
  item: Readonly<Record<string, unknown>>,
  asked: Guessing,
): Refusal | null {
  if (collection === 'devices') return cardGuess(asked, item);
  return collection === 'users' ? usernameGuess(asked, item) : null;
}

function collectionOperations(
  collection: SetupCollection,
  { guesses, ownDevices, sites }: AdminServices,
): readonly Operation[] {
  const rules = OF_BRANCHES.has(collection)
    ? { read: toRead, write: ofBranch }
    : { read: ofOrganisation, write: backOffice };
  // Only administrators of the whole organisation create and delete locations.
  const make = collection === 'locations' ? { make: backOffice } : {};
  return [
    operation({
      name: `admin_list_${collection}`,
      area: 'admin',
      summary: `All ${collection.replaceAll('_', ' ')} of the site.`,
      method: 'GET',
      path: `${ADMIN}/${collection}`,
      ...rules.read,
      parameters: NoParameters,
      answer: listAnswer(collection),
      async handle(_, context) {
        return ok({ success: true, [collection]: shownFile({ ...context, sites })[collection] });
      },
    }),
    ...itemOperations(
      collection,
      {
        find: async (id, context) => findItem(shownFile({ ...context, sites }), collection, id),
        async add(item, context) {
          const guess = guessOf(collection, item, { ...context, guesses, sites });
          return guess === null ? addItem(sites, collection, item, siteEditor(context)) : fail(guess);
        },
        async replace(item, revision, context) {
          // Hidden items must not reveal their state or references.
          const asked = { ...context, guesses, sites };
          const refusal = unseen(asked, collection, String(item.id)) ?? guessOf(collection, item, asked);
          if (refusal !== null) return fail(refusal);
          return replaceItem(sites, collection, item, siteEditor(context), revision);
        },
        async remove(id, revision, context) {
          const hidden = unseen({ ...context, sites }, collection, id);
          if (hidden !== null) return fail(hidden);
          const { store } = context;
          const busy = await workAt(collection, id, { sites, store, ownDevices });
          if (busy !== null) return fail(busy);
          const removed = await removeItem(sites, collection, id, siteEditor(context), revision);
          if (removed.ok || isForbidden(removed.error) || removed.error.faults === undefined) return removed;
          return fail(inUse([...removed.error.faults, ...(await bookings(store, collection, id))]));
        },
      },
      { ...rules, ...make },
    ),
  ];
}

export const adminOperations = (services: AdminServices): readonly Operation[] => [
  exportSite(services),
  importSite(services),
  lookAtSite(services),
  readSettings(services),
  readOverrides(services),
  writeSettings(services),
  searchSite(services),
  ...SETUP_COLLECTIONS.flatMap((collection) => collectionOperations(collection, services)),
];
