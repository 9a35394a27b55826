import { formatApiKey, hashSecret } from '../../../schemas/values/api-key.ts';
import { namespaces, uuidV5 } from '../../../schemas/values/hash.ts';
import type { AccountEvent, AssetRecord, RegistryAsset } from '../../../schemas/generated/records.ts';
import { createMemoryState } from '../../../infra/state/memory.ts';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import { baseline } from './observations.ts';
import { makeWorld, type World } from './world.ts';

/** Assets, and clients who each watch some of them. */
export interface MonitoredWorld {
  readonly world: World;
  readonly holders: readonly Holder[];
}

/** A tenant with one key. */
export interface Holder {
  readonly tenantId: string;
  readonly keyId: string;
  readonly secret: string;
  /** The key as a client sends it. */
  readonly key: string;
  readonly assetIds: readonly string[];
}

const keyIdLength = 8;
const secretLength = 32;
const scopes = ['monitoring:read', 'watchlist:write'];

/** Every client watches the first asset, and a run of others that a few clients share. */
export function makeMonitoredWorld(assets: number, holders: number, watched: number): MonitoredWorld {
  const world = makeWorld(assets);
  const idAt = (index: number): string => world.assets[index % assets]?.assetId ?? '';
  return {
    world,
    holders: Array.from({ length: holders }, (_, index) => {
      const own = Array.from({ length: watched - 1 }, (__, at) => idAt(1 + index * (watched - 1) + at));
      return holderOf(index, [...new Set([idAt(0), ...own])]);
    }),
  };
}

export function holderOf(index: number, assetIds: readonly string[]): Holder {
  const keyId = index.toString(36).padStart(keyIdLength, '0');
  const secret = index.toString(36).padStart(secretLength, '0');
  return { tenantId: idOf(`tenant-${index}`), keyId, secret, key: formatApiKey({ keyId, secret }), assetIds };
}

const idOf = (name: string): string => uuidV5(namespaces.command, `bench:${name}`);

/**
 * The record of every asset, copied from the record that the pipeline folds for one of them.
 * @param from the position of the first in the registry
 */
export function recordsOf({ assets, parties }: World, from = 0): readonly AssetRecord[] {
  const folded = foldedRecord();
  const issuers = new Map(parties.map((party) => [party.partyId, party]));
  return assets.map((asset: RegistryAsset, index) => {
    const issuer = asset.issuerId === null ? undefined : issuers.get(asset.issuerId);
    const { assetId, did, slug, address, name, symbol, websiteUrl, whitepaperUrl } = asset;
    return {
      ...folded,
      assetId,
      did,
      slug,
      address,
      name,
      symbol,
      websiteUrl,
      whitepaperUrl,
      registryPosition: from + index,
      issuer: folded.issuer === null || issuer === undefined ? null : { ...folded.issuer, name: issuer.name },
    };
  });
}

function foldedRecord(): AssetRecord {
  const state = createMemoryState();
  let record: AssetRecord | null = null;
  for (const [offset, value] of [...baseline(makeWorld(1))].entries()) {
    const input = { topic: 'observations', partition: 0, offset, timestamp: value.observedAt, value } as const;
    const result = detectProcessor.apply(state, input, new Map());
    for (const output of result.kind === 'ok' ? result.outputs : []) {
      if (output.topic === 'asset.records') record = output.value;
    }
  }
  if (record === null) throw new Error('the fold made no record of the asset');
  return record;
}

/** The events of a client: its tenant was created with its key, then each asset was put on the list. Times in ms. */
export function eventsOf(holder: Holder, since: number, seenAt: number): readonly AccountEvent[] {
  const { tenantId, keyId, secret, assetIds } = holder;
  const made: AccountEvent = {
    ...nothing(tenantId, 1, since),
    tenant: { limit: assetIds.length, seenAt, createdAt: since },
    key: {
      keyId,
      name: 'bench',
      secretSha256: hashSecret(secret),
      last4: secret.slice(-4),
      scopes,
      createdAt: since,
      expiresAt: null,
      revokedAt: null,
      replaces: null,
      usedOn: null,
    },
  };
  const added = assetIds.map((assetId, index): AccountEvent => {
    const seq = index + 2;
    return {
      ...nothing(tenantId, seq, since),
      item: {
        itemId: idOf(`item-${tenantId}-${assetId}`),
        assetId,
        state: 'ready',
        stateReason: null,
        intakeStatus: null,
        monitoringEnabled: true,
        note: null,
        addedAt: since,
        currentAddAt: since,
        currentAddSeq: seq,
      },
    };
  });
  return [made, ...added];
}

const nothing = (tenantId: string, seq: number, at: number): AccountEvent => ({
  eventId: `event-${tenantId}-${seq}`,
  tenantId,
  seq,
  commandId: `command-${tenantId}-${seq}`,
  inputPosition: seq,
  type: 'watch.added',
  at,
  actor: 'key:bench',
  item: null,
  intervals: [],
  key: null,
  tenant: null,
  notice: null,
  session: null,
  marks: null,
  webhook: null,
  request: null,
  outcome: null,
});
