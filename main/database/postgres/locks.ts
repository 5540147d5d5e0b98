/**
 * Locks for work that servers must do one at a time.
 *
 * Held until the end of the transaction. The numbers have no meaning and must not change.
 */
import { once, statement } from './statement.ts';

/** Separates our locks from those of other programs on the same database. */
const OURS = 0x74_61_6e;
const KIND = {
  migration: 1,
  site: 2,
  outbox: 3,
  erasing: 4,
  webhooks: 5,
  bulletin: 7,
  moving: 8,
  devices: 9,
  mail: 10,
  audit: 11,
} as const;

const lock = (kind: keyof typeof KIND): string => `SELECT pg_advisory_xact_lock(${OURS}, ${KIND[kind]})`;

/**
 * Session lock over many transactions. Never waits: CREATE INDEX CONCURRENTLY waits for every running statement, which
 * would be a deadlock.
 */
export const TRY_MIGRATION = once(
  'try-migration',
  `SELECT pg_try_advisory_lock(${OURS}, ${KIND.migration}) AS "isOurs"`,
);
export const LEAVE_MIGRATION = `SELECT pg_advisory_unlock(${OURS}, ${KIND.migration})`;
export const LOCK_SITE = statement('lock-site', lock('site'));
/** Shared lock: keeps the site unchanged. */
export const SHARE_SITE = statement('share-site', `SELECT pg_advisory_xact_lock_shared(${OURS}, ${KIND.site})`);
/** An id belongs to one appointment across all locations. */
export const LOCK_APPOINTMENT = statement(
  'lock-appointment',
  `SELECT pg_advisory_xact_lock(hashtextextended($1, ${OURS} + ${KIND.site}))`,
);
/** Events of the outbox are numbered in commit order. */
export const LOCK_OUTBOX = statement('lock-outbox', lock('outbox'));
export const LOCK_BULLETIN = statement('lock-bulletin', lock('bulletin'));
export const LOCK_ERASING = statement('lock-erasing', lock('erasing'));
export const LOCK_WEBHOOKS = statement('lock-webhooks', lock('webhooks'));
export const LOCK_DEVICES = statement('lock-devices', lock('devices'));
export const LOCK_MAIL = statement('lock-mail', lock('mail'));
/** Entries of a part of the audit log are numbered in commit order. */
export const LOCK_AUDIT = statement(
  'lock-audit',
  `SELECT pg_advisory_xact_lock(hashtextextended($1, ${OURS} + ${KIND.audit}))`,
);

/** Session lock: only one program copies data to this database. Never waits. */
export const HOLD_FOR_MOVING = once(
  'hold-for-moving',
  `SELECT pg_try_advisory_lock(${OURS}, ${KIND.moving}) AS is_ours`,
);

/**
 * A user serves at one desk only, and a key identifies one request, across locations: transactions with the same name
 * run one after the other. Always taken in the same order, to avoid deadlocks.
 */
export const LOCK_NAMES = statement(
  'lock-names',
  `SELECT pg_advisory_xact_lock(number) FROM
    (SELECT DISTINCT hashtextextended(name, ${OURS}) AS number FROM unnest($1::text[]) AS name ORDER BY 1) AS names`,
);
/** Never waits; returns the names locked by others. */
export const TRY_NAMES = statement(
  'try-names',
  `SELECT name FROM unnest($1::text[]) AS name WHERE NOT pg_try_advisory_xact_lock(hashtextextended(name, ${OURS}))`,
);
