/** The data of the documentation's examples, so that their requests can be sent. */
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import { exampleIds } from '../../api/openapi/example-values.ts';
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

const watchedId = '6f1d2c3b-4a59-4e68-8776-95a4b3c2d1e0';
const unwatchedId = '0b8e6a54-2f3d-4c1b-9a7e-5d4c3b2a1908';
/** Documented ids of the watchlist item and the notification. */
const itemId = 'c4f9b6d2-8a17-5e30-b1d4-7f2e6c5a9083';
const noticeId = '2d7e8f90-1a2b-5c3d-8e4f-a5b6c7d8e9f0';
/** Ids of endpoints are unique within a tenant. */
const webhookId = '5e0c9a71-63d4-4f28-9b0e-1d2c3b4a5968';
/** The documented id of the request. */
const requestId = '9b2e4d60-7c81-5a3f-8e2d-6f5a4b3c2d1e';
const groupKey = 'example';

export async function fillExampleWorld(api: Harness): Promise<ExampleWorld> {
  const key = await api.makeKey({ scopes: ['monitoring:read', 'watchlist:write', 'operator'] });
  const company = issuer({ partyId: 'example-issuer', name: 'Example Issuer S.A.' });
  const euro = {
    slug: 'example-euro-ethereum',
    name: 'Example Euro',
    symbol: 'EEUR',
    description: 'An electronic money token.',
    did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3E',
    websiteUrl: 'https://issuer.example/',
    whitepaperUrl: 'https://issuer.example/whitepaper.pdf',
    imageUrl: 'https://issuer.example/logo.png',
    issuer: company,
  };
  const owner = '0x2222222222222222222222222222222222222222';
  const watched = asset(1, {
    ...euro,
    assetId: watchedId,
    address: '0x1111111111111111111111111111111111111111',
    authorities: [
      {
        id: 'owner-1',
        type: 'owner',
        address: owner,
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
        proofId: 'd9a1c2e3-5b64-4f7a-8c9d-0e1f2a3b4c5d',
        method: JSON.stringify({ type: 'signature', scheme: 'eip191' }),
        provedAt: Date.UTC(2026, 2, 1),
        authorityType: 'owner',
        authorityAddress: owner,
        verifiedBy: 'attestry',
        lapsed: null,
      },
    ],
  });
  const unwatched = asset(2, {
    ...euro,
    assetId: unwatchedId,
    slug: 'example-euro-base',
    chain: 'base',
    address: '0x3333333333333333333333333333333333333333',
  });
  await api.declare(watched, unwatched);
  const actualItemId = await api.watch(key, watchedId);
  await api.detect(
    change(groupKey, 1, {
      id: 'register:q3v7k2m5x8z4b6n1c9d0f2g3h7',
      assetId: watchedId,
      title: 'White paper link changed in the register',
      detail: 'The register of e-money tokens names another white paper for Example Euro.',
      before: 'https://issuer.example/whitepaper-1.pdf',
      after: 'https://issuer.example/whitepaper.pdf',
      impact: 'Bears on which document describes the rights of holders.',
    }),
  );
  await api.judge(verdict(1, now, false, { assetId: watchedId, verdict: 'evidenced', evidence: ['0'.repeat(64)] }));
  await addEndpoint(api, key, 'https://receiver.example/attestry', webhookId);
  await declareRegistry(api);
  const group = uuidV5(namespaces.group, groupKey);
  const actualNoticeId = uuidV5(namespaces.notification, `${key.tenantId}|${group}`);
  const caip19 = 'eip155:1/erc20:0x5555555555555555555555555555555555555555';
  await api.give(key.tenantId, 'request.create', { caip19, note: 'We hold it since March', registered: [] });
  const actualRequestId = uuidV5(namespaces.request, `${key.tenantId}|${caip19}`);
  const pairs = [
    [requestId, actualRequestId],
    [itemId, actualItemId],
    [noticeId, actualNoticeId],
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
    did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C4Z',
    name: 'Example Issuer S.A.',
    country: 'FR',
    kyi: { status: 'verified', at: now },
  });
  const token = registeredAsset({
    assetId: exampleIds.registeredAsset,
    did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3E',
    slug: 'eeur-base',
    chain: 'base',
    address: '0x3333333333333333333333333333333333333333',
    symbol: 'EEUR',
    name: 'Example Euro',
    issuerId: exampleIds.issuer,
    verifiedAt: now,
  });
  await api.register(party, token);
}
