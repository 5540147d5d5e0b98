import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { Site } from '../rules/site-model.ts';

/** Current name of an actor; empty for deleted ones, and for programs. */
export function actorName(site: Site, { kind, id }: AuditActor): string {
  if (kind === 'device') return site.device(id)?.name ?? '';
  const user = kind === 'user' ? site.user(id) : undefined;
  return user === undefined ? '' : user.name || user.username;
}
