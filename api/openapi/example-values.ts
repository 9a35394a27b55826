/**
 * Values that the examples of several operations share: of the demo, so that each request of an example works there. Tests
 * compare them with the demo. Only the answers have ids that a service makes at random.
 */

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const demoDollar = '0x44f023edfb272ca099BfB07529A4f7dCe7024a3c';

export const exampleIds = {
  watchedAsset: '3e41bcd9-2da5-5586-8aaf-47d49062cad7',
  otherAsset: '689822b0-fb95-54d0-aaa3-40bdaf3a1b97',
  demoAsset: '1f4964dc-ffa1-5f68-b572-27ef970c7931',
  item: '0b837000-8a05-5c45-980f-774308f328d2',
  notification: 'ad3ac962-b89e-5709-bb4e-ce8376c4ce1e',
  request: '9b2e4d60-7c81-5a3f-8e2d-6f5a4b3c2d1e',
  issuer: '675c1f02-1fd1-549d-b500-45cfe86a57c7',
  declaredParty: '7c2e9f14-0a3b-4d5c-9e8f-6b7a8c9d0e1f',
  declaredAsset: '80a5e103-0e82-538c-a492-621c9a8a6eb9',
  webhook: '5e0c9a71-63d4-4f28-9b0e-1d2c3b4a5968',
  change: 'register:iscehgiqt2yx2kt3ed634e43k4',
} as const;

/** Cursors are opaque. */
export const exampleCursor = 'WzEsImV4YW1wbGUiXQ';

/** The token of most examples: it is watched, and `exampleIds.change` is one of its changes. */
export const exampleAddress = usdc;
export const exampleCaip19 = `eip155:1/erc20:${usdc}`;
export const exampleOtherAddress = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** A token with an owner that has proved its wallet. It and its issuer are made up. */
export const exampleOwned = {
  address: demoDollar,
  caip19: `eip155:1/erc20:${demoDollar}`,
  did: '7GCN8CAJ9V2JX28SX9KP4X7SV3',
  slug: 'demo-ethereum',
  name: 'Demo Dollar (demo)',
  symbol: 'DEMO',
  issuer: 'Demo Issuer (demo)',
  issuerDid: '15D1P24FSWKJMCEMFCVK29YM77',
  owner: '0x42D173DCB26928B574B602a20bF20d4f3c791163',
  ownerId: '60b3769f-34a0-5fa2-93eb-5b34ffee54f7',
  proofId: '1e5b5384-c0dc-54bc-ada9-042ca57af20c',
} as const;

/** A token that is registered, and whose issuer is not verified. */
export const exampleNotPublic = 'eip155:1/erc20:0xec53bF9167f50cDEB3Ae105f56099aaaB9061F83';

/** An address at which the registry has no token. */
export const exampleUnregistered = '0x1111111111111111111111111111111111111111';

export const exampleIssuer = {
  name: 'Circle (demo)',
  did: '0Q8V9W46HV2W8AX0X499EZ19FC',
  legalName: 'Circle Internet Financial Europe SAS',
  lei: '969500OYUDADGZKCR583',
} as const;

export const exampleWatchedAsset = {
  id: exampleIds.watchedAsset,
  name: 'USD Coin',
  symbol: 'USDC',
  issuerName: exampleIssuer.name,
  chain: 'eip155:1',
  chainId: 1,
  contractAddress: usdc,
} as const;
