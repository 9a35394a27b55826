import type { RegistryAsset, Vouching } from '../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { parseEvidence } from '../../../../schemas/values/evidence-reference.ts';
import { shown } from '../../../../schemas/values/reasons.ts';
import { type ImportIssue, type ImportLine, invalid } from '../issue.ts';
import { listIn, objectIn, requiredText } from '../members.ts';

/** Who vouched for what a line declares; null where the line records no decision. */
export function readVouching(line: ImportLine): {
  readonly vouched: Vouching | null;
  readonly issues: readonly ImportIssue[];
} {
  const members = objectIn(line.value, 'vouched');
  if (members === null) return { vouched: null, issues: [] };
  const evidence = listIn<string>(members, 'evidence');
  const issues = evidence.flatMap((one, index) =>
    parseEvidence(one) === null ? [invalid(line, `vouched.evidence[${index}]`, `${shown(one)} is not ${forms}`)] : [],
  );
  return { vouched: { by: requiredText(members, 'by'), why: requiredText(members, 'why'), evidence }, issues };
}

/**
 * The asset without a decision that is not about its issuer: the one that is registered already, where the line links another
 * issuer and records no new one.
 */
export function withoutVoid(asset: RegistryAsset, registered: RegistryAsset | undefined): RegistryAsset {
  if (registered === undefined || asset.vouched === null || asset.issuerId === registered.issuerId) return asset;
  const isSame = canonicalJson(asset.vouched) === canonicalJson(registered.vouched);
  return isSame ? { ...asset, vouched: null } : asset;
}

const forms = 'file:sha256:<hex>:<name>, an https URL, register:<feed>:<row id> or proof:<proof id>';
