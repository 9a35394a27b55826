/** The data of the documentation's examples, so that their requests can be sent. */
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import {
  exampleAddress,
  exampleIds,
  exampleIssuer,
  exampleOtherAddress,
  exampleOwned,
  exampleWatchedAsset,
} from '../../api/openapi/example-values.ts';
import type { Harness, TestKey } from './harness.ts';
import { registeredAsset, registeredParty } from './registry-port.ts';
import { addEndpoint } from './readmodel/webhooks/endpoints.ts';
import { asset, change, issuer, now, verdict } from './records.ts';

export interface ExampleWorld {
  readonly key: TestKey;
  /** Replaces tenant-dependent ids of the documentation by those of this world. */
  readonly actual: (text: string) => string;
  /** The reverse, for answers. */
  readonly documented: (text: string) => string;
}

const groupKey = 'example';

export async function fillExampleWorld(api: Harness): Promise<ExampleWorld> {
  const key = await api.makeKey({ scopes: ['monitoring:read', 'watchlist:write', 'operator'] });
  const company = issuer({ partyId: 'example-issuer', ...exampleIssuer });
  const coin = { name: exampleWatchedAsset.name, symbol: exampleWatchedAsset.symbol, issuer: company };
  const owned = asset(1, {
    slug: exampleOwned.slug,
    name: exampleOwned.name,
    symbol: exampleOwned.symbol,
    description: 'A token of the demo.',
    did: exampleOwned.did,
    websiteUrl: 'https://issuer.example/',
    whitepaperUrl: 'https://issuer.example/whitepaper.pdf',
    imageUrl: 'https://issuer.example/logo.png',
    issuer: issuer({ partyId: 'example-owner', name: exampleOwned.issuer }),
    assetId: exampleIds.demoAsset,
    address: exampleOwned.address,
    authorities: [
      {
        id: exampleOwned.ownerId,
        type: 'owner',
        address: exampleOwned.owner,
        verified: true,
        accountType: 'regular',
        accountKind: 'key',
        signers: [],
        threshold: null,
        observedAt: Date.UTC(2026, 4, 20),
      },
    ],
    verifications: [
      {
        proofId: exampleOwned.proofId,
        method: JSON.stringify({ type: 'signature', scheme: 'eip191' }),
        provedAt: Date.UTC(2026, 2, 1),
        authorityType: 'owner',
        authorityAddress: exampleOwned.owner,
        verifiedBy: 'attestry',
        lapsed: null,
      },
    ],
  });
  const watched = asset(2, {
    ...coin,
    assetId: exampleIds.watchedAsset,
    slug: 'usdc-ethereum',
    address: exampleAddress,
  });
  const unwatched = asset(3, {
    ...coin,
    assetId: exampleIds.otherAsset,
    slug: 'usdc-base',
    chain: 'base',
    address: exampleOtherAddress,
  });
  await api.declare(owned, watched, unwatched);
  const actualItemId = await api.watch(key, exampleIds.watchedAsset);
  await api.detect(
    change(groupKey, 1, {
      id: exampleIds.change,
      assetId: exampleIds.watchedAsset,
      title: 'Token identifiers changed in a register',
      detail: 'The register names further identifiers.',
      before: '2ZTG3NNVB',
      after: '2ZTG3NNVB and 45J6XJX7H',
      impact: 'The row names further tokens, or the token on further chains.',
    }),
  );
  await api.judge(
    verdict(1, now, false, { assetId: exampleIds.watchedAsset, verdict: 'evidenced', evidence: ['0'.repeat(64)] }),
  );
  await addEndpoint(api, key, 'https://receiver.example/attestry', exampleIds.webhook);
  await declareRegistry(api);
  const group = uuidV5(namespaces.group, groupKey);
  const actualNoticeId = uuidV5(namespaces.notification, `${key.tenantId}|${group}`);
  const caip19 = 'eip155:1/erc20:0x5555555555555555555555555555555555555555';
  await api.give(key.tenantId, 'request.create', { caip19, note: 'We hold it since March', registered: [] });
  const actualRequestId = uuidV5(namespaces.request, `${key.tenantId}|${caip19}`);
  const pairs = [
    [exampleIds.request, actualRequestId],
    [exampleIds.item, actualItemId],
    [exampleIds.notification, actualNoticeId],
  ] as const;
  return {
    key,
    actual: (text) => pairs.reduce((done, [documented, actual]) => done.replaceAll(documented, actual), text),
    documented: (text) => pairs.reduce((done, [documented, actual]) => done.replaceAll(actual, documented), text),
  };
}

/** The declarations of the operator that the documentation shows. */
async function declareRegistry(api: Harness): Promise<void> {
  const party = registeredParty({
    partyId: exampleIds.issuer,
    ...exampleIssuer,
    country: 'FR',
    kyi: { status: 'verified', at: now },
  });
  const declared = registeredParty({
    partyId: exampleIds.declaredParty,
    did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C4Z',
    name: 'Example Issuer S.A.',
    country: 'FR',
    kyi: { status: 'verified', at: now },
  });
  const token = registeredAsset({
    assetId: exampleIds.watchedAsset,
    did: '1HCC7D6BWT09E6AXR4PJW4D3YW',
    slug: 'usdc-ethereum',
    chain: 'ethereum',
    address: exampleAddress,
    symbol: exampleWatchedAsset.symbol,
    name: exampleWatchedAsset.name,
    issuerId: exampleIds.issuer,
    verifiedAt: now,
  });
  await api.register(party, declared, token);
}
