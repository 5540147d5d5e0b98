/** The index of call figures by user, which early databases lack: it was added to their migration later. */
export const figureIndexMigration = `
CREATE INDEX IF NOT EXISTS call_figure_user ON call_figure (location_id, day) WHERE user_id <> '';
`;
