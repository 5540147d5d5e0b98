/**
 * SQL of a definition without what a database adds when it writes it down: brackets, casts, quotes of names, white space. What
 * differs in brackets alone is taken for the same.
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
