/**
 * Open calls are known without an index for each way of asking (`rows/open-calls.ts`), and so are the last ones of desks and services
 * (`rows/recent-calls.ts`): these were half of what a call wrote. Nothing of a visitor stands in what is freed here, so that
 * millions of entries need not be overwritten at a start.
 */
export const fewerIndexesMigration = `
PRAGMA secure_delete = OFF;
DROP INDEX answer_open_user;
DROP INDEX answer_open_location;
DROP INDEX answer_desk;
DROP INDEX answer_number_service;
PRAGMA secure_delete = ON;
`;
