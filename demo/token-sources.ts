/** Public places that state contract addresses of tokens, each at the version that was read. */

export const uniswap = 'https://github.com/Uniswap/default-token-list/blob/49f39bd7e83f/src/tokens';
const llama = 'https://github.com/DefiLlama/peggedassets-server/blob/60cfca169fed2b9769d5dd962b453095952e192b/src';
export const llamaList = `${llama}/peggedData/peggedData.ts`;
export const llamaAdapter = (name: string): string => `${llama}/adapters/peggedAssets/${name}/index.ts`;
const pharos = (commit: string, coin: string): string =>
  `https://github.com/TokenBrice/pharos-watch/blob/${commit}/shared/data/stablecoins/coins/${coin}.json`;

/** Entries of tokens, each at the version that was read. */
export const coinPages = {
  eurau: pharos('048473f9d4955e5c23c5d09909bd82df536247da', 'eurau-allunity'),
  chfau: pharos('08355de7cf14e83262922c4e4284badcb525bc95', 'chfau-allunity'),
  eurcv: pharos('08355de7cf14e83262922c4e4284badcb525bc95', 'eurcv-societe-generale-forge'),
  usdcv: pharos('08355de7cf14e83262922c4e4284badcb525bc95', 'usdcv-societe-generale-forge'),
  eure: pharos('08355de7cf14e83262922c4e4284badcb525bc95', 'eure-monerium'),
  europ: pharos('0a8ebc541bcc88c9a2c8ae15a6c727a1e409e961', 'europ-schuman'),
  euri: pharos('039ea67f2bebbc9f141875b170151abd61aba2b3', 'euri-banking-circle'),
  eurq: pharos('039ea67f2bebbc9f141875b170151abd61aba2b3', 'eurq-quantoz'),
} as const;
