/**
 * Imported first by every entry point: the process counts in UTC, so that the zone of the machine can never leak
 * into a ticket. Times that people see are computed in the zone of the ticket's location.
 */
process.env.TZ = 'UTC';
