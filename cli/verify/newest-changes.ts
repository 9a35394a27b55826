/** The newest revisions of changes, and the candidates and drafts among them that wait for a review or a second reading. */
import { matchConfidence } from '../../pipeline/impact/confidence.ts';
import { isStatedElsewhere } from '../../pipeline/changes/reviews.ts';
import type { Change } from '../../schemas/generated/records.ts';
import { severityRank } from '../../schemas/severity.ts';
import { directionRank } from '../../schemas/terms/directions.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';
import { compareTexts } from '../../schemas/values/compare-texts.ts';

export const sorts = ['level', 'age', 'direction', 'severity'] as const;
export type Sort = (typeof sorts)[number];

/** Whether a change waits for a review or a second reading; of those that state one event, the one that is reviewed. */
export const isOpen = (change: Change): boolean =>
  !change.confirmed && change.disposition === 'held' && !isStatedElsewhere(change);

/** The newest revisions that are wanted, in the order of `sort`. */
export async function newestChanges(
  engine: Engine,
  sort: Sort,
  wanted: (change: Change) => boolean,
): Promise<readonly Change[]> {
  const newest = new Map<string, Change>();
  for await (const { value } of readTopic(engine, 'changes')) {
    if (value === null) continue;
    const known = newest.get(value.id);
    if (known === undefined || known.revision < value.revision) newest.set(value.id, value);
  }
  return inOrder([...newest.values()].filter(wanted), sort);
}

/** Changes in an order; those that are equal in it by source and id. */
export const inOrder = (changes: readonly Change[], sort: Sort): readonly Change[] =>
  [...changes].sort(
    (a, b) => comparedBy[sort](a, b) || compareTexts(a.sourceKey, b.sourceKey) || compareTexts(a.id, b.id),
  );

/** Level of a candidate on a sanctions list; null for a draft of another source. */
export function levelOf({ category, assessment }: Change): string | null {
  if (category !== 'sanctions') return null;
  const found = Object.entries(matchConfidence).find(([, confidence]) => confidence === assessment.confidence);
  return found?.[0] ?? null;
}

const comparedBy: Readonly<Record<Sort, (a: Change, b: Change) => number>> = {
  level: (a, b) => compareTexts(levelOf(a) ?? 'L9', levelOf(b) ?? 'L9') || compareTexts(a.subjectKey, b.subjectKey),
  age: (a, b) => a.detectedAt - b.detectedAt,
  direction: (a, b) => directionRank(a.direction) - directionRank(b.direction) || a.detectedAt - b.detectedAt,
  severity: (a, b) => severityRank(a.severity) - severityRank(b.severity) || b.knownAt - a.knownAt,
};
