/**
 * A waiting ticket stands in a class, of which there may be any number: 1 is priority and 0 everybody, as before. The index goes
 * along. Rows are written anew, which takes about as long as a copy of the table.
 */
export const classesMigration = `
ALTER TABLE ticket RENAME COLUMN priority TO class;
ALTER TABLE ticket ALTER COLUMN class TYPE smallint USING class::integer::smallint;
`;
