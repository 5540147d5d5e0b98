/**
 * Kept events say nothing of the device that drew the ticket, which may be a card: earlier programs wrote it into them. It is read from
 * the ticket, where it is erased.
 */
const WITHOUT_DEVICE = `SET subject = json_set(subject, '$.ticket.deviceId', '')
  WHERE json_extract(subject, '$.ticket.deviceId') <> ''`;

export const eventsWithoutDevicesMigration = `
UPDATE webhook_event ${WITHOUT_DEVICE};
UPDATE webhook_delivery ${WITHOUT_DEVICE};
`;
