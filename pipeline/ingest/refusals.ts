import type { CapturedArtifact, FeedCapture } from '../../schemas/generated/records.ts';
import type { Feed } from './feed.ts';
import type { AcceptedRun } from './feed-state.ts';

/** Longest time by which an as-of may be ahead of the append time, to allow for clock skew. */
const maximumAheadMs = 5 * 60 * 1000;

/**
 * Why a capture must not follow the last accepted one, regardless of its content; null when it may. `now` is its append
 * time.
 */
export function refusalOf(feed: Feed, capture: FeedCapture, last: AcceptedRun | undefined, now: number): string | null {
  if (capture.artifacts.length === 0) return 'The capture holds no file.';
  const ahead = aheadRefusal(capture.asOf, now);
  if (ahead !== null) return ahead;
  const twice = repeatedPart(feed, capture.artifacts);
  if (twice !== null) return twice;
  if (last === undefined) return null;
  if (capture.asOf < last.seenAsOf) {
    return `Its as-of ${iso(capture.asOf)} goes back behind the last run, ${iso(last.seenAsOf)}.`;
  }
  if (capture.asOf === last.asOf && !isSameSnapshot(feed, capture.artifacts, last.artifacts)) {
    return `It has the as-of of the last accepted run, ${iso(last.asOf)}, with other bytes.`;
  }
  const missing = missingParts(feed, capture.artifacts, last.artifacts);
  return missing.length === 0 ? null : `It lacks ${missing.join(', ')}, which the last accepted snapshot had.`;
}

/** Why an as-of is too far ahead of the append time, as a sentence; null when it is not. Both in milliseconds. */
export const aheadRefusal = (asOf: number, now: number): string | null =>
  asOf > now + maximumAheadMs ? `Its as-of ${iso(asOf)} lies in the future: it was captured at ${iso(now)}.` : null;

/** Whether two captures have the same bytes for the same parts. File names do not matter. */
export function isSameSnapshot(
  feed: Feed,
  left: readonly CapturedArtifact[],
  right: readonly CapturedArtifact[],
): boolean {
  const content = (artifacts: readonly CapturedArtifact[]): string =>
    artifacts
      .map((artifact) => `${artifact.sha256} ${partName(feed, artifact)}`)
      .sort()
      .join('\n');
  return content(left) === content(right);
}

function missingParts(
  feed: Feed,
  artifacts: readonly CapturedArtifact[],
  last: readonly CapturedArtifact[],
): readonly string[] {
  if (feed.checksParts === true) return [];
  const given = new Set(artifacts.map((artifact) => partName(feed, artifact)));
  return last.map((artifact) => partName(feed, artifact)).filter((part) => !given.has(part));
}

function repeatedPart(feed: Feed, artifacts: readonly CapturedArtifact[]): string | null {
  const names = new Map<string, string>();
  for (const artifact of artifacts) {
    const part = partName(feed, artifact);
    const other = names.get(part);
    if (other !== undefined) {
      return feed.partOf === undefined
        ? `${feed.manifest.label} is one file; ${artifacts.length} were given.`
        : `${other} and ${artifact.name} are both the part ${part}.`;
    }
    names.set(part, artifact.name);
  }
  return null;
}

/** Part of a file. A name that shows no part is its own part; the parser then reports the problem. */
const partName = (feed: Feed, { name }: CapturedArtifact): string =>
  feed.partOf === undefined ? '' : (feed.partOf(name) ?? name);

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
