import { type BrokerPool, brokerPoolPrototype } from './internals.ts';

let isReported = false;

/**
 * kafkajs asks one broker after the other, and answers null when all refuse: a user without the right to a group gets "Failed to
 * find group coordinator", which seems to be a temporary error. With this, kafkajs throws the refusal itself.
 */
export function reportRefusals(): void {
  if (isReported) return;
  isReported = true;
  const pool = brokerPoolPrototype();
  const { withBroker } = pool;
  pool.withBroker = async function askBrokers<T>(
    this: BrokerPool,
    ask: (broker: unknown) => Promise<T>,
  ): Promise<T | null> {
    const refusals: Error[] = [];
    const answer = await withBroker.call(this, async (broker) => {
      try {
        return await ask(broker);
      } catch (error) {
        if (isRefusal(error)) refusals.push(error);
        throw error;
      }
    });
    const [refusal] = refusals;
    if (answer === null && refusal !== undefined) throw refusal;
    return answer as T | null;
  };
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && String((error as { readonly type?: unknown }).type).endsWith('_AUTHORIZATION_FAILED');
