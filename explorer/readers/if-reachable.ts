import { RetryableError } from '../../infra/errors.ts';

/** The result of a read, or null if the tables do not answer: what is in memory is shown all the same. */
export async function ifReachable<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof RetryableError) return null;
    throw error;
  }
}
