/** Made-up data: tokens without a contract, and the owner of one of them with a wallet proof. */
import { chainBySlug } from '../schemas/values/chains.ts';
import type { DemoToken } from './demo-token.ts';
import { demoKey, personalSign } from './keys.ts';

/** Tokens of the demo's own issuers. There is no contract at their addresses. */
export function madeUpTokens(): readonly DemoToken[] {
  const token = plainToken();
  return [
    ownedToken(),
    {
      ...token,
      issuer: 'lapsed',
      name: 'Lapsed Coin (demo)',
      symbol: 'LAPSE',
      chain: 'base',
      address: demoKey('lapsed').address,
    },
    {
      ...token,
      issuer: 'unverified',
      name: 'Unverified Coin (demo)',
      symbol: 'UNVER',
      address: demoKey('unverified').address,
    },
    {
      ...token,
      issuer: null,
      name: 'Orphan Coin (demo)',
      symbol: 'ORF',
      chain: 'xrpl',
      standard: 'token',
      address: 'ORF.rrrrrrrrrrrrrrrrrrrrBZbvji',
    },
  ];
}

/** The token whose owner has a wallet proof. */
export const ownedToken = (): DemoToken => ({ ...plainToken(), custodian: 'namesake' });

const plainToken = (): DemoToken => ({
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
});

export const ownerAddress = (): string => demoKey('owner').address;

/** The challenge that the owner signed, and the signature. */
export function ownerProof(): { readonly challenge: string; readonly signature: string } {
  const owner = demoKey('owner');
  const token = ownedToken();
  const challenge = [
    'I control the owner wallet of this demo token.',
    `Asset: ${chainBySlug(token.chain)?.caip2 ?? ''}/erc20:${token.address}`,
    `Authority: owner ${owner.address}`,
    'Nonce: demo00000001',
  ].join('\n');
  return { challenge, signature: personalSign(challenge, owner.secret) };
}
