/** A ticket that names desk and user stands in the lane of the desk, and is found by the user as well: no search, no second row. */
export const ticketsForBothMigration = `
CREATE INDEX ticket_waiting_both ON ticket
  (location_id, dst_service_id, generation, dst_user_id, class, waiting_since, issued_at, id)
  WHERE state = 1 AND substr(lane, 1, 1) = 'd' AND dst_user_id <> '';
`;
