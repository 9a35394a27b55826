import { acceptAdminManual } from './admin-manual.ts';
import { verifyEip191 } from './eip191.ts';
import { verifyEip712 } from './eip712.ts';
import { type ProofClaim, type ProofVerdict, refused } from './proof.ts';
import { verifySolanaOffchain } from './solana-offchain.ts';
import { verifySolanaRaw } from './solana-raw.ts';
import { verifyXrpl } from './xrpl.ts';

/** Methods of the contract (conformance A-69). A method without a verifier is refused, never stored unverified. */
const verifiers: Readonly<Record<string, ((claim: ProofClaim) => ProofVerdict) | null>> = {
  admin_manual: acceptAdminManual,
  'signature/eip191': verifyEip191,
  'signature/eip712': verifyEip712,
  'signature/solana_raw': verifySolanaRaw,
  'signature/solana_offchain_v0': verifySolanaOffchain,
  'signature/xrpl': verifyXrpl,
  'contract_signature/eip1271': null,
  'transfer/amount': null,
  'transfer/memo': null,
};

/** Verifies a proof by its method. */
export function verifyProof(claim: ProofClaim): ProofVerdict {
  const name = methodName(claim.method);
  const verify = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (verify === undefined) {
    return refused('method', `method ${name} is unknown; known: ${Object.keys(verifiers).join(', ')}`);
  }
  if (verify === null) return refused('method', `method ${name} is not supported yet; supported: ${supported()}`);
  return verify(claim);
}

/** `<type>`, or `<type>/<scheme or kind>` where the type has several. */
function methodName(method: Readonly<Record<string, unknown>>): string {
  const variant = method['scheme'] ?? method['kind'];
  const type = typeof method['type'] === 'string' ? method['type'] : '';
  return typeof variant === 'string' ? `${type}/${variant}` : type;
}

const supported = (): string =>
  Object.entries(verifiers)
    .filter(([, verify]) => verify !== null)
    .map(([name]) => name)
    .join(', ');
