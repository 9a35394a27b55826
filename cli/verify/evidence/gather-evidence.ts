import { createDetect } from '../../../pipeline/changes/detect.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import type { RuleBook } from '../../../pipeline/impact/rulesets.ts';
import type { Change, FeedCapture } from '../../../schemas/generated/records.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { readTopic } from '../../log/read-topic.ts';
import { foldedObservations, type PlacedObservation, startRefold } from './refold.ts';
import type { Evidence } from './evidence.ts';
import { snapshotsIn, type SnapshotName, snapshotsNamed } from './snapshots.ts';

/** The evidence of a change; null when the log has no such change. */
export async function gatherEvidence(
  engine: Engine,
  id: string,
  rules: RuleBook = publishedRules,
): Promise<Evidence | null> {
  // The changes are read before the observations: records appended later come after the newest revision seen here.
  const changes = await revisionsOf(engine, id);
  const newest = changes.at(-1);
  if (newest === undefined) return null;
  const observations: PlacedObservation[] = [];
  for await (const placed of foldedObservations(engine, newest.assetId)) observations.push(placed);
  const evidence = cutToCause({ changes, observations, snapshots: [] }, rules);
  const named = snapshotsNamed(evidence);
  return { ...evidence, snapshots: snapshotsIn(named, named.length === 0 ? [] : await capturesOf(engine, named)) };
}

/** Evidence without what came after the newest revision, and without control records of other partitions. */
export function cutToCause({ changes, observations, snapshots }: Evidence, rules: RuleBook): Evidence {
  const newest = changes.at(-1);
  return { changes, observations: newest === undefined ? [] : upToCause(observations, newest, rules), snapshots };
}

/** The captures of these feeds at these times. */
async function capturesOf(engine: Engine, named: readonly SnapshotName[]): Promise<readonly FeedCapture[]> {
  const captures: FeedCapture[] = [];
  const isOfFeed = ({ key }: { readonly key: Buffer | null }): boolean =>
    named.some(({ feed }) => feed === key?.toString('utf8'));
  for await (const { value } of readTopic(engine, 'feed.captures', { wanted: isOfFeed })) {
    if (value !== null && named.some(({ feed, asOf }) => feed === value.feed && asOf === value.asOf))
      captures.push(value);
  }
  return captures;
}

/** All revisions of a change, oldest first; none when the log has no such change. */
async function revisionsOf(engine: Engine, id: string): Promise<readonly Change[]> {
  const revisions = new Map<number, Change>();
  for await (const { value } of readTopic(engine, 'changes')) {
    if (value?.id === id) revisions.set(value.revision, value);
  }
  return [...revisions.values()].sort((a, b) => a.revision - b.revision);
}

/** The newest revision of a change; null when the log has none of it. */
export const newestRevision = async (engine: Engine, id: string): Promise<Change | null> =>
  (await revisionsOf(engine, id)).at(-1) ?? null;

function upToCause(
  observations: readonly PlacedObservation[],
  { id, revision, assetId }: Change,
  rules: RuleBook,
): readonly PlacedObservation[] {
  const fold = startRefold(createDetect(rules));
  const home = new Set(
    observations.filter(({ observation }) => observation.assetId === assetId).map(({ partition }) => partition),
  );
  const own = observations.filter(({ partition }) => home.has(partition));
  const last = own.findIndex((placed) =>
    fold(placed).some(({ topic, value }) => topic === 'changes' && value.id === id && value.revision === revision),
  );
  return last === -1 ? own : own.slice(0, last + 1);
}
