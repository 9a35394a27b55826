/** Kinds of tokens as holders know them, by the namespace of CAIP-19. Several of a chain are one kind there. */
const names: Readonly<Record<string, string>> = {
  erc20: 'ERC-20',
  erc721: 'ERC-721',
  erc1155: 'ERC-1155',
  slip44: 'Coin of the chain',
  token: 'Token',
  nft: 'NFT',
};

export const standardName = (namespace: string): string =>
  Object.hasOwn(names, namespace) ? (names[namespace] ?? namespace) : namespace;
