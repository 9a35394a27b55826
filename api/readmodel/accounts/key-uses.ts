import type { ReadModelDependencies } from '../dependencies.ts';
import { createLru } from '../memory/lru.ts';
import type { Principal } from '../principal.ts';

/** Reports that a key was used. Returns at once and never throws. */
export type NoteUse = (principal: Principal) => void;

const mostKeys = 50_000;

/**
 * Sends `key.used` for the first use of a key on a UTC day in this process. It is sent beside the answer: nothing waits for
 * it, and where it cannot be appended it is dropped until the next day, so that a full disk stops no read.
 */
export function createKeyUses({
  clock,
  commands,
  ids,
}: Pick<ReadModelDependencies, 'clock' | 'commands' | 'ids'>): NoteUse {
  const days = createLru<string, string>(mostKeys);
  return ({ tenantId, keyId }) => {
    const at = clock();
    const day = new Date(at).toISOString().slice(0, 10);
    if (days.get(keyId) === day) return;
    days.set(keyId, day);
    const body = JSON.stringify({ keyId });
    const actor = `key:${keyId}`;
    commands
      .send([{ commandId: ids(), tenantId, type: 'key.used', at, body, assetPublic: null, actor }], null)
      .catch(() => undefined);
  };
}
