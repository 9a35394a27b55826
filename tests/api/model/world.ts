/** A run of the model against the API: three key holders with a watchlist each, and assets that no other run uses. */
import { randomBytes, randomUUID } from 'node:crypto';
import { makeApiKey } from '../../../schemas/values/api-key.ts';
import { watchItemId } from '../../../pipeline/accounts/watch.ts';
import type { AssetRecord, Change } from '../../../schemas/generated/records.ts';
import type { Harness, Reply as HttpReply, TestKey } from '../harness.ts';
import { asset, assetId, change, day, now } from '../records.ts';
import { endIntake, type Holder, type ModelChange, newHolder, write } from './reference.ts';

/** The state of the model. */
export interface Model {
  readonly holders: readonly Holder[];
  readonly changes: ModelChange[];
  /** Assets anyone may add now. */
  readonly publicAssets: Set<string>;
}

/** The tested API. */
export interface World {
  readonly api: Harness;
  readonly assets: readonly string[];
  readonly keys: TestKey[];
  /** By request of a holder: the last ETag, and the content of that answer. */
  readonly tags: Map<string, { readonly tag: string; readonly content: string }>;
  /** Times of earlier steps, for changes that are detected at exactly these times. */
  readonly moments: number[];
  readonly ask: (holder: number, method: string, path: string, body?: object) => Promise<HttpReply>;
  readonly itemId: (holder: number, asset: string) => string;
  readonly replaceKey: (holder: number) => Promise<void>;
  readonly setPublic: (asset: string, isPublic: boolean) => Promise<void>;
  /** Detects changes, or revises them. */
  readonly detect: (...changes: readonly ModelChange[]) => Promise<void>;
}

export interface Run {
  readonly model: Model;
  readonly real: World;
}

export const holders = 3;
export const assetsOfRun = 3;
const firstLimit = 2;
const createdAt = now - 100 * day;
const watchedAt = now - 50 * day;

/** Runs that are prepared together: one tenant at a time would take longer than the test itself. */
const runsAtATime = 50;

/** Creates runs on demand. */
export function createRuns(api: Harness): () => Promise<Run> {
  const ready: Run[] = [];
  let lastNumber = 1_000;
  return async () => {
    if (ready.length === 0) {
      const numbers = Array.from({ length: runsAtATime }, () =>
        Array.from({ length: assetsOfRun }, () => (lastNumber += 1)),
      );
      await api.declare(...numbers.flat().map((number) => asset(number, { position: 1 })));
      ready.push(...(await Promise.all(numbers.map((own) => newRun(api, own)))));
    }
    const run = ready.pop();
    if (run === undefined) throw new Error('a run was made ready');
    return run;
  };
}

/** Every holder watches the first asset, and its intake has ended. */
async function newRun(api: Harness, numbers: readonly number[]): Promise<Run> {
  const records = new Map(numbers.map((number) => [assetId(number), asset(number, { position: 1 })]));
  const [watched = ''] = records.keys();
  const keys = await Promise.all(Array.from({ length: holders }, () => api.makeKey({ limit: firstLimit })));
  await Promise.all(keys.map((key) => api.watch(key, watched, watchedAt)));
  const model: Model = {
    holders: keys.map(() => newHolder(firstLimit, createdAt)),
    changes: [],
    publicAssets: new Set(records.keys()),
  };
  for (const holder of model.holders) {
    write(holder, { do: 'add', asset: watched, isPublic: true }, watchedAt);
    endIntake(holder, watched, 'ready', watchedAt);
  }
  return { model, real: worldOf(api, keys, records) };
}

function worldOf(api: Harness, keys: TestKey[], records: Map<string, AssetRecord>): World {
  const keyOf = (holder: number): TestKey => {
    const key = keys[holder];
    if (key === undefined) throw new Error(`there is no holder ${holder}`);
    return key;
  };
  return {
    api,
    assets: [...records.keys()],
    keys,
    tags: new Map(),
    moments: [],
    ask: (holder, method, path, body) =>
      api.send(method, path, { key: keyOf(holder).text, ...(body === undefined ? {} : { body }) }),
    itemId: (holder, ofAsset) => watchItemId(keyOf(holder).tenantId, ofAsset),
    replaceKey: async (holder) => {
      const { tenantId, keyId } = keyOf(holder);
      const made = makeApiKey(randomBytes);
      const { text, keyId: newKeyId, secretSha256, last4 } = made;
      const scopes = ['monitoring:read', 'watchlist:write'] as const;
      await api.give(tenantId, 'key.create', { keyId: newKeyId, name: 'next', secretSha256, last4, scopes });
      await api.give(tenantId, 'key.revoke', { keyId });
      keys[holder] = { text, keyId: newKeyId, tenantId };
    },
    setPublic: async (ofAsset, isPublic) => {
      const before = records.get(ofAsset);
      if (before === undefined) throw new Error(`there is no asset ${ofAsset}`);
      const record = { ...before, public: isPublic, position: before.position + 1 };
      records.set(ofAsset, record);
      await api.declare(record);
    },
    detect: (...changes) => api.detect(...changes.map(recordOf)),
  };
}

export const newChangeId = (category: string): string => `${category}:${randomUUID().replaceAll('-', '').slice(0, 26)}`;

const recordOf = (model: ModelChange): Change => {
  const { asset: ofAsset, ...members } = model;
  return change(model.id, 0, {
    ...members,
    assetId: ofAsset,
    revisedAt: Math.max(model.detectedAt, model.notableAt ?? 0),
    title: `revision ${model.revision}`,
  });
};
