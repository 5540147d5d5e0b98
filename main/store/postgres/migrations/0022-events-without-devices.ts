/**
 * Kept events say nothing of the device that drew the ticket, which may be a card: earlier programs wrote it into them. It is read from
 * the ticket, where it is erased. Changed as text, because JSON may hold what PostgreSQL cannot take apart (\u0000): where there is a
 * ticket, its device is the first that is named, and whatever people wrote has its quotes escaped.
 */
const CHANGED = (column: string): string =>
  String.raw`regexp_replace(${column}::text, '("deviceId":\s*)"(?:[^"\\]|\\.)*"', '\1""')`;
const BEARS_ONE = (column: string): string =>
  String.raw`${column}::text ~ '"ticket":\s*\{' AND ${column}::text ~ '"deviceId":\s*"[^"]'`;

export const eventsWithoutDevicesMigration = `
UPDATE webhook_event SET subject = ${CHANGED('subject')} WHERE ${BEARS_ONE('subject')};
UPDATE webhook_delivery SET subject = ${CHANGED('subject')} WHERE ${BEARS_ONE('subject')};
UPDATE location_event SET body = ${CHANGED('body')}::json WHERE kind = 'event' AND ${BEARS_ONE('body')};
`;
