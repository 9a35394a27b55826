import { recoverAddressTyped } from 'micro-eth-signer';
import { noKey, readEvmSignature, recoverAddress } from './evm-signature.ts';
import { evmVerdict } from './evm-verdict.ts';
import { evidenceText, type ProofClaim, type ProofVerdict, refused, unknownMember } from '../proof.ts';
import { typedChallengeProblem } from '../statement/typed-challenge.ts';
import { readTypedData, type TypedData, typedDataId } from '../typed/typed-data.ts';
import { hasNull, typedDigest } from '../typed/typed-digest.ts';

/**
 * Verifies `signature` / `eip712`: `evidence.signature` is the 65-byte signature of the typed data that the challenge is,
 * as `eth_signTypedData_v4` makes it, by the authority or by one of its signers.
 */
export function verifyEip712(claim: ProofClaim): ProofVerdict {
  const { chain } = claim;
  if (chain.encoding !== 'evm') {
    return refused('method.scheme', `eip712 proves control of an EVM address; the asset is on ${chain.slug}`);
  }
  const unknown = unknownMember(claim, { method: ['type', 'scheme'], evidence: ['signature'] });
  if (unknown !== null) return unknown;
  const signature = evidenceText(claim, 'signature');
  if (typeof signature !== 'string') return signature;
  const data = readTypedData(claim.challenge);
  if (typeof data === 'string') return refused('challenge', data);
  const problem = typedChallengeProblem(claim, data);
  if (problem !== null) return refused('challenge', problem);
  const recovered = recoverEip712(data, signature);
  if ('problem' in recovered) return refused(recovered.path, recovered.problem);
  const verdict = evmVerdict(claim, 'eip712', { address: recovered.address, named: null });
  return verdict.verified ? { ...verdict, challengeId: typedDataId(data) } : verdict;
}

/** Address, in EIP-55 form, that signed typed data. High-s signatures are refused (EIP-2). */
export function recoverEip712(
  typed: TypedData,
  signature: string,
): { readonly address: string } | { readonly path: 'challenge' | 'evidence.signature'; readonly problem: string } {
  const read = readEvmSignature(signature);
  if (typeof read === 'string') return { path: 'evidence.signature', problem: read };
  const { types, primaryType, domain, message } = typed;
  if (hasNull(typed)) {
    const address = recoverAddress(typedDigest(typed), read);
    return address === null ? { path: 'evidence.signature', problem: noKey } : { address };
  }
  const text = `0x${Buffer.from(read.bytes).toString('hex')}${read.recovery === 0 ? '1b' : '1c'}`;
  // Its types are made for literals; the values were checked against their types.
  const data = { types, primaryType, domain, message } as Parameters<typeof recoverAddressTyped>[1];
  try {
    return { address: recoverAddressTyped(text, data) };
  } catch (error) {
    // Its limits: 256 types, 1,024 members, 4,096 values.
    if (error instanceof RangeError) return { path: 'challenge', problem: `is too large: ${error.message}` };
    return { path: 'evidence.signature', problem: noKey };
  }
}
