/**
 * What belongs to a ticket as it was issued: its label, as on paper, and by which rule its location reckoned days then.
 * The queue's day is named with its reset time from here on, which needs no change of the table. `number_service_id` is
 * the service whose number was called. What was issued before takes the label and the rule of today: no more is known.
 */
export const historyMigration = `
CREATE TABLE day_rule (
  location_id TEXT NOT NULL,
  since INTEGER NOT NULL,
  zone TEXT NOT NULL,
  reset_time TEXT NOT NULL,
  first_day TEXT NOT NULL,
  PRIMARY KEY (location_id, since)
) STRICT, WITHOUT ROWID;

INSERT INTO day_rule (location_id, since, zone, reset_time, first_day)
  SELECT id, 0, coalesce(json_extract(body, '$.timezone'), 'UTC'), coalesce(json_extract(body, '$.reset_time'), '00:00'), ''
  FROM site_item WHERE collection = 'locations';

ALTER TABLE ticket ADD COLUMN label TEXT NOT NULL DEFAULT '';
WITH width AS MATERIALIZED (
    SELECT id, coalesce(json_extract(body, '$.number_width'), 3) AS digits FROM site_item WHERE collection = 'locations'),
  service AS MATERIALIZED (
    SELECT site_item.id AS id, coalesce(json_extract(body, '$.tag'), '') AS tag, digits
    FROM site_item JOIN width ON width.id = json_extract(body, '$.location') WHERE collection = 'services')
UPDATE ticket SET label = service.tag || substr('000000000', 1, max(0, service.digits - length(number))) || number
  FROM service WHERE service.id = ticket.service_id;

ALTER TABLE answer ADD COLUMN number_service_id TEXT NOT NULL DEFAULT '';
UPDATE answer SET number_service_id = coalesce((SELECT service_id FROM ticket WHERE ticket.id = answer.ticket_id), '');
DROP INDEX answer_service;
CREATE INDEX answer_number_service ON answer (location_id, number_service_id, called_at, id);
`;
