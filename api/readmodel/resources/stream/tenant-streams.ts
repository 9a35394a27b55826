import type { ReadModel } from '../../dependencies.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import type { Connection } from '../../connection.ts';
import type { Principal } from '../../principal.ts';
import { invalidParameters } from '../../../errors.ts';
import { parseUrl } from '../../../../schemas/values/parse-url.ts';
import { readStreamCursor, type StreamCursor, streamOf } from './cursor.ts';
import { createEventReader, type EventReader } from './read-events.ts';
import { openSession, type SentBatch, type StreamTiming } from './session.ts';
import { shareReads } from './share-reads.ts';
import { wakeOnEvents } from './wake.ts';

export type StreamDependencies = Pick<
  ReadModel,
  'tables' | 'registry' | 'versions' | 'recent' | 'logger' | 'stopping' | 'changes' | 'snapshots'
>;

interface StreamSubscription {
  readonly principal: Principal;
  readonly begin: StreamCursor;
  /** Reads what is behind a cursor; the events of the tenant by default. */
  readonly read?: (cursor: StreamCursor) => Promise<SentBatch>;
  readonly stillAdmitted: () => Promise<boolean>;
}

/** Endless answers with the events of a tenant. */
export interface TenantStreams {
  readonly reader: EventReader;
  /** The cursor in a text; null unless it is one of this tenant. */
  readonly cursorOf: (tenantId: string, text: string) => StreamCursor | null;
  readonly open: (connection: Connection, following: StreamSubscription) => Promise<void>;
}

const usualTiming: StreamTiming = { heartbeatMs: 15_000, admissionMs: 1_000 };

/** @param perKey streams of one key that may be open at once, in one process; `refusal` is the sentence for one more */
export function createTenantStreams(
  dependencies: StreamDependencies,
  { perKey, refusal }: { readonly perKey: number; readonly refusal: string },
  timing: StreamTiming = usualTiming,
): TenantStreams {
  const { tables, registry, versions, recent, logger, stopping, changes, snapshots } = dependencies;
  const limit = createConcurrencyLimit(perKey);
  const reader = shareReads(createEventReader({ tables, registry, versions, recent, snapshots, store: changes }));

  const ends = new Set<() => void>();
  stopping.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  const whenStopping = (end: () => void): (() => void) => {
    ends.add(end);
    if (stopping.aborted) end();
    return () => void ends.delete(end);
  };

  return {
    reader,
    cursorOf: (tenantId, text) => {
      const cursor = readStreamCursor(text);
      return cursor !== null && cursor.of === streamOf(tenantId) ? cursor : null;
    },
    open: async (connection, { principal, begin, read, stillAdmitted }) => {
      const { tenantId, keyId } = principal;
      const { host = '' } = connection.request.headers;
      if (parseUrl(`http://${host}`) === null) {
        throw invalidParameters([{ parameter: 'Host', reason: 'is not a host' }]);
      }
      // The connection may have closed while the start was read, and the event is emitted only once.
      if (connection.response.closed || connection.response.destroyed) return;
      const release = limit.acquire(keyId, refusal);
      connection.response.once('close', release);
      await openSession({
        connection,
        begin,
        read: read ?? ((cursor) => reader.after(tenantId, cursor)),
        subscribe: (wake) => wakeOnEvents(tenantId, wake, { snapshots, versions }),
        stillAdmitted,
        whenStopping,
        timing,
        logger,
      });
    },
  };
}
