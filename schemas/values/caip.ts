/** Blockchain id, CAIP-2. */
export interface Caip2 {
  readonly namespace: string;
  readonly reference: string;
}

/** Account id, CAIP-10. */
export interface Caip10 {
  /** CAIP-2 id of the chain. */
  readonly chain: string;
  readonly address: string;
}

/** Asset type or asset id, CAIP-19. */
export interface Caip19 {
  /** CAIP-2 id of the chain. */
  readonly chain: string;
  readonly assetNamespace: string;
  readonly assetReference: string;
  /** Null for an asset type. */
  readonly tokenId: string | null;
}

const chain = '[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}';
const caip2 = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/;
const caip10 = new RegExp(`^(${chain}):([-.%a-zA-Z0-9]{1,128})$`);
/** Grammar of an asset identifier (CAIP-19), as a regular expression. */
export const caip19Pattern = `^(${chain})/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:/([-.%a-zA-Z0-9]{1,78}))?$`;
const caip19 = new RegExp(caip19Pattern);

/** Text of a CAIP-19 asset type. */
export const caip19Text = ({ chain: chainId, assetNamespace, assetReference }: Omit<Caip19, 'tokenId'>): string =>
  `${chainId}/${assetNamespace}:${assetReference}`;

/** Parts of a CAIP-2 chain id, null when `text` is not one. Generic grammar, nothing narrower (conformance A-53). */
export function parseCaip2(text: string): Caip2 | null {
  const [, namespace, reference] = caip2.exec(text) ?? [];
  return namespace === undefined || reference === undefined ? null : { namespace, reference };
}

/** Parts of a CAIP-10 account id, null when `text` is not one. */
export function parseCaip10(text: string): Caip10 | null {
  const [, chainId, address] = caip10.exec(text) ?? [];
  return chainId === undefined || address === undefined ? null : { chain: chainId, address };
}

/** Parts of a CAIP-19 asset type or id, null when `text` is not one. Generic grammar, nothing narrower (conformance A-53). */
export function parseCaip19(text: string): Caip19 | null {
  const [, chainId, assetNamespace, assetReference, tokenId] = caip19.exec(text) ?? [];
  if (chainId === undefined || assetNamespace === undefined || assetReference === undefined) return null;
  return { chain: chainId, assetNamespace, assetReference, tokenId: tokenId ?? null };
}
