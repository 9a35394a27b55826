import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { classicAddress } from '../../../../schemas/values/xrpl-wallets.ts';
import { checkChallenge } from '../statement/challenge.ts';
import { isEd25519Key, verifyEd25519 } from './ed25519.ts';
import { isProver, proversText } from '../provers.ts';
import { evidenceText, type ProofClaim, type ProofVerdict, refused, unknownMember } from '../proof.ts';

/**
 * Verifies `signature` / `xrpl`: `evidence.signature` is the signature of the challenge in UTF-8 by the key
 * `evidence.signerPublicKey`, both in hex, as the ledger's libraries make it of a message. The address of the key must be
 * the authority's or that of one of its signers. What is signed on the ledger itself begins with three letters and a NUL
 * (`STX`, `SMT`, `CLM`), which the import refuses in a challenge.
 */
export function verifyXrpl(claim: ProofClaim): ProofVerdict {
  if (claim.chain.encoding !== 'xrpl') {
    return refused(
      'method.scheme',
      `xrpl proves control of an XRP Ledger address; the asset is on ${claim.chain.slug}`,
    );
  }
  const unknown = unknownMember(claim, {
    method: ['type', 'scheme', 'signer_public_key'],
    evidence: ['signature', 'signerPublicKey'],
  });
  if (unknown !== null) return unknown;
  const text = evidenceText(claim, 'signerPublicKey');
  if (typeof text !== 'string') return text;
  const key = readKey(text);
  if (typeof key === 'string') return refused('evidence.signerPublicKey', key);
  const stated = claim.method['signer_public_key'];
  // An exported line has the key in both places.
  if (stated !== undefined && (typeof stated !== 'string' || stated.toUpperCase() !== text.toUpperCase())) {
    return refused('method.signer_public_key', 'is another key than evidence.signerPublicKey');
  }
  const account = classicAddress(Buffer.from(ripemd160(sha256(key))).toString('hex'));
  if (!isProver(claim, account)) {
    return refused('evidence.signerPublicKey', `is the key of ${account}, not of ${proversText(claim)}`);
  }
  const challenge = checkChallenge(claim);
  if (typeof challenge === 'string') return refused('challenge', challenge);
  const signature = evidenceText(claim, 'signature');
  if (typeof signature !== 'string') return signature;
  const problem = xrplSignatureProblem(Buffer.from(claim.challenge, 'utf8'), signature, key);
  if (problem !== null) return refused('evidence.signature', problem);
  return {
    verified: true,
    method: { type: 'signature', scheme: 'xrpl', signer_public_key: text.toUpperCase() },
    provedBy: account,
    verifiedBy: 'attestry xrpl',
  };
}

/** The 33 bytes of a public key: 0xED and an Ed25519 key, or a compressed secp256k1 key. A string is the reason for refusal. */
function readKey(text: string): Uint8Array | string {
  if (!/^(?:ED|02|03)[0-9a-f]{64}$/i.test(text)) {
    return 'is not 66 hex digits that begin with ED (Ed25519), 02 or 03 (secp256k1)';
  }
  const key = Buffer.from(text, 'hex');
  const valid = key[0] === 0xed ? isEd25519Key(key.subarray(1)) : secp256k1.utils.isValidPublicKey(key, true);
  return valid ? key : 'is no point of its curve';
}

/** Why a signature in hex is not one of the message by the key; null if it is. `key` is a valid key of 33 bytes. */
export function xrplSignatureProblem(message: Uint8Array, signature: string, key: Uint8Array): string | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(signature)) return 'is not hex digits, two a byte';
  const bytes = Buffer.from(signature, 'hex');
  if (key[0] !== 0xed) return ecdsaProblem(message, bytes, key);
  if (bytes.length !== 64) return `has ${bytes.length} bytes; an Ed25519 signature has 64`;
  return verifyEd25519(bytes, message, key.subarray(1)) ? null : anotherText;
}

/** DER over the first half of SHA-512, with a low s as the ledger requires ("fully canonical"). */
function ecdsaProblem(message: Uint8Array, bytes: Buffer, key: Uint8Array): string | null {
  const parsed = parseDer(bytes);
  if (parsed === null) return 'is not the strict DER encoding of two numbers below the order of secp256k1';
  if (parsed.hasHighS()) return 'has a high s value: another form of a signature, which the XRP Ledger rules out';
  const digest = sha512(message).subarray(0, 32);
  const options = { prehash: false, lowS: true, format: 'compact' } as const;
  return secp256k1.verify(parsed.toBytes('compact'), digest, key, options) ? null : anotherText;
}

function parseDer(bytes: Buffer): InstanceType<typeof secp256k1.Signature> | null {
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes, 'der');
    // One encoding a signature: whatever a lenient parser takes must come out as it came in.
    return bytes.equals(parsed.toBytes('der')) ? parsed : null;
  } catch {
    return null;
  }
}

const anotherText = 'is not a signature of this text by this key';
