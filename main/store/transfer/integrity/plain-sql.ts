/**
 * Normal form of SQL definitions, for comparison.
 *
 * Ignores brackets, casts, name quotes, and whitespace. Definitions that differ only in brackets count as equal.
 */
export function plainSql(sql: string | null): string {
  return (sql ?? '')
    .replaceAll(/::\w+|[()"]/g, ' ')
    .replaceAll('~~', 'LIKE')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
    .toLowerCase();
}
