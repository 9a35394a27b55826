/** Values that the examples of several operations share. They are invented: no such asset exists. */

export const exampleIds = {
  watchedAsset: '6f1d2c3b-4a59-4e68-8776-95a4b3c2d1e0',
  otherAsset: '0b8e6a54-2f3d-4c1b-9a7e-5d4c3b2a1908',
  item: 'c4f9b6d2-8a17-5e30-b1d4-7f2e6c5a9083',
  notification: '2d7e8f90-1a2b-5c3d-8e4f-a5b6c7d8e9f0',
  request: '9b2e4d60-7c81-5a3f-8e2d-6f5a4b3c2d1e',
  registeredAsset: '3a7c1e90-5b2d-4f68-8c31-9d0e7f6a5b42',
  declaredAsset: '80a5e103-0e82-538c-a492-621c9a8a6eb9',
  issuer: '7c2e9f14-0a3b-4d5c-9e8f-6b7a8c9d0e1f',
  webhook: '5e0c9a71-63d4-4f28-9b0e-1d2c3b4a5968',
  change: 'register:q3v7k2m5x8z4b6n1c9d0f2g3h7',
} as const;

/** Cursors are opaque. */
export const exampleCursor = 'WzEsImV4YW1wbGUiXQ';

export const exampleAddress = '0x1111111111111111111111111111111111111111';
export const exampleOwner = '0x2222222222222222222222222222222222222222';

export const exampleWatchedAsset = {
  id: exampleIds.watchedAsset,
  name: 'Example Euro',
  symbol: 'EEUR',
  issuerName: 'Example Issuer S.A.',
  chain: 'eip155:1',
  chainId: 1,
  contractAddress: exampleAddress,
} as const;
