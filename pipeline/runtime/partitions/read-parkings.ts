import type { Parking } from '../../../schemas/generated/records.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { type ParkedByHand, parkingTopicOf, placeOf } from '../parked-by-hand.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { createReader } from './reader.ts';

const followEveryMs = 1_000;

export function createParkedByHand(
  deps: Pick<RuntimeDeps, 'log' | 'codec' | 'clock'>,
  { name, inputs }: { readonly name: string; readonly inputs: readonly TopicName[] },
  supervision: Pick<Supervision, 'retry'>,
): ParkedByHand {
  const requests = new Map<string, Parking>();
  const passed = new Set<string>();
  const read = new Map<string, number>();
  const reader = createReader(deps, supervision, { isOwned: () => true });
  let loadedAt = -Infinity;
  const load = async (): Promise<void> => {
    for (const topic of new Set(inputs.map(parkingTopicOf))) {
      for await (const value of reader.unread(topic, read)) {
        if (!value.processors.includes(name)) continue;
        if (value.passed) passed.add(placeOf(value));
        else if (!requests.has(placeOf(value))) requests.set(placeOf(value), value);
      }
    }
    loadedAt = deps.clock();
  };
  return {
    load,
    follow: async () => {
      if (deps.clock() - loadedAt >= followEveryMs) await load();
    },
    requestFor: (record) => requests.get(placeOf(record)),
    hasPassed: (record) => passed.has(placeOf(record)),
    requestsOf: (topic) => [...requests.values()].filter((one) => one.topic === topic),
  };
}
