import { isUndone } from './postgres-error.ts';

/** Does a whole transaction again, once, when PostgreSQL has undone it because others were in its way. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUndone(error)) throw error;
    return work();
  }
}
