/**
 * What each desk did last (`step`: JSON), as long as it may be taken back. It is written with every call: so there is room beside each row,
 * no other index, and nothing of it in the log of the database, which takes nothing back after it has fallen.
 */
const TEXT = 'text COLLATE "C" NOT NULL';

export const deskStepsMigration = `
CREATE UNLOGGED TABLE desk_step (
  location_id ${TEXT},
  desk_id ${TEXT},
  step ${TEXT},
  PRIMARY KEY (location_id, desk_id)
) WITH (fillfactor = 40);
`;
