import type { AssetStatusValue, IssuerKyiValue } from '../../schemas/facts.ts';
import { accept, change, type Circumstances, type Decision } from './finding.ts';
import { fillWording } from './template.ts';
import { registryOwnFields, registryOwnTexts } from './texts/registry-own.ts';
import { dateInWords, orElse } from './words.ts';

// Both facts are declared in closed vocabularies, not read through a lens: every two readings compare.

/** The asset in this registry: active or withdrawn (conformance B-36). */
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
    wording: fillWording(registryOwnTexts[current.status], { date: dateInWords(seen.observedAt) }),
    field: { name: seen.field, ...registryOwnFields.status },
    before: old.status,
    after: current.status,
    previous: { label: registryOwnFields.status.label, value: old.status, note: null },
    current: { label: registryOwnFields.status.label, value: current.status, note: null },
  });
}

/** The issuer's KYI status; only moves into and out of `verified` are news (conformance B-36). */
export function compareIssuerKyi(seen: Circumstances<IssuerKyiValue>, current: IssuerKyiValue | null): Decision {
  const { old } = seen;
  if (old === undefined || isVerified(old) === isVerified(current)) return accept;
  const before = inWords(old);
  const after = inWords(current);
  return change({
    category: 'register',
    kind: 'register_status_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    comparable: true,
    comparison: { comparison: 'issuer_kyi', old, new: current },
    wording: fillWording(registryOwnTexts[isVerified(current) ? 'kyiBegun' : 'kyiEnded'], {
      date: dateInWords(seen.observedAt),
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

const inWords = (kyi: IssuerKyiValue | null): string => {
  if (kyi === null) return 'no issuer linked';
  const status = kyi.status === 'none' ? 'not checked' : kyi.status;
  return `${status} (${orElse(kyi.name, 'issuer without a name')})`;
};
