/** A waiting ticket stands in a class, of which there may be any number: 1 is priority and 0 everybody, as before. The index goes along. */
export const classesMigration = 'ALTER TABLE ticket RENAME COLUMN priority TO class;';
