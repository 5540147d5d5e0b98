/** Ours: the audit log of the back office. */
import { ERRNO } from '../../contract/errno.ts';
import { AuditAnswer, type AuditEntryView, AuditParameters } from '../../contract/rest/audit.ts';
import { ok } from '../../contract/result.ts';
import type { Site } from '../../core/site-model.ts';
import type { AuditEntry } from '../../store/store.ts';
import { actorName } from '../actor-name.ts';
import { operation } from '../operation.ts';
import { refuse } from '../refusal.ts';
import { ADMIN, ofHouse, seesAll } from './back-office.ts';

export const auditLog = operation({
  name: 'admin_audit',
  method: 'GET',
  path: `${ADMIN}/audit`,
  ...ofHouse,
  parameters: AuditParameters,
  answer: AuditAnswer,
  async handle({ before, limit, collection, item_id, user_id }, context) {
    const { site, store } = context;
    // What belonged where stands nowhere in it.
    if (!seesAll(context)) return refuse(ERRNO.outsideLocations);
    if (!/^\d{0,15}$/.test(before)) return refuse(ERRNO.invalidParameters, 'before');
    const found = await store.query('audit', {
      ...(before === '' ? {} : { before: Number(before) }),
      ...(collection === '' ? {} : { collection }),
      ...(item_id === '' ? {} : { itemId: item_id }),
      ...(user_id === '' ? {} : { userId: site.user(user_id)?.id ?? user_id }),
      // One more, to know whether there is another page.
      limit: limit + 1,
    });
    const entries = found.slice(0, limit);
    const last = entries.at(-1);
    return ok({
      success: true,
      entries: entries.map((entry) => view(site, entry)),
      next: last === undefined || found.length <= limit ? '' : String(last.id),
    });
  },
});

function view(
  site: Site,
  { id, changeId, at, by, collection, itemId, itemName, action, fields }: AuditEntry,
): AuditEntryView {
  return {
    id: String(id),
    change_id: changeId,
    at: new Date(at).toISOString(),
    by: { ...by, name: actorName(site, by) },
    collection,
    item_id: itemId,
    item_name: itemName,
    action,
    fields: fields.map(({ hidden = false, ...field }) => ({ ...field, hidden })),
  };
}
