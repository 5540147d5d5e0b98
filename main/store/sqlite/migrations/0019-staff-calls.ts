/** Who asks at which kiosk for somebody of the staff (`staff_calls`: by kiosk, JSON). */
export const staffCallsMigration = `
ALTER TABLE location_queue ADD COLUMN staff_calls TEXT NOT NULL DEFAULT '{}';
`;
