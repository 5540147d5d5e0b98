import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { Site } from '../rules/site-model.ts';

/** Whoever did something, as they are called now; empty for one who is gone, and for programs. */
export function actorName(site: Site, { kind, id }: AuditActor): string {
  if (kind === 'device') return site.device(id)?.name ?? '';
  const user = kind === 'user' ? site.user(id) : undefined;
  return user === undefined ? '' : user.name || user.username;
}
