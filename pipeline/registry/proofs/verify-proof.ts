import { acceptAdminManual } from './admin-manual.ts';
import { type ChainProof, chainVerdict, type PreparedProof, type ProofReading } from './chain-proof.ts';
import { verifyEip191 } from './signatures/eip191.ts';
import { verifyEip712 } from './signatures/eip712.ts';
import { prepareEip1271 } from './signatures/eip1271.ts';
import { type ProofClaim, type ProofVerdict, refused } from './proof.ts';
import { verifySolanaOffchain } from './signatures/solana-offchain.ts';
import { verifySolanaRaw } from './signatures/solana-raw.ts';
import { prepareTransferAmount } from './transfers/transfer-amount.ts';
import { prepareTransferMemo } from './transfers/transfer-memo.ts';
import { verifyXrpl } from './signatures/xrpl.ts';

/** Methods of the contract (conformance A-69). A method that is not among them is refused, never stored unverified. */
const verifiers: Readonly<Record<string, (claim: ProofClaim) => ProofVerdict>> = {
  admin_manual: acceptAdminManual,
  'signature/eip191': verifyEip191,
  'signature/eip712': verifyEip712,
  'signature/solana_raw': verifySolanaRaw,
  'signature/solana_offchain_v0': verifySolanaOffchain,
  'signature/xrpl': verifyXrpl,
};

/** Methods that ask the chain of the asset. */
const chainMethods: Readonly<Record<string, (claim: ProofClaim) => PreparedProof>> = {
  'contract_signature/eip1271': prepareEip1271,
  'transfer/amount': prepareTransferAmount,
  'transfer/memo': prepareTransferMemo,
};

/** What wallets make, and the contract has no method for. */
const hints: Readonly<Record<string, string>> = {
  'signature/solana_offchain_v1':
    'signature/solana_offchain_v1 is no method: sign an off-chain message of version 0, or the challenge itself (solana_raw)',
};

/** Returns the exchanges with nodes that a proof rests on; undefined if they are not there yet. */
export type ReadingOf = (proof: ChainProof) => ProofReading | undefined;

/** Verifies a proof by its method. `readingOf` is called for a proof that needs its chain and was not refused before. */
export function verifyProof(claim: ProofClaim, readingOf: ReadingOf = () => undefined): ProofVerdict {
  const name = methodName(claim.method);
  const prepare = Object.hasOwn(chainMethods, name) ? chainMethods[name] : undefined;
  if (prepare !== undefined) {
    const prepared = prepare(claim);
    return chainVerdict(claim, prepared, 'verified' in prepared ? undefined : readingOf(prepared));
  }
  const verify = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (verify === undefined) {
    const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
    if (hint !== undefined) return refused('method', hint);
    const known = [...Object.keys(verifiers), ...Object.keys(chainMethods)];
    return refused('method', `method ${name} is unknown; known: ${known.join(', ')}`);
  }
  return verify(claim);
}

/** `<type>`, or `<type>/<scheme or kind>` where the type has several. */
function methodName(method: Readonly<Record<string, unknown>>): string {
  const variant = method['scheme'] ?? method['kind'];
  const type = typeof method['type'] === 'string' ? method['type'] : '';
  return typeof variant === 'string' ? `${type}/${variant}` : type;
}
