import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import { sameAccount } from '../addresses.ts';
import { checkChallenge } from './challenge.ts';
import { type ProofClaim, type ProofVerdict, refused, unknownMember } from './proof.ts';

/**
 * Verifies `signature` / `eip191`: `evidence.signature` is the 65-byte `personal_sign` signature of the
 * challenge by the authority or by one of its signers.
 */
export function verifyEip191(claim: ProofClaim): ProofVerdict {
  const { chain, method, evidence, authority, signers } = claim;
  if (chain.encoding !== 'evm') {
    return refused('method.scheme', `eip191 proves control of an EVM address; the asset is on ${chain.slug}`);
  }
  const extra = unknownMember(method, ['type', 'scheme']);
  if (extra !== null) return refused(`method.${extra}`, 'unknown member');
  const other = unknownMember(evidence, ['signature']);
  if (other !== null) return refused(`evidence.${other}`, 'unknown member');
  const signature = evidence['signature'];
  if (typeof signature !== 'string') return refused('evidence.signature', 'is missing');
  const challenge = checkChallenge(claim);
  if (typeof challenge === 'string') return refused('challenge', challenge);
  const recovered = recoverEip191(claim.challenge, signature);
  if ('problem' in recovered) return refused('evidence.signature', recovered.problem);
  const { address } = recovered;
  if (challenge.signer !== null && challenge.signer !== address) {
    return refused('evidence.signature', `was made by ${address}; the message names ${challenge.signer} as its signer`);
  }
  if (![authority.address, ...signers].some((one) => sameAccount(chain, one, address))) {
    const observed =
      signers.length === 0 ? 'no signers of it were observed' : `its observed signers: ${signers.join(', ')}`;
    return refused('evidence.signature', `was made by ${address}, not by ${authority.address} (${observed})`);
  }
  return {
    verified: true,
    method: { type: 'signature', scheme: 'eip191' },
    provedBy: address,
    verifiedBy: 'attestry eip191',
  };
}

/** Address, in EIP-55 form, that signed a message under ERC-191 version 0x45. High-s signatures are refused (EIP-2). */
export function recoverEip191(
  message: string,
  signature: string,
): { readonly address: string } | { readonly problem: string } {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return { problem: 'is not 0x and 130 hex digits (r, s and v)' };
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 1) return { problem: `has v = ${v}; it must be 0, 1, 27 or 28` };
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact');
    if (parsed.hasHighS()) return { problem: 'has a high s value: another form of a signature, which EIP-2 rules out' };
    const key = parsed.addRecoveryBit(recovery).recoverPublicKey(eip191Hash(message)).toBytes(false);
    return { address: toChecksumAddress(`0x${Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString('hex')}`) };
  } catch {
    return { problem: 'is not a valid signature: no key can have made it' };
  }
}

/** keccak-256 of the prefix, the length of the message in bytes, and the message in UTF-8. */
function eip191Hash(message: string): Uint8Array {
  const bytes = Buffer.from(message, 'utf8');
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, 'latin1'), bytes]));
}
