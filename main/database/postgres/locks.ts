/**
 * Locks for work that servers must do one at a time.
 *
 * Held until the transaction ends; numbers mean nothing, and stay.
 */
import { once, statement } from './statement.ts';

/** Keeps our locks apart from those of other programs on the same database. */
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
 * For as long as the connection lasts, over many transactions. Never waits: an index that is built CONCURRENTLY waits for every
 * statement that runs, and so each would wait for the other.
 */
export const TRY_MIGRATION = once(
  'try-migration',
  `SELECT pg_try_advisory_lock(${OURS}, ${KIND.migration}) AS "isOurs"`,
);
export const LEAVE_MIGRATION = `SELECT pg_advisory_unlock(${OURS}, ${KIND.migration})`;
export const LOCK_SITE = statement('lock-site', lock('site'));
/** Keeps the site as it is; others may do so too. */
export const SHARE_SITE = statement('share-site', `SELECT pg_advisory_xact_lock_shared(${OURS}, ${KIND.site})`);
/** An id stands for one appointment, whatever the location. */
export const LOCK_APPOINTMENT = statement(
  'lock-appointment',
  `SELECT pg_advisory_xact_lock(hashtextextended($1, ${OURS} + ${KIND.site}))`,
);
/** Events of the outbox get their numbers in the order of the commits. */
export const LOCK_OUTBOX = statement('lock-outbox', lock('outbox'));
export const LOCK_BULLETIN = statement('lock-bulletin', lock('bulletin'));
export const LOCK_ERASING = statement('lock-erasing', lock('erasing'));
export const LOCK_WEBHOOKS = statement('lock-webhooks', lock('webhooks'));
export const LOCK_DEVICES = statement('lock-devices', lock('devices'));
export const LOCK_MAIL = statement('lock-mail', lock('mail'));
/** Entries of a part of the audit log get their numbers in the order of the commits. */
export const LOCK_AUDIT = statement(
  'lock-audit',
  `SELECT pg_advisory_xact_lock(hashtextextended($1, ${OURS} + ${KIND.audit}))`,
);

/** For as long as the connection lasts: nobody else moves a queue to this database. Waits for nobody. */
export const HOLD_FOR_MOVING = once(
  'hold-for-moving',
  `SELECT pg_try_advisory_lock(${OURS}, ${KIND.moving}) AS is_ours`,
);

/**
 * A user serves at one desk only, and a key stands for one request, wherever they are: what names the same at two locations is
 * done one after the other. In one order everywhere, so that nobody waits for somebody who waits for them.
 */
export const LOCK_NAMES = statement(
  'lock-names',
  `SELECT pg_advisory_xact_lock(number) FROM
    (SELECT DISTINCT hashtextextended(name, ${OURS}) AS number FROM unnest($1::text[]) AS name ORDER BY 1) AS names`,
);
/** Waits for none, and gives those that somebody else holds. */
export const TRY_NAMES = statement(
  'try-names',
  `SELECT name FROM unnest($1::text[]) AS name WHERE NOT pg_try_advisory_xact_lock(hashtextextended(name, ${OURS}))`,
);
