import { canonicalJson } from '../../schemas/values/canonical.ts';
import { namespaces, sha256Hex, uuidV5 } from '../../schemas/values/hash.ts';

/** What the rules decided on. `old` and `new` are RFC 8785 texts of observed values, null when there is none. */
export interface FingerprintInputs {
  readonly rulesVersion: string;
  readonly category: string;
  readonly field: string;
  readonly regimes: readonly string[];
  readonly old: string | null;
  readonly new: string | null;
  readonly parseStatus: string;
  readonly fetchOutcome: string;
  /** False while a later reading may withdraw the change: the same values are assessed otherwise then. */
  readonly confirmed: boolean;
}

/**
 * `sha256:<hex>` over the RFC 8785 form of the inputs, the values being the JSON values themselves; `confirmed` is a
 * member of it when false, so that a draft and what bears it out have assessments of different ids.
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
  // The members in RFC 8785 order; the values already are RFC 8785 texts and go in as they are.
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
