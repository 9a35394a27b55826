import { pause } from '../../../infra/async/async.ts';
import type { AccountCommand } from '../../../schemas/generated/records.ts';
import type { ReadModelDependencies } from '../dependencies.ts';
import { createLru } from '../memory/lru.ts';
import type { Principal } from '../principal.ts';

/** Reports that a key was used. Returns at once and never throws. */
export type NoteUse = (principal: Principal) => void;

export interface KeyUses {
  readonly note: NoteUse;
  /** Sends what waits, and resolves when nothing is under way. Call it before the log closes. */
  readonly stop: () => Promise<void>;
}

interface Dependencies extends Pick<ReadModelDependencies, 'clock' | 'commands' | 'ids'> {
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const mostKeys = 50_000;
/** Uses of one append. */
const mostTogether = 100;
/** At midnight every key has a first use, and each makes the cached rows of its tenant be read again. Milliseconds. */
const betweenAppendsMs = 1_000;

/**
 * Sends `key.used` for the first use of a key on a UTC day in this process. It is sent beside the answer: nothing waits for
 * it, and where it cannot be appended it is dropped until the next day, so that a full disk stops no read. Up to 100 uses a
 * second are appended, each with its own time.
 */
export function createKeyUses({ clock, commands, ids, sleep = pause }: Dependencies): KeyUses {
  const days = createLru<string, string>(mostKeys);
  const stopping = new AbortController();
  const waiting: AccountCommand[] = [];
  let sending: Promise<void> | null = null;

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await commands.send(waiting.splice(0, mostTogether), null).catch(() => undefined);
      if (!stopping.signal.aborted) await sleep(betweenAppendsMs, stopping.signal);
    }
    sending = null;
  };
  return {
    note: ({ tenantId, keyId }) => {
      const at = clock();
      const day = new Date(at).toISOString().slice(0, 10);
      if (days.get(keyId) === day || waiting.length >= mostKeys) return;
      days.set(keyId, day);
      const body = JSON.stringify({ keyId });
      const actor = `key:${keyId}`;
      waiting.push({ commandId: ids(), tenantId, type: 'key.used', at, body, assetPublic: null, actor });
      sending ??= sendAll();
    },
    stop: async () => {
      stopping.abort();
      await sending;
    },
  };
}
