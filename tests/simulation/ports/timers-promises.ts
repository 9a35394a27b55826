/** `node:timers/promises` in virtual time. */
import { clearTimeout as clear, setTimeout as schedule } from '../kernel/globals.ts';
import { simulation } from '../kernel/simulation.ts';

interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

export async function setImmediate<T>(value?: T): Promise<T | undefined> {
  await simulation().pause(0.001, 'next turn');
  return value;
}

function wait<T>(ms = 0, value?: T, options?: WaitOptions): Promise<T | undefined> {
  const signal = options?.signal;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clear(timer);
      const error = new DOMException('The operation was aborted', 'AbortError');
      reject(Object.assign(error, { cause: signal?.reason as unknown }));
    };
    const timer = schedule(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
export { wait as setTimeout };
