import { RetryableError } from '../../../../infra/errors.ts';
import type { AccountsState, Service, ServiceApi } from './accounts-state.ts';

/** A client gives up. */
const clientPatienceMs = 15_000;

/** Sends a request to a service that is ready; null if it was refused, or the service died. */
export async function call<T>(
  state: AccountsState,
  work: (api: ServiceApi) => Promise<T>,
): Promise<{ readonly value: T } | null> {
  const { simulation } = state;
  const { random, current: client } = simulation;
  const service = await readyService(state);
  return new Promise((resolve) => {
    const answer = (what: string, result: { readonly value: T } | null): void =>
      void simulation.after(random.delay(1), client, what, () => resolve(result));
    service.process.onDeath.push(() => answer('the connection is lost', null));
    simulation.after(clientPatienceMs, client, 'a client gives up', () => resolve(null));
    simulation.after(random.delay(1), service.main, 'a request', () => {
      if (service.api === null) return;
      work(service.api).then(
        (value) => answer('an answer', { value }),
        (error: unknown) => {
          if (!(error instanceof RetryableError)) simulation.crash(service.main, error);
          answer('an answer 503', null);
        },
      );
    });
  });
}

async function readyService({ simulation, services }: AccountsState): Promise<Service> {
  for (;;) {
    const ready = [services.up, services.serve].filter((service) => service?.ready === true);
    const service = ready.length === 0 ? null : simulation.random.pick(ready);
    if (service !== null) return service;
    await simulation.pause(simulation.random.fraction() * 20, 'no service is ready');
  }
}
