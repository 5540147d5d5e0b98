/** Ours: the back office. The site as one document, and each of its collections. JSON only. */
import Type from 'typebox';
import { NoParameters } from '../../contract/rest/forms.ts';
import { optionalText } from '../../contract/rest/parameters.ts';
import { DoneAnswer } from '../../contract/rest/queue-answers.ts';
import { success, text } from '../../contract/rest/shapes.ts';
import { fail, ok } from '../../contract/result.ts';
import { SETUP_COLLECTIONS, type SetupCollection, type SiteFile, type SiteSetup } from '../../contract/site.ts';
import {
  siteInputSchema,
  siteItemInputSchema,
  siteItemViewSchema,
  siteViewSchema,
} from '../../core/site-json-schema.ts';
import type { Site } from '../../core/site-model.ts';
import type { Store } from '../../store/store.ts';
import { allAppointments } from '../appointments/list-appointments.ts';
import { auditActor } from '../auth/caller.ts';
import { withoutSecrets } from '../credentials/credential-changes.ts';
import { type Operation, operation } from '../operation.ts';
import type { RawParameters } from '../parameters/query.ts';
import type { Refusal } from '../refusal.ts';
import {
  addItem,
  CHANGED_MEANWHILE,
  findItem,
  inUse,
  invalidSite,
  isOld,
  lockOut,
  removeItem,
  replaceItem,
} from '../site/edit-site.ts';
import { openWork } from '../site/open-work.ts';
import { revisionOf } from '../site/revision.ts';
import { APPOINTMENT_OPERATIONS } from './admin-appointments.ts';
import { ADMIN, backOffice } from './back-office.ts';
import { itemOperations } from './item-operations.ts';

const SettingsParameters = Type.Object({ revision: optionalText });
/** Without appointments their list is empty: there may be many, and not everybody who wants the site needs them. */
const ExportParameters = Type.Object({ appointments: Type.Boolean({ default: true }) });
const ImportParameters = Type.Object({ mode: Type.Enum(['merge', 'replace'], { default: 'merge' }) });

const exportSite = operation({
  name: 'admin_export_site',
  method: 'GET',
  path: `${ADMIN}/site`,
  ...backOffice,
  parameters: ExportParameters,
  answer: Type.Object({ success, site: Type.Unsafe<SiteFile>(siteViewSchema()) }),
  async handle({ appointments }, { sites, store }) {
    const site = sites.current();
    const visits = appointments ? await allAppointments(site, store) : [];
    return ok({ success: true, site: { ...withoutSecrets(site.file), appointments: visits } });
  },
});

const importSite = operation({
  name: 'admin_import_site',
  method: 'PUT',
  path: `${ADMIN}/site`,
  ...backOffice,
  parameters: ImportParameters,
  document: Type.Unsafe(siteInputSchema()),
  wholeSite: true,
  answer: DoneAnswer,
  async handle({ mode }, { sites, store, ownDevices, body, caller }) {
    const file = siteOf(body);
    if (mode === 'merge') {
      const lost = lockOut(sites.current().file, { users: mergedUsers(sites.current().file, file) });
      if (lost !== null) return fail(lost);
      const loaded = await sites.load(file, auditActor(caller));
      return loaded.ok ? ok({ success: true }) : fail(invalidSite(loaded.error));
    }
    const busy = await openWork(store, sites.current(), file, ownDevices);
    if (busy.length > 0) return fail(inUse(busy));
    let refusal: Refusal | null = null;
    const edit = (site: Site): object | null => {
      refusal = lockOut(site.file, file);
      // A document without settings says nothing of them.
      return refusal === null ? { settings: site.file.settings, ...file } : null;
    };
    const replaced = await sites.change(edit, auditActor(caller), 'go');
    if (refusal !== null) return fail(refusal);
    return replaced.ok ? ok({ success: true }) : fail(invalidSite(replaced.error));
  },
});

/** Users as they will be, as far as that can be said of a document that nobody has checked. */
function mergedUsers({ users }: SiteSetup, file: Partial<SiteFile>): readonly unknown[] {
  const given: readonly ({ readonly id?: unknown } | null)[] = Array.isArray(file.users) ? file.users : [];
  const ids = new Set(given.map((user) => user?.id));
  return [...given, ...users.filter(({ id }) => !ids.has(id))];
}

/** The document itself, or the answer that an export gave. */
function siteOf(body: RawParameters): Partial<SiteFile> {
  const { $schema: _schema, ...file } = isObject(body.site) && body.success === true ? body.site : body;
  return file as Partial<SiteFile>;
}

function isObject(value: unknown): value is RawParameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const readSettings = operation({
  name: 'admin_settings',
  method: 'GET',
  path: `${ADMIN}/settings`,
  ...backOffice,
  parameters: NoParameters,
  answer: Type.Object({ success, settings: Type.Unsafe<object>(siteItemViewSchema('settings')), revision: text }),
  async handle(_parameters, { sites }) {
    const { settings } = sites.current();
    return ok({ success: true, settings, revision: revisionOf(settings) });
  },
});

const writeSettings = operation({
  name: 'admin_put_settings',
  method: 'PUT',
  path: `${ADMIN}/settings`,
  ...backOffice,
  parameters: SettingsParameters,
  document: Type.Unsafe(siteItemInputSchema('settings')),
  answer: DoneAnswer,
  async handle({ revision }, { sites, body, caller }) {
    let isLate = false;
    const changed = await sites.change(({ file, settings }) => {
      isLate = isOld(settings, revision);
      return isLate ? null : { ...file, settings: body };
    }, auditActor(caller));
    if (isLate) return fail(CHANGED_MEANWHILE);
    if (changed.ok) return ok({ success: true });
    return fail(invalidSite(changed.error.map((fault) => fault.replace(/^settings\./, ''))));
  },
});

function collectionOperations(collection: SetupCollection): readonly Operation[] {
  const view = Type.Unsafe<object>(siteItemViewSchema(collection));
  return [
    operation({
      name: `admin_list_${collection}`,
      method: 'GET',
      path: `${ADMIN}/${collection}`,
      ...backOffice,
      parameters: NoParameters,
      answer: Type.Object({ success, [collection]: Type.Array(view) }),
      async handle(_parameters, { sites }) {
        return ok({ success: true, [collection]: withoutSecrets(sites.current().file)[collection] });
      },
    }),
    ...itemOperations(collection, {
      find: async (id, { sites }) => findItem(withoutSecrets(sites.current().file), collection, id),
      add: (item, { sites, caller }) => addItem(sites, collection, item, auditActor(caller)),
      replace: (item, revision, { sites, caller }) =>
        replaceItem(sites, collection, item, auditActor(caller), revision),
      async remove(id, revision, { sites, store, ownDevices, caller }) {
        const site = sites.current();
        const after = { ...site.file, [collection]: site.file[collection].filter((item) => item.id !== id) };
        const busy = await openWork(store, site, after, ownDevices);
        if (busy.length > 0) return fail(inUse(busy));
        const removed = await removeItem(sites, collection, id, auditActor(caller), revision);
        if (removed.ok || removed.error.faults === undefined) return removed;
        return fail(inUse([...removed.error.faults, ...(await bookings(store, collection, id))]));
      },
    }),
  ];
}

/** Some of the appointments that name the thing. */
async function bookings(store: Store, collection: SetupCollection, id: string): Promise<readonly string[]> {
  const field = NAMED_BY[collection];
  if (field === undefined) return [];
  const { appointments } = await store.query('appointmentsOf', { of: { [collection]: [id] }, limit: MOST_NAMED });
  return appointments.map(({ appointment }) => `appointments(${appointment.id}).${field}: refers to it`);
}

const MOST_NAMED = 20;
/** The field of an appointment that names one of these. */
const NAMED_BY: { readonly [Name in SetupCollection]?: string } = { services: 'service', users: 'user', desks: 'desk' };

export const ADMIN_OPERATIONS: readonly Operation[] = [
  exportSite,
  importSite,
  readSettings,
  writeSettings,
  ...SETUP_COLLECTIONS.flatMap(collectionOperations),
  ...APPOINTMENT_OPERATIONS,
];
