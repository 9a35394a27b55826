/** Path of the public page of a token, as `asset_url` has it. */
export const assetPath = (address: string, chain: string): string =>
  `/verified-assets/${encodeURIComponent(address)}/${chain}`;
