/** Generates the demo's registry, its observations and its readings of chains. After an edit: `npx tsx demo/build.ts`. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { uuidV5 } from '../schemas/values/hash.ts';
import { ulidOf } from '../schemas/values/ulid.ts';
import type { DemoToken } from './demo-token.ts';
import { type DemoIssuer, issuers } from './issuers.ts';
import { mintCassettes } from './mint-cassettes.ts';
import { type RecordedFact, recordedFacts, recordedTokens } from './recorded-contracts.ts';
import { madeUpTokens, ownedToken, ownerAddress, ownerProof } from './made-up.ts';
import { termsPage, termsUrl } from './terms.ts';
import { tokens } from './tokens.ts';

interface Kyi {
  readonly status: 'verified' | 'pending' | 'revoked';
  readonly at: string | null;
}

/** The demo's declarations take effect before the first register file. */
const registeredAt = '2026-01-15T09:00:00.000Z';
const revokedAt = '2026-04-20T09:00:00.000Z';

/** The generated files below `demo/files`, by name. */
export function demoFiles(): Record<string, string> {
  const registry = [
    ...issuers.map((issuer) => partyLine(issuer, kyiOf(issuer))),
    ...[...tokens, ...recordedTokens, ...madeUpTokens()].map(assetLine),
    proofLine(),
  ];
  const revoked = issuers.filter(({ id }) => id === 'lapsed');
  return {
    'registry.ndjson': ndjson(registry),
    'registry-2026-04-20.ndjson': ndjson(
      revoked.map((issuer) => partyLine(issuer, { status: 'revoked', at: revokedAt })),
    ),
    'observations.ndjson': ndjson([authorityLine(), ...recordedFacts().map(recordedLine)]),
    'documents/demo-dollar-terms-1.html': termsPage('0.10'),
    'documents/demo-dollar-terms-2.html': termsPage('0.25'),
    ...mintCassettes(),
  };
}

const ndjson = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const kyiOf = ({ kyi }: DemoIssuer): Kyi => ({ status: kyi, at: kyi === 'verified' ? registeredAt : null });

const partyLine = (issuer: DemoIssuer, kyi: Kyi): object => ({
  type: 'party',
  partyId: idOf(issuer.id),
  did: didOf(issuer.id),
  name: issuer.name,
  legalName: issuer.legalName,
  lei: issuer.lei,
  country: issuer.country,
  aliases: [],
  wallets: issuer.wallets ?? [],
  isins: [],
  kyi,
  kyb: { verified: kyi.status === 'verified', at: kyi.status === 'verified' ? registeredAt : null },
  description: issuer.description,
});

const assetLine = (token: DemoToken): object => ({
  type: 'asset',
  assetId: idOf(assetName(token)),
  did: didOf(assetName(token)),
  slug: assetName(token).toLowerCase(),
  chain: token.chain,
  address: token.address,
  standard: token.standard,
  decimals: token.decimals,
  name: token.name,
  symbol: token.symbol,
  description: '',
  websiteUrl: token.websiteUrl,
  whitepaperUrl: token.whitepaperUrl,
  issuerId: token.issuer === null ? null : idOf(token.issuer),
  parties: token.custodian === undefined ? [] : [{ partyId: idOf(token.custodian), role: 'custodian' }],
  identifiers: { dti: token.dti ?? [], ffg: token.ffg === undefined ? [] : [token.ffg], isin: [] },
  regimes: typeof issuerOf(token)?.lei === 'string' ? ['MICA_EMT'] : [],
  sources: [
    ...(token.whitepaperUrl === null
      ? []
      : [{ sourceId: 'whitepaper', url: token.whitepaperUrl, kind: 'whitepaper', extractor: 'none' }]),
    ...(token.symbol === ownedToken().symbol
      ? [{ sourceId: 'terms', url: termsUrl, kind: 'terms', extractor: 'terms' }]
      : []),
  ],
  verifiedAt: issuerOf(token)?.kyi === 'verified' ? registeredAt : null,
  status: 'active',
});

const issuerOf = (token: DemoToken): DemoIssuer | undefined => issuers.find(({ id }) => id === token.issuer);

const assetName = (token: DemoToken): string => `${token.symbol}-${token.chain}`;

function proofLine(): object {
  const { challenge, signature } = ownerProof();
  return {
    type: 'proof',
    proofId: idOf('proof-owner'),
    assetId: idOf(assetName(ownedToken())),
    authority: { type: 'owner', address: ownerAddress() },
    method: { type: 'signature', scheme: 'eip191' },
    challenge,
    evidence: { signature },
    provedAt: registeredAt,
  };
}

const recordedLine = ({ token, content }: RecordedFact): object => ({ assetId: idOf(assetName(token)), ...content });

const authorityLine = (): object => ({
  assetId: idOf(assetName(ownedToken())),
  subjectKind: 'authority',
  subjectKey: 'owner',
  field: 'authority',
  sourceKey: 'chain:eip155:1',
  value: { type: 'owner', address: ownerAddress(), accountType: 'regular', signers: [], threshold: null },
  quote: null,
  sourceUrl: null,
  sourceHash: null,
  extractor: 'demo',
  extractorVersion: '1.0.0',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: registeredAt,
});

/** Namespace of URLs, RFC 9562 6.6. */
const namespace = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
const idOf = (name: string): string => uuidV5(namespace, `attestry:demo:${name}`);
const didOf = (name: string): string => ulidOf(`attestry:demo:${name}`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, text] of Object.entries(demoFiles()))
    writeFileSync(new URL(`files/${name}`, import.meta.url), text);
}
