/** The evidence of one change in a file, which can be checked without a service, a log or a data directory. */
import { gzipSync } from 'node:zlib';
import { type RuleBook, ruleSetHash } from '../../../pipeline/impact/rulesets.ts';
import { activationOf } from '../../../pipeline/changes/rule-activation.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { hashOf } from '../../../schemas/values/hash.ts';
import { type FindArtifact, mostArtifactBytes } from '../evidence/artifacts.ts';
import type { Evidence, Snapshot } from '../evidence/evidence.ts';
import { artifactsOf } from '../evidence/links.ts';
import type { PlacedObservation } from '../evidence/refold.ts';

export const bundleFormat = 'attestry-bundle';
export const bundleVersion = 1;

export interface Bundle {
  readonly format: typeof bundleFormat;
  readonly version: typeof bundleVersion;
  /** `attestry` and the version that created the file. */
  readonly madeBy: string;
  /** Rule sets that were in force while the observations were folded, and those that the revisions name. */
  readonly ruleSets: readonly BundledRuleSet[];
  /** All revisions, oldest first. */
  readonly changes: readonly Change[];
  /** In log order. */
  readonly observations: readonly PlacedObservation[];
  /** Files of registers and lists that were read together; absent if no reading of the change is of one. */
  readonly snapshots?: readonly Snapshot[];
  readonly artifacts: readonly BundledArtifact[];
  /** `sha256:<hex>` over the RFC 8785 form of all other members. */
  readonly digest: string;
}

/** Why a document or its reading is not in a bundle, although it could be read. */
export const documentLeftOut = 'a document of others; explain --bundle --documents includes it';

export interface BundledRuleSet {
  readonly version: string;
  readonly hash: string;
}

/** Raw bytes of a source, gzipped, in base64; or the reason for their absence. */
export type BundledArtifact =
  | { readonly sha256: string; readonly size: number; readonly gzip: string }
  /** `size` is null when the bytes could not be read. */
  | { readonly sha256: string; readonly size: number | null; readonly leftOut: string };

export interface BundleInput {
  readonly rules: RuleBook;
  readonly findArtifact: FindArtifact;
  readonly madeBy: string;
  /** Whether documents of others and their readings are included; a reading is the whole text. */
  readonly documents?: boolean;
}

/** The bundle of a change. The same evidence gives the same bytes. */
export async function makeBundle(
  evidence: Evidence,
  { rules, findArtifact, madeBy, documents = false }: BundleInput,
): Promise<Bundle> {
  const { named, ofDocuments } = artifactsOf(evidence);
  const artifacts: BundledArtifact[] = [];
  for (const sha256 of named) {
    const made = await bundledArtifact(sha256, findArtifact);
    const isWithheld = !documents && ofDocuments.has(sha256) && 'gzip' in made;
    artifacts.push(isWithheld ? { sha256, size: made.size, leftOut: documentLeftOut } : made);
  }
  const content = {
    format: bundleFormat,
    version: bundleVersion,
    madeBy,
    ruleSets: ruleSetsOf(evidence, rules),
    changes: evidence.changes,
    observations: evidence.observations,
    ...(evidence.snapshots.length === 0 ? {} : { snapshots: evidence.snapshots }),
    artifacts,
  } as const;
  return { ...content, digest: digestOf(content) };
}

/** A bundle as the text of its file. */
export const bundleText = (bundle: Bundle): string => `${JSON.stringify(bundle, null, 1)}\n`;

/** `sha256:<hex>` over the RFC 8785 form of a bundle without its digest. Throws TypeError on text that is not Unicode. */
export function digestOf(bundle: Omit<Bundle, 'digest'>): string {
  const { digest: _digest, ...content } = bundle as Bundle;
  return `sha256:${hashOf(content)}`;
}

/** Rule sets that the evidence names and the book has, with their hashes in the book; oldest first. */
export function ruleSetsOf(
  { changes, observations }: Pick<Evidence, 'changes' | 'observations'>,
  rules: RuleBook,
): readonly BundledRuleSet[] {
  const versions = new Set([rules.initial, ...changes.map(({ assessment }) => assessment.rulesVersion)]);
  for (const { observation } of observations) {
    const activation = activationOf(observation);
    if (activation !== null) versions.add(activation.ruleset);
  }
  return rules.sets
    .filter(({ version }) => versions.has(version))
    .map((set) => ({ version: set.version, hash: ruleSetHash(set) }));
}

async function bundledArtifact(sha256: string, findArtifact: FindArtifact): Promise<BundledArtifact> {
  const found = await findArtifact(sha256);
  if (found.state !== 'verified') {
    return { sha256, size: found.state === 'left_out' ? found.size : null, leftOut: found.reason };
  }
  const { size, bytes } = found;
  if (bytes === null) return { sha256, size, leftOut: `larger than ${mostArtifactBytes} bytes` };
  return { sha256, size, gzip: gzipSync(bytes, { level: 9 }).toString('base64') };
}
