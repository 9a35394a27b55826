import { canonicalJson } from '../../schemas/values/canonical.ts';
import { namespaces, sha256Hex, uuidV5 } from '../../schemas/values/hash.ts';

/** The inputs of the rules. `old` and `new` are RFC 8785 texts of observed values, null when there is none. */
export interface FingerprintInputs {
  readonly rulesVersion: string;
  readonly category: string;
  readonly field: string;
  readonly regimes: readonly string[];
  readonly old: string | null;
  readonly new: string | null;
  readonly parseStatus: string;
  readonly fetchOutcome: string;
  /** False while a later reading may withdraw the change, since drafts are assessed differently. */
  readonly confirmed: boolean;
}

/**
 * `sha256:<hex>` over the RFC 8785 form of the inputs, with the values as JSON values. `confirmed` is a member only when
 * false, so that the assessments of a draft and of its confirmation have different ids.
 */
export function inputFingerprint(inputs: FingerprintInputs): string {
  const {
    rulesVersion,
    category,
    field,
    regimes,
    old: before,
    new: after,
    parseStatus,
    fetchOutcome,
    confirmed,
  } = inputs;
  // The members are in RFC 8785 order. The values are RFC 8785 texts already.
  const text =
    `{"category":${canonicalJson(category)}${confirmed ? '' : ',"confirmed":false'},"fetchOutcome":${canonicalJson(fetchOutcome)}` +
    `,"field":${canonicalJson(field)},"new":${after ?? 'null'},"old":${before ?? 'null'}` +
    `,"parseStatus":${canonicalJson(parseStatus)},"regimes":${canonicalJson(regimes)}` +
    `,"rulesVersion":${canonicalJson(rulesVersion)}}`;
  return `sha256:${sha256Hex(text)}`;
}

/** UUID version 5 over rule set, change and input: the same assessment has the same id on any machine. */
export const assessmentId = (rulesVersion: string, changeId: string, fingerprint: string): string =>
  uuidV5(namespaces.impact, `${rulesVersion}|${changeId}|${fingerprint}`);
