/** Index of waiting tickets that name desk and user, by user: they are in the lane of the desk, and callable by the user too. */
export const ticketsForBothMigration = `
CREATE INDEX ticket_waiting_both ON ticket
  (location_id, dst_service_id, generation, dst_user_id, class, waiting_since, issued_at, id)
  WHERE state = 1 AND substr(lane, 1, 1) = 'd' AND dst_user_id <> '';
`;
