/** Errors that a store throws. */
/** Thrown when the database cannot be reached or written just now (errno 131). */
export class StoreUnreachable extends Error {}

/** A database file whose content is not what SQLite wrote: retries do not help, a restored backup does. */
export class DatabaseDamaged extends StoreUnreachable {}

/** The same of a database that is well, with more to do than it gets done; its words are for whoever asked. */
export class StoreBusy extends StoreUnreachable {}

/** Thrown when nobody waits for the answer any more (`Asking.signal`): there is nobody to tell. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
  constructor() {
    super('Nobody waits for the answer any more.');
  }
}
