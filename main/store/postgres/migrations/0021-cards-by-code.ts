/** Tickets of cards that are found by their code bear the flag of a card (8), also those that were taken before it was given to them. */
export const cardsByCodeMigration = `
UPDATE ticket SET flags = flags | 8 WHERE (flags & 8) = 0 AND device_id = ANY (ARRAY
  (SELECT id FROM site_item WHERE collection = 'devices' AND body::json ->> 'code' <> ''));
`;
