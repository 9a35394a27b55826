import type { AssetStatusValue, IssuerKyiValue } from '../../../../schemas/facts.ts';
import { accept, change, type Circumstances, type Decision } from '../../finding.ts';
import { fill, fillWording } from '../../../text/template.ts';
import { kyiTexts, registryOwnFields, registryOwnTexts } from './templates.ts';
import { formatDate, oneLine, orElse } from '../../../text/values.ts';

// Both facts are declared by the operator, not extracted from a document: every two readings compare.

/** Status of the asset in this registry: active or withdrawn (conformance B-36). */
export function compareAssetStatus(seen: Circumstances<AssetStatusValue>, current: AssetStatusValue): Decision {
  const { old } = seen;
  if (old === undefined || old === null || old.status === current.status) return accept;
  return change({
    category: 'register',
    kind: 'register_status_changed',
    changeKind: current.status === 'withdrawn' ? 'removed' : 'restored',
    stage: 'confirmed',
    comparable: true,
    comparison: { comparison: 'asset_status', old, new: current },
    wording: fillWording(registryOwnTexts[current.status], { date: formatDate(seen.observedAt) }),
    field: { name: seen.field, ...registryOwnFields.status },
    before: old.status,
    after: current.status,
    previous: { label: registryOwnFields.status.label, value: old.status, note: null },
    current: { label: registryOwnFields.status.label, value: current.status, note: null },
  });
}

/** The issuer's KYI status; only moves into and out of `verified` are changes (conformance B-36). */
export function compareIssuerKyi(seen: Circumstances<IssuerKyiValue>, current: IssuerKyiValue | null): Decision {
  const { old } = seen;
  if (old === undefined || isVerified(old) === isVerified(current)) return accept;
  const isReplaced = old !== null && current !== null && old.partyId !== current.partyId;
  const before = formatKyi(old, isReplaced);
  const after = formatKyi(current, isReplaced);
  return change({
    category: 'register',
    kind: 'register_status_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    comparable: true,
    comparison: { comparison: 'issuer_kyi', old, new: current },
    wording: fillWording(registryOwnTexts[isVerified(current) ? 'kyiBegun' : 'kyiEnded'], {
      date: formatDate(seen.observedAt),
      issuer: issuerOf(isReplaced ? null : (current ?? old)),
      before,
      after,
    }),
    field: { name: seen.field, ...registryOwnFields.kyi },
    before,
    after,
    previous: { label: registryOwnFields.kyi.label, value: before, note: null },
    current: { label: registryOwnFields.kyi.label, value: after, note: null },
  });
}

const isVerified = (kyi: IssuerKyiValue | null): boolean => kyi?.status === 'verified';

/** The status, followed by the party if the issuer was replaced. */
function formatKyi(kyi: IssuerKyiValue | null, isReplaced: boolean): string {
  if (kyi === null) return kyiTexts.none;
  const status = kyi.status === 'none' ? kyiTexts.notChecked : kyi.status;
  return isReplaced ? fill(kyiTexts.of, { status, name: orElse(kyi.name, kyiTexts.unnamed) }) : status;
}

function issuerOf(kyi: IssuerKyiValue | null): string {
  const name = oneLine(kyi?.name ?? '');
  return name === '' ? kyiTexts.unnamed : fill(kyiTexts.issuer, { name });
}
