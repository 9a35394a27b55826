/** `node:dns`, whose `lookup` asks the simulated network. */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { simulation } from '../../kernel/simulation.ts';
import { familyOf, simulatedNetwork } from './network.ts';

export * from 'node:dns';

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

export function lookup(name: string, options: LookupOptions, done: LookupCallback): void {
  const active = simulation();
  active.after(active.random.delay(5), active.current, `resolve ${name}`, () => {
    const addresses = simulatedNetwork().resolve(name);
    const [first] = addresses ?? [];
    if (addresses === null || first === undefined) {
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);
      return;
    }
    if (options.all === true)
      done(
        null,
        addresses.map((address) => ({ address, family: familyOf(address) })),
      );
    else done(null, first, familyOf(first));
  });
}
