import { bytesOf, countOf, hexOf } from '../../../chain/evm/calls/abi.ts';

/** What a signature ends with that has a factory with it, for a wallet that may not be deployed (ERC-6492). */
const wrapper = '6492'.repeat(16);
/** The same of a key that is yet to delegate to a wallet (ERC-8010). */
const delegation = '8010'.repeat(16);

interface UnwrappedSignature {
  /** `0x` and hex digits. */
  readonly signature: string;
  readonly isWrapped: boolean;
}

/**
 * The signature that a wallet is asked about: a wallet that is deployed is asked about the one in the wrapper, as ERC-6492 has
 * it. `signature`: `0x` and hex digits in lower case.
 */
export function unwrapSignature(signature: string): UnwrappedSignature | { readonly problem: string } {
  if (signature.endsWith(delegation)) {
    return {
      problem: 'is wrapped for a key that is yet to delegate (ERC-8010); send the signature without the wrapper',
    };
  }
  if (!signature.endsWith(wrapper)) return { signature, isWrapped: false };
  const inner = thirdOf(bytesOf(signature.slice(0, -wrapper.length)));
  if (inner === null) return { problem: 'ends as an ERC-6492 signature and has no factory, call and signature before' };
  const text = hexOf(inner);
  if (text.endsWith(wrapper)) return { problem: 'has an ERC-6492 signature within another' };
  return { signature: text, isWrapped: true };
}

/** The third member of `(address, bytes, bytes)`. */
function thirdOf(data: Buffer): Buffer | null {
  const at = countOf(data.subarray(64, 96));
  if (at === null || at + 32 > data.length) return null;
  const length = countOf(data.subarray(at, at + 32));
  return length === null || at + 32 + length > data.length ? null : data.subarray(at + 32, at + 32 + length);
}
