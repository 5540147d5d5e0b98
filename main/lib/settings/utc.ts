/**
 * UTC as the time zone of the process; imported first.
 *
 * So the machine's time zone never affects a ticket. Times for people use the time zone of the ticket's location.
 */
process.env.TZ = 'UTC';
