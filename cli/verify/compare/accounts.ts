import type { Engine } from '../../engine/open-engine.ts';
import { readTopic } from '../../log/read-topic.ts';

export interface AccountsComparison {
  readonly events: number;
  /** Sequence numbers that are missing. */
  readonly lost: number;
  /** Sequence numbers that occur with more than one event id. */
  readonly duplicate: number;
}

/** Checks that every tenant's events are numbered without a gap and that each number has one event. */
export async function compareAccounts(engine: Engine): Promise<AccountsComparison> {
  const tenants = new Map<string, Map<number, string>>();
  let duplicate = 0;
  for await (const { value } of readTopic(engine, 'accounts.events')) {
    if (value === null) continue;
    let events = tenants.get(value.tenantId);
    if (events === undefined) {
      events = new Map();
      tenants.set(value.tenantId, events);
    }
    const known = events.get(value.seq);
    if (known !== undefined && known !== value.eventId) duplicate += 1;
    events.set(value.seq, value.eventId);
  }
  let events = 0;
  let lost = 0;
  for (const tenant of tenants.values()) {
    events += tenant.size;
    let last = 0;
    for (const seq of tenant.keys()) last = Math.max(last, seq);
    lost += last - tenant.size;
  }
  return { events, lost, duplicate };
}
