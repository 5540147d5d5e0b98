/**
 * Normal form of SQL definitions, for comparison.
 *
 * Brackets, casts, quotes of names, white space. What differs in brackets alone is taken for the same.
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
