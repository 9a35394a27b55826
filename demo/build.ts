/** Writes the demo's registry and observation files from `tokens.ts`. Run by hand: `npm run demo:build`. */
import { writeFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { chainBySlug } from '../schemas/values/chains.ts';
import { toChecksumAddress } from '../schemas/values/evm.ts';
import { sha256Hex, uuidV5 } from '../schemas/values/hash.ts';
import { type DemoIssuer, type DemoToken, issuers, tokens } from './tokens.ts';

/** Everything the demo declares holds from before the first register file. */
const registeredAt = '2026-01-15T09:00:00.000Z';
const namespace = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
const idOf = (name: string): string => uuidV5(namespace, `attestry:demo:${name}`);

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID that follows from a name. */
function ulidOf(name: string): string {
  const digits = BigInt(`0x${sha256Hex(`attestry:demo:${name}`).slice(0, 32)}`);
  let text = '';
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += crockford.charAt(Number((digits >> shift) & 31n));
  return text;
}

/** The demo's own keys: anyone can derive them, so a proof made with them proves nothing outside the demo. */
function demoKey(name: string): { readonly secret: Uint8Array; readonly address: string } {
  const secret = Buffer.from(sha256Hex(`attestry demo key: ${name}`), 'hex');
  const publicKey = secp256k1.getPublicKey(secret, false).subarray(1);
  return { secret, address: toChecksumAddress(`0x${Buffer.from(keccak_256(publicKey).subarray(12)).toString('hex')}`) };
}

function personalSign(message: string, secret: Uint8Array): string {
  const bytes = Buffer.from(message, 'utf8');
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, 'utf8');
  const digest = keccak_256(Buffer.concat([prefix, bytes]));
  const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  const [recovery = 0, ...rs] = signature;
  return `0x${Buffer.from(rs).toString('hex')}${(27 + recovery).toString(16)}`;
}

const owner = demoKey('owner');
const demoToken: DemoToken = {
  issuer: 'demo',
  name: 'Demo Dollar (demo)',
  symbol: 'DEMO',
  chain: 'ethereum',
  address: demoKey('token').address,
  standard: 'erc20',
  decimals: 6,
  websiteUrl: null,
  whitepaperUrl: null,
  source: 'made for the demo; there is no contract at this address',
};
const ownTokens: readonly DemoToken[] = [
  demoToken,
  { ...demoToken, issuer: 'lapsed', name: 'Lapsed Coin (demo)', symbol: 'LAPSE', chain: 'base', address: demoKey('lapsed').address },
  { ...demoToken, issuer: 'unverified', name: 'Unverified Coin (demo)', symbol: 'UNVER', address: demoKey('unverified').address },
  {
    ...demoToken,
    issuer: null,
    name: 'Orphan Coin (demo)',
    symbol: 'ORF',
    chain: 'xrpl',
    standard: 'token',
    address: 'ORF.rrrrrrrrrrrrrrrrrrrrBZbvji',
  },
];

const partyLine = (issuer: DemoIssuer, kyi: { readonly status: string; readonly at: string | null }): object => ({
  type: 'party',
  partyId: idOf(issuer.id),
  did: ulidOf(issuer.id),
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

const assetName = (token: DemoToken): string => `${token.symbol}-${token.chain}`;

const assetLine = (token: DemoToken): object => ({
  type: 'asset',
  assetId: idOf(assetName(token)),
  did: ulidOf(assetName(token)),
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
  parties: [],
  identifiers: { dti: token.dti ?? [], ffg: token.ffg === undefined ? [] : [token.ffg], isin: [] },
  regimes: token.ffg === undefined ? [] : ['MICA_EMT'],
  sources:
    token.whitepaperUrl === null
      ? []
      : [{ sourceId: 'whitepaper', url: token.whitepaperUrl, kind: 'whitepaper', extractor: 'none' }],
  verifiedAt: token.issuer === 'unverified' || token.issuer === null ? null : registeredAt,
  status: 'active',
});

function proofLine(): object {
  const caip19 = `${chainBySlug(demoToken.chain)?.caip2 ?? ''}/erc20:${demoToken.address}`;
  const challenge = [
    'I control the owner wallet of this demo token.',
    `Asset: ${caip19}`,
    `Authority: owner ${owner.address}`,
    'Nonce: demo00000001',
  ].join('\n');
  return {
    type: 'proof',
    proofId: idOf('proof-owner'),
    assetId: idOf(assetName(demoToken)),
    authority: { type: 'owner', address: owner.address },
    method: { type: 'signature', scheme: 'eip191' },
    challenge,
    evidence: { signature: personalSign(challenge, owner.secret) },
    provedAt: registeredAt,
  };
}

const authorityLine = (): object => ({
  assetId: idOf(assetName(demoToken)),
  subjectKind: 'authority',
  subjectKey: 'owner',
  field: 'authority',
  sourceKey: 'chain:eip155:1',
  value: { type: 'owner', address: owner.address, accountType: 'regular', signers: [], threshold: null },
  quote: null,
  sourceUrl: null,
  sourceHash: null,
  extractor: 'demo',
  extractorVersion: '1.0.0',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: registeredAt,
});

const write = (file: string, lines: readonly object[]): void =>
  writeFileSync(new URL(`files/${file}`, import.meta.url), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);

const kyiOf = ({ kyi }: DemoIssuer): { readonly status: string; readonly at: string | null } => ({
  status: kyi,
  at: kyi === 'verified' ? registeredAt : null,
});
const lapsed = issuers.filter(({ id }) => id === 'lapsed');

write('registry.ndjson', [
  ...issuers.map((issuer) => partyLine(issuer, kyiOf(issuer))),
  ...[...tokens, ...ownTokens].map(assetLine),
  proofLine(),
]);
write('registry-2026-04-20.ndjson', lapsed.map((issuer) => partyLine(issuer, { status: 'revoked', at: '2026-04-20T09:00:00.000Z' })));
write('observations.ndjson', [authorityLine()]);
