import { memberPath } from '../../../schemas/values/reasons.ts';
import { type ProofClaim, type ProofVerdict, refused } from './proof.ts';

/**
 * `admin_manual`: a statement of the operator. It is stored as such and never makes an authority verified (conformance
 * A-71); challenge and evidence may be empty.
 */
export function acceptAdminManual({ method, authority }: ProofClaim): ProofVerdict {
  const extra = Object.keys(method).find((name) => name !== 'type');
  if (extra !== undefined) return refused(memberPath('method', extra), 'unknown member');
  return {
    verified: true,
    method: { type: 'admin_manual' },
    provedBy: authority.address,
    verifiedBy: 'operator',
  };
}
