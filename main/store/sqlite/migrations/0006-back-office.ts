/**
 * Who changed what of the site; and what reports ask of a call without looking at its ticket: how long the visitor had
 * waited for it (NULL: it came after a pause or a cancelling, which is no waiting), and whether it was the first call
 * of its ticket. Calls of before are given what can still be known of them.
 */
export const backOfficeMigration = `
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  change_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_kind TEXT NOT NULL,
  by_id TEXT NOT NULL,
  collection TEXT NOT NULL,
  item_id TEXT NOT NULL,
  item_name TEXT NOT NULL,
  action TEXT NOT NULL,
  fields TEXT NOT NULL
) STRICT;

ALTER TABLE answer ADD COLUMN waited_ms INTEGER;
ALTER TABLE answer ADD COLUMN first INTEGER NOT NULL DEFAULT 0;
UPDATE answer SET first = 1, waited_ms = max(0, called_at - (
    SELECT max(issued_at, coalesce(scheduled_at, issued_at)) FROM ticket WHERE ticket.id = answer.ticket_id))
  WHERE id IN (SELECT min(id) FROM answer GROUP BY ticket_id);
`;
