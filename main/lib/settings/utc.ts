/**
 * UTC as the time zone of the process; imported first.
 *
 * The process counts in UTC, so that the zone of the machine can never leak into a ticket. Times that people see are
 * computed in the zone of the ticket's location.
 */
process.env.TZ = 'UTC';
