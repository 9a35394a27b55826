/** Bundles of the changes that a pipeline in memory found, as `attestry explain --bundle` makes them. */
import type { FindArtifact } from '../../cli/verify/evidence/artifacts.ts';
import { type Bundle, makeBundle } from '../../cli/verify/bundle/bundle.ts';
import type { Evidence } from '../../cli/verify/evidence/evidence.ts';
import { cutToCause } from '../../cli/verify/evidence/gather-evidence.ts';
import { snapshotsIn, snapshotsNamed } from '../../cli/verify/evidence/snapshots.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import type { Change } from '../../schemas/generated/records.ts';
import type { Miniature } from '../guide/miniature.ts';

/** The evidence of every change, in the order of their first revisions. */
export function* evidenceIn(miniature: Miniature): Generator<Evidence> {
  const revisions = new Map<string, Change[]>();
  for (const change of miniature.values('changes')) {
    const known = revisions.get(change.id);
    if (known === undefined) revisions.set(change.id, [change]);
    else known.push(change);
  }
  const placed = miniature.placed();
  const captures = miniature.values('feed.captures');
  for (const changes of revisions.values()) {
    const assetId = changes[0]?.assetId;
    const observations = placed.filter(
      ({ observation }) => observation.assetId === assetId || observation.subjectKind === 'control',
    );
    const evidence = cutToCause({ changes, observations, snapshots: [] }, publishedRules);
    yield { ...evidence, snapshots: snapshotsIn(snapshotsNamed(evidence), captures) };
  }
}

export const bundleOf = (miniature: Miniature, evidence: Evidence): Promise<Bundle> =>
  makeBundle(evidence, {
    rules: publishedRules,
    findArtifact: artifactsOf(miniature),
    madeBy: 'attestry 0',
    documents: true,
  });

const artifactsOf =
  ({ artifacts }: Miniature): FindArtifact =>
  (sha256) => {
    const bytes = artifacts.get(sha256);
    return Promise.resolve(
      bytes === undefined
        ? { state: 'broken', reason: 'it is not there' }
        : { state: 'verified', size: bytes.length, bytes },
    );
  };
