import type { Simulation } from '../kernel/simulation.ts';
import type { AccountEvidence } from './account-evidence.ts';

interface Uses {
  readonly createdAt: number;
  /** UTC day of the last use that is stated, `2026-11-29`; null before the first. */
  day: string | null;
}

/** A command that lies farther ahead of its record is refused: the clock of its process was wrong. */
const mostAheadMs = 300_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The last use of a key is stated once for each UTC day, never goes back, and ends at the latest day that any process
 * reported: counted from commands and events, apart from the fold.
 */
export function checkKeyUses(simulation: Simulation, { commands, events }: AccountEvidence): void {
  const violate = (message: string): void => simulation.violate('key-uses', message);
  const byKey = new Map<string, Uses>();
  const sorted = new Map(events.map(({ value }) => [`${value.tenantId} ${value.seq}`, value]));
  for (const { type, key, seq } of [...sorted.values()].sort((one, other) => one.seq - other.seq)) {
    if (key === null) continue;
    const before = byKey.get(key.keyId) ?? { createdAt: key.createdAt, day: null };
    byKey.set(key.keyId, before);
    if (type !== 'key.changed') continue;
    const { keyId, usedOn } = key;
    if (usedOn === null) violate(`event ${seq} changes key ${keyId} without a use`);
    else if (before.day !== null && usedOn <= before.day) {
      violate(`event ${seq} states a use of key ${keyId} on ${usedOn}, after one on ${before.day}`);
    }
    before.day = usedOn;
  }
  const latest = new Map<string, string>();
  for (const { value: command, record } of commands) {
    if (command.type !== 'key.used' || command.at > record.timestamp + mostAheadMs) continue;
    const { keyId } = JSON.parse(command.body) as { readonly keyId: string };
    const day = dayOf(Math.max(command.at, byKey.get(keyId)?.createdAt ?? 0));
    if (day > (latest.get(keyId) ?? '')) latest.set(keyId, day);
  }
  for (const [keyId, day] of latest) {
    const stated = byKey.get(keyId)?.day ?? null;
    if (stated !== day) violate(`the last use of key ${keyId} is ${day}, and ${stated ?? 'none'} is stated`);
  }
}
