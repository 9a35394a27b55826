/** Valid lines of both imports: parties, assets, proofs and observations. */
import { assetLine, caip19, partyLine, personalSign, testKey, uuid } from '../../pipeline/registry/declarations.ts';

const signer = testKey(7);
const challenge = `Proof of control\nAsset: ${caip19}\nAuthority: owner ${signer.address}\n`;

export const registryLines: readonly object[] = [
  partyLine(1, {
    legalName: 'Party One SAS',
    lei: '5493001KJTIIGC8Y1R12',
    country: 'FR',
    aliases: ['One'],
    wallets: [`eip155:1:${signer.address}`],
    kyi: { status: 'verified', at: '2026-01-02T00:00:00Z' },
    kyb: { verified: true, at: '2026-01-02T00:00:00Z' },
    description: 'A party.\nWith two lines.',
  }),
  partyLine(2),
  assetLine(1, {
    description: 'An asset.',
    websiteUrl: 'https://example.org/',
    whitepaperUrl: 'https://example.org/paper.pdf',
    image: { url: 'https://example.org/logo.png', copyrightConfirmed: true },
    issuerId: uuid(1),
    parties: [{ partyId: uuid(2), role: 'custodian' }],
    identifiers: { dti: [], ffg: [], isin: ['US0378331005'] },
    regimes: ['MICA_EMT'],
    sources: [{ sourceId: 'terms', url: 'https://example.org/terms', kind: 'terms', extractor: 'x' }],
    verifiedAt: '2026-01-03T00:00:00Z',
  }),
  assetLine(2),
  {
    type: 'proof',
    proofId: uuid(201),
    assetId: uuid(101),
    authority: { type: 'owner', address: signer.address },
    method: { type: 'signature', scheme: 'eip191' },
    challenge,
    evidence: { signature: personalSign(challenge, signer.secret) },
    provedAt: '2026-01-04T00:00:00Z',
  },
  {
    type: 'proof',
    proofId: uuid(202),
    assetId: uuid(102),
    authority: { type: 'owner', address: signer.address },
    method: { type: 'admin_manual' },
    provedAt: '2026-01-04T00:00:00Z',
  },
];

const reading = {
  assetId: uuid(101),
  quote: null,
  sourceUrl: 'https://example.org/terms',
  sourceHash: `sha256:${'a'.repeat(64)}`,
  extractor: 'x',
  extractorVersion: '1.0.0',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: '2026-01-20T00:00:00Z',
};

export const observationLines: readonly object[] = [
  {
    ...reading,
    subjectKind: 'authority',
    subjectKey: 'owner',
    field: 'authority',
    sourceKey: 'chain:eip155:1',
    value: {
      type: 'owner',
      address: signer.address,
      accountType: 'multisig',
      signers: [testKey(8).address, testKey(9).address],
      threshold: 2,
    },
  },
  {
    ...reading,
    subjectKind: 'asset',
    subjectKey: '',
    field: 'redemption_fee',
    sourceKey: 'terms',
    value: { bps: '10' },
    quote: 'A fee of 0.10 % applies.',
    extractionRule: 'keyword:redemption-fee',
    documentClass: 'pdf',
  },
  {
    ...reading,
    subjectKind: 'source',
    subjectKey: 'terms',
    field: 'capture',
    sourceKey: 'terms',
    value: {
      url: 'https://example.org/terms',
      finalUrl: 'https://example.org/terms',
      documentClass: 'pdf',
      textHash: 'a'.repeat(64),
      maskedHash: 'b'.repeat(64),
      linksHash: 'c'.repeat(64),
      words: 1200,
      comparisons: [],
    },
  },
];
