import { isUndone } from './postgres-error.ts';

/** Retries a transaction once after PostgreSQL has rolled it back because of a conflict. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUndone(error)) throw error;
    return work();
  }
}
