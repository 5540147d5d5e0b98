/** Errors that a store throws. */
/** Thrown while the database cannot be reached or written (errno 131). */
export class StoreUnreachable extends Error {}

/** A database file whose content is not what SQLite wrote: retries do not help, a restored backup does. */
export class DatabaseDamaged extends StoreUnreachable {}

/** The database works but is overloaded; the message is for the caller. */
export class StoreBusy extends StoreUnreachable {}

/** Thrown when the caller has gone (`Asking.signal`), so that no response is needed. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
  constructor() {
    super('The client disconnected before the response was ready.');
  }
}
