import { createMemoryState, type MemoryState } from '../../../infra/state/memory.ts';
import { openEmbeddedStore } from '../../../infra/state/embedded.ts';
import { restoreFromEvent } from '../../../pipeline/accounts/account-state.ts';
import { applyCommand } from '../../../pipeline/accounts/accounts.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { type Observer, partitions } from '../worlds/observer.ts';
import type { AccountEvidence } from './account-evidence.ts';

/** State of the accounts processor by key, as JSON text. */
type Entries = ReadonlyMap<string, string>;

/** The state of a partition = the replay of its commands, byte for byte = the replay of its events, as JSON values. */
export function checkFoldReplay(simulation: Simulation, evidence: AccountEvidence, observer: Observer): void {
  for (const partition of partitions) {
    const stored = storedEntries(observer, partition);
    const canonical = (text: string): string => canonicalJson(JSON.parse(text));
    const compare = (source: string, replayed: Entries, form: (text: string) => string): void => {
      for (const key of new Set([...stored.keys(), ...replayed.keys()])) {
        const [one, other] = [stored.get(key) ?? 'null', replayed.get(key) ?? 'null'];
        if (form(one) === form(other)) continue;
        const texts = `stored ${one}, replayed ${other}`;
        simulation.violate('fold-replay', `partition ${partition}, ${key}: not the replay of the ${source}: ${texts}`);
      }
    };
    compare('commands', replayCommands(evidence, partition), (text) => text);
    // Members of an object that was decoded from an event come in another order.
    compare('events', replayEvents(evidence, partition), canonical);
  }
}

function storedEntries({ environments, catalogue }: Observer, partition: number): Entries {
  const store = openEmbeddedStore({
    processor: 'attestry.accounts',
    environmentName: 'accounts',
    environment: environments.accounts,
    catalogue,
    announce: () => undefined,
  });
  return new Map([...store.entries(partition, '')].map(([key, bytes]) => [key, bytes.toString('utf8')]));
}

function replayCommands({ commands }: AccountEvidence, ofPartition: number): Entries {
  const state = createMemoryState();
  for (const { record, value } of commands) {
    const { partition, offset, timestamp } = record;
    if (partition === ofPartition)
      applyCommand(state, { topic: 'accounts.commands', partition, offset, timestamp, value });
  }
  return entriesOf(state);
}

/** The entries that a new owner of the partition has after it read the events. */
export function replayEvents({ events }: AccountEvidence, ofPartition: number): Entries {
  const state = createMemoryState();
  for (const { record, value } of events) {
    const { partition, offset, timestamp } = record;
    if (partition === ofPartition)
      restoreFromEvent(state, { topic: 'accounts.events', partition, offset, timestamp, value });
  }
  return entriesOf(state);
}

const entriesOf = (state: MemoryState): Entries =>
  new Map([...state.entries('')].map(([key, value]) => [key, JSON.stringify(value)]));
