/** Tickets that hold something of a visitor: also the device of one that came from a card (flag 8), which may be that card. */
export const cardsMigration = `
DROP INDEX ticket_personal;
CREATE INDEX ticket_personal ON ticket (location_id, issued_at)
  WHERE client_name <> '' OR custom_field <> '' OR note <> '' OR app_display_name <> '' OR (device_id <> '' AND (flags & 8) <> 0);
`;
