-- Divides each table whose rows belong to locations into eight partitions by location. Stop all servers first, make a backup,
-- and run this file as the role of the program, in its database:
--   psql -X -v ON_ERROR_STOP=1 -f packaging/servers/partitions.sql 'postgres://…'
-- Everything is one transaction. Keys and indexes keep their names, so that later versions of the program find them.
BEGIN;
DO $$
DECLARE
  parts CONSTANT integer := 8;
  whole record;
  one_index text;
BEGIN
  FOR whole IN
    SELECT relname AS name,
      coalesce('WITH (' || array_to_string(reloptions, ', ') || ')', '') AS storage,
      (SELECT conname FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'p') AS key_name,
      (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'p') AS key,
      ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = pg_class.oid AND NOT indisprimary) AS indexes
    FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT relispartition
      -- Webhook rows name a location, but their sequence covers all locations.
      AND relname NOT LIKE 'webhook\_%'
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'location_id')
    ORDER BY relname
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO before_partitions', whole.name);
    EXECUTE format('CREATE TABLE %I (LIKE before_partitions INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
      PARTITION BY HASH (location_id)', whole.name);
    FOR part IN 0 .. parts - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s) %s',
        whole.name || '_' || part, whole.name, parts, part, whole.storage);
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM before_partitions', whole.name);
    DROP TABLE before_partitions;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', whole.name, whole.key_name, whole.key);
    FOREACH one_index IN ARRAY whole.indexes LOOP
      EXECUTE one_index;
    END LOOP;
  END LOOP;
END $$;
COMMIT;
