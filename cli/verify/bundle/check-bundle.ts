import { gunzipSync } from 'node:zlib';
import { UsageError } from '../../../infra/errors.ts';
import { type RuleBook, ruleSetOf, ruleSetVersions } from '../../../pipeline/impact/rulesets.ts';
import { createCodec } from '../../../schemas/codec.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { type FindArtifact, type FoundArtifact, mostArtifactBytes } from '../evidence/artifacts.ts';
import { ruleSetHash } from '../../../pipeline/impact/rulesets.ts';
import { type Bundle, type BundledArtifact, digestOf, documentLeftOut, ruleSetsOf } from './bundle.ts';
import { type ExplainedChange, explainEvidence } from '../explain/explain-change.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { artifactsOf } from '../evidence/links.ts';
import { snapshotsIn, snapshotsNamed } from '../evidence/snapshots.ts';
import { visibleText } from '../../program/output/visible-text.ts';

/** The result of a check: the bundle, and whether each recomputed value matches. */
export interface CheckedBundle extends ExplainedChange {
  readonly bundle: {
    readonly madeBy: string;
    readonly digest: string;
    /** The digest matches the content. */
    readonly digestOk: boolean;
    /** The rule sets are those that the observations and revisions name, with hashes they were published under. */
    readonly ruleSetsOk: boolean;
    /** The artifacts are exactly those that the observations of the change were read from. */
    readonly artifactsOk: boolean;
  };
}

/**
 * Checks a bundle with this program alone. Throws UsageError when the program lacks a rule set that the bundle needs.
 */
export async function checkBundle(bundle: Bundle, rules: RuleBook): Promise<CheckedBundle> {
  const lacking = bundle.ruleSets.filter(({ version }) => ruleSetOf(version, rules) === undefined);
  if (lacking.length > 0) {
    throw new UsageError(
      `the bundle needs ${lacking.map(({ version }) => version).join(', ')}, and this program has ${ruleSetVersions(rules).join(', ')}; it was made by ${visibleText(bundle.madeBy)}`,
    );
  }
  // The fold that made the change did not know rule sets newer than the bundle.
  const versions = new Set(bundle.ruleSets.map(({ version }) => version));
  const known: RuleBook = { ...rules, sets: rules.sets.filter(({ version }) => versions.has(version)) };
  const codec = await createCodec(noRegistry, new Map([['changes', 'changes']]), () => 0);
  const evidence = { ...bundle, snapshots: bundle.snapshots ?? [] };
  const explained = await explainEvidence(evidence, {
    rules: known,
    findArtifact: inBundle(bundle.artifacts),
    encode: (change) => codec.encode('changes', change),
  });
  const { named, ofDocuments } = artifactsOf(evidence);
  const checks = {
    digestOk: digestOf(bundle) === bundle.digest,
    ruleSetsOk: areKnown(bundle, rules),
    artifactsOk:
      canonicalJson(bundle.artifacts.map(({ sha256 }) => sha256)) === canonicalJson(named) &&
      areNamed(evidence) &&
      bundle.artifacts.every(
        (one) => !('leftOut' in one) || one.leftOut !== documentLeftOut || ofDocuments.has(one.sha256),
      ),
  };
  const { madeBy, digest } = bundle;
  const holds = Object.values(checks).every(Boolean);
  return {
    ...explained,
    bundle: { madeBy, digest, ...checks },
    proved: [...(holds ? (['digest'] as const) : []), ...explained.proved],
    isBroken: explained.isBroken || !holds,
    ok: explained.ok && holds,
  };
}

/** Whether every snapshot is one that a reading of the change is from, in its order. */
function areNamed({ snapshots, ...evidence }: Evidence): boolean {
  const captures = snapshots.map(({ files, ...snapshot }) => ({
    ...snapshot,
    artifacts: files.map((file) => ({
      ...file,
      bytes: 0,
      url: null,
      contentType: null,
      etag: null,
      lastModified: null,
    })),
  }));
  return canonicalJson(snapshotsIn(snapshotsNamed(evidence), captures)) === canonicalJson(snapshots);
}

/**
 * Whether the rule sets of a bundle are those that its evidence names, each with its hash and every rule of the trails.
 */
function areKnown(bundle: Bundle, rules: RuleBook): boolean {
  const expected = ruleSetsOf(bundle, rules);
  if (canonicalJson(expected.map(({ version }) => version)) !== canonicalJson(bundle.ruleSets.map(versionOf))) {
    return false;
  }
  return bundle.ruleSets.every((named) => {
    const { version, hash } = named;
    // Members beside these two are not of this format.
    if (canonicalJson(named) !== canonicalJson({ version, hash })) return false;
    const set = ruleSetOf(version, rules);
    if (set === undefined || ruleSetHash(set) !== hash) return false;
    const known = new Set(set.rules.map(({ id }) => id));
    const trails = bundle.changes
      .filter(({ assessment }) => assessment.rulesVersion === version)
      .flatMap(({ assessment }) => assessment.trail);
    return trails.every(({ rule }) => known.has(rule));
  });
}

const versionOf = ({ version }: { readonly version: string }): string => version;

/** The committed schema is enough, because the compared bytes are encoded here. */
const noRegistry = { register: async (): Promise<number> => 1, schemaById: async (): Promise<null> => null };

function inBundle(artifacts: readonly BundledArtifact[]): FindArtifact {
  const bundled = new Map(artifacts.map((artifact) => [artifact.sha256, artifact]));
  return async (sha256) => {
    const artifact = bundled.get(sha256);
    return artifact === undefined ? { state: 'broken', reason: 'it is not in the bundle' } : unpacked(artifact);
  };
}

function unpacked(artifact: BundledArtifact): FoundArtifact {
  const { sha256, size } = artifact;
  if ('leftOut' in artifact) {
    return size === null
      ? { state: 'broken', reason: artifact.leftOut }
      : { state: 'left_out', size, reason: artifact.leftOut };
  }
  let bytes: Buffer;
  try {
    bytes = gunzipSync(Buffer.from(artifact.gzip, 'base64'), { maxOutputLength: mostArtifactBytes });
  } catch (error) {
    return {
      state: 'broken',
      reason: `it cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  if (sha256Hex(bytes) !== sha256) return { state: 'broken', reason: 'its bytes have another hash' };
  if (bytes.length !== size) return { state: 'broken', reason: `it has ${bytes.length} bytes, not ${String(size)}` };
  return { state: 'verified', size: bytes.length, bytes };
}
