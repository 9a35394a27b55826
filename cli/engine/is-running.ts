import { RetryableError } from '../../infra/errors.ts';
import type { Engine } from './open-engine.ts';

/** Whether any process runs a processor. A service that is too busy to answer does. */
export async function isRunning({ processors }: Pick<Engine, 'processors'>, name: string): Promise<boolean> {
  try {
    return await processors.isRunning(name);
  } catch (error) {
    if (error instanceof RetryableError) return true;
    throw error;
  }
}
