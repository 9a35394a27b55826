import type { ProofValue } from '../../../schemas/facts.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { parseCassette } from '../../chain/cassette.ts';
import { chainOf } from '../caip19.ts';
import { verifyProof } from './verify-proof.ts';

/**
 * Whether a stored proof follows again from the exchanges it was stored with; null for a proof without any. `asOf` is the
 * record time of its import, milliseconds.
 */
export function followsAgain(
  { authority, method, challenge, evidence, provedAt, provedBy, wallet }: ProofValue,
  asset: RegistryAsset,
  asOf: number,
): boolean | null {
  const { cassette, ...given } = evidence;
  if (typeof cassette !== 'string') return null;
  const parsed = parseCassette(cassette);
  if (!parsed.ok) return false;
  const claim = {
    asset,
    chain: chainOf(asset),
    authority,
    method,
    challenge,
    provedAt,
    asOf,
    signers: [],
    evidence: given,
    collectors: null,
  };
  const verdict = verifyProof(claim, () => ({ ok: true, cassette: parsed.cassette }));
  if (!verdict.verified) return false;
  const [found, stored] = [verdict, { provedBy, method, wallet }].map((one) =>
    canonicalJson([one.provedBy, one.method, one.wallet ?? null]),
  );
  return found === stored;
}
