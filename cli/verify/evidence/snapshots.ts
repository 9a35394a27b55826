/** Files of a source that were read together, as a capture names them: one file alone does not give a row of several. */
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { FeedCapture, Observation } from '../../../schemas/generated/records.ts';
import type { Evidence, Snapshot } from './evidence.ts';
import { linksOf } from './links.ts';

/** The snapshot that a reading is from. */
export interface SnapshotName {
  readonly feed: string;
  readonly asOf: number;
  /** One of its files. */
  readonly artifactId: string;
}

type ObservedEvidence = Pick<Evidence, 'changes' | 'observations'>;

/** The feed whose files a source key names; null for any other source. */
export function feedOf(sourceKey: string): string | null {
  const [kind, id = ''] = sourceKey.split(/:(.*)/s);
  const feed = feeds.get(id);
  if (feed === undefined) return null;
  return kind === (feed.kind === 'register' ? 'register' : 'list') ? id : null;
}

/** Snapshots that the observations were read from which the revisions name; each once. */
export function snapshotsNamed(evidence: ObservedEvidence): readonly SnapshotName[] {
  const observations = evidence.observations.map(({ observation }) => observation);
  const named = linksOf(evidence).flatMap(({ observation }) => snapshotOf(observation, observations) ?? []);
  return [...new Map(named.map((one) => [nameKey(one), one])).values()].sort((a, b) =>
    nameKey(a) < nameKey(b) ? -1 : 1,
  );
}

const nameKey = ({ feed, asOf, artifactId }: SnapshotName): string => `${feed} ${asOf} ${artifactId}`;

/** The snapshot that a reading of a feed is from; null for any other observation, and for one that states no time. */
export function snapshotOf(observation: Observation, observations: readonly Observation[]): SnapshotName | null {
  const { sourceKey, artifactId, assetId, subjectKey } = observation;
  const feed = feedOf(sourceKey);
  if (feed === null || typeof artifactId !== 'string') return null;
  // A cell of a register states no time: the last `listed` of its row does.
  let stated = asOfIn(observation);
  for (const one of stated === null ? observations : []) {
    const isOfRow = one.assetId === assetId && one.sourceKey === sourceKey && one.subjectKey === subjectKey;
    if (isOfRow && one.field === 'listed') stated = asOfIn(one) ?? stated;
    if (one === observation) break;
  }
  return stated === null ? null : { feed, asOf: stated, artifactId };
}

function asOfIn({ field, value }: Observation): number | null {
  if ((field !== 'listed' && field !== 'match') || typeof value !== 'string') return null;
  try {
    const { asOf } = JSON.parse(value) as { readonly asOf?: unknown };
    return Number.isSafeInteger(asOf) ? (asOf as number) : null;
  } catch {
    return null;
  }
}

/** The snapshots of these names, sorted, each once. */
export function snapshotsIn(
  named: readonly SnapshotName[],
  captures: readonly Pick<FeedCapture, 'feed' | 'asOf' | 'artifacts'>[],
): readonly Snapshot[] {
  const found = named.flatMap(({ feed, asOf, artifactId }): readonly Snapshot[] => {
    const capture = captures.findLast(
      (one) => one.feed === feed && one.asOf === asOf && one.artifacts.some(({ sha256 }) => sha256 === artifactId),
    );
    const files = (capture?.artifacts ?? []).map(({ name, sha256 }) => ({ name, sha256 }));
    return capture === undefined ? [] : [{ feed, asOf, files }];
  });
  return [...new Map(found.map((one) => [snapshotKey(one), one])).values()];
}

const snapshotKey = ({ feed, asOf, files }: Snapshot): string =>
  [feed, asOf, ...files.map(({ sha256 }) => sha256)].join(' ');

/** The snapshot of a name; undefined if these do not have it. */
export const snapshotNamed = (
  { feed, asOf, artifactId }: SnapshotName,
  snapshots: readonly Snapshot[],
): Snapshot | undefined =>
  snapshots.find(
    (one) => one.feed === feed && one.asOf === asOf && one.files.some((file) => file.sha256 === artifactId),
  );
