/** Endpoints of tenants in the tables of a harness, and what their streams have for them. */
import { randomUUID } from 'node:crypto';
import { createReadModel } from '../../../../api/readmodel/dependencies.ts';
import { readStreamCursor, writeStreamCursor } from '../../../../api/readmodel/resources/stream/cursor.ts';
import { createEventReader, type EventReader } from '../../../../api/readmodel/resources/stream/read-events.ts';
import { tablesOfTenant } from '../../../../api/readmodel/tables/tenant-tables.ts';
import type { StoredEndpoint } from '../../../../api/readmodel/webhooks/endpoint.ts';
import { messagesOf } from '../../../../api/readmodel/webhooks/message.ts';
import { readEndpoints } from '../../../../api/readmodel/webhooks/queries.ts';
import { asset, assetId } from '../../records.ts';
import type { Harness, TestKey } from '../../harness.ts';

/** The secret of every endpoint. */
export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let nextAsset = 0;

/** A key that watches a new asset, `n`. */
export async function watcher(api: Harness): Promise<{ readonly key: TestKey; readonly n: number }> {
  nextAsset += 1;
  await api.declare(asset(nextAsset));
  const key = await api.makeKey();
  await api.watch(key, assetId(nextAsset));
  return { key, n: nextAsset };
}

/** Reads the streams of tenants as the sender does. */
export function eventsOf(api: Harness): EventReader {
  const dependencies = createReadModel(api.dependencies);
  return createEventReader({ ...dependencies, versions: api.versions, store: dependencies.changes });
}

/** An endpoint whose place in the stream is now. Returns its id. */
export async function addEndpoint(
  api: Harness,
  { tenantId }: TestKey,
  address: string,
  endpointId: string = randomUUID(),
): Promise<string> {
  const { texts } = api.dependencies;
  const url = (await texts.seal({ tenantId, purpose: 'webhook address' }, address)) ?? '';
  const sealed = (await texts.seal({ tenantId, purpose: 'webhook secret' }, secret)) ?? '';
  const cursor = writeStreamCursor(await eventsOf(api).now(tenantId));
  await api.give(tenantId, 'webhook.create', { endpointId, url, secret: sealed, cursor });
  return endpointId;
}

export const storedEndpoint = async (
  api: Harness,
  { tenantId }: TestKey,
  endpointId: string,
): Promise<StoredEndpoint | undefined> =>
  (await readEndpoints(tablesOfTenant(api.dependencies.tables, tenantId))).find(
    (endpoint) => endpoint.endpointId === endpointId,
  );

/** Ids and bodies of all messages of a tenant behind a place in its stream. */
export async function messagesBehind(
  reader: Pick<EventReader, 'after'>,
  tenantId: string,
  place: string,
): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  for (let [cursor, hasMore] = [readStreamCursor(place), true]; hasMore; ) {
    if (cursor === null) throw new Error(`${place} is no place in a stream`);
    const batch = await reader.after(tenantId, cursor);
    for (const { id, body } of messagesOf(batch.events, writeStreamCursor(cursor))) messages.set(id, body);
    ({ cursor, hasMore } = batch);
  }
  return messages;
}
