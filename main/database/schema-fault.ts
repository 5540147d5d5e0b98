/**
 * Error for a database whose schema does not fit; null when it does.
 *
 * @param version newest applied migration; 0 for an empty database, `UNKNOWN_SCHEMA` for one without an entry
 * @param oldest baseline schema that this program creates
 * @param newest newest schema that this program supports
 */
export function schemaFault(version: number, oldest: number, newest: number): string | null {
  if (version === newest) return null;
  if (version === UNKNOWN_SCHEMA)
    return 'the database has an unknown schema: its table "migration" is empty; restore a backup, or use an empty database';
  if (version === 0) return 'this database has no queue';
  const has = `the database has schema ${version}`;
  if (version < oldest) return `${has}, from before the first release; ${BEFORE_RELEASE}`;
  return version > newest
    ? `${has}, but this program supports up to ${newest}; use a newer version of the program`
    : `${has}, but this program needs ${newest}; use the version that last ran on it, or start this version once, which upgrades it`;
}

/** Version of a database whose list of migrations is empty. */
export const UNKNOWN_SCHEMA = -1;

/** Advice for data written by a build before the first release. */
export const BEFORE_RELEASE =
  'export the site with the build that wrote it, then start this version with an empty database and that site file';
