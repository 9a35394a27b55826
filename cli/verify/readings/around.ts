import { createDetect } from '../../../pipeline/changes/detect.ts';
import type { RuleBook } from '../../../pipeline/impact/rulesets.ts';
import type { Observation, Subject } from '../../../schemas/generated/records.ts';
import { once } from '../../../schemas/values/once.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { startRefold } from '../evidence/refold.ts';

/** What the folded observations state around one of them. */
export interface Around {
  readonly observation: Observation;
  /** Observations of the asset before it, oldest first. */
  readonly before: readonly Observation[];
  /** Observations of the asset behind it. */
  readonly after: readonly Observation[];
  /** Subjects of the asset that the fold gave before it, newest first: a join may not have read the newest yet. */
  readonly subjects: () => readonly (readonly Subject[])[];
}

interface SubjectsAt {
  /** Place of the observation that gave them. */
  readonly at: number;
  readonly subjects: readonly Subject[];
}

export function createAround(evidence: Evidence, rules: RuleBook): (observation: Observation) => Around {
  const assetId = evidence.changes[0]?.assetId;
  const all = evidence.observations;
  const subjects = once(() => subjectsOver(evidence, rules));
  return (observation) => {
    const at = all.findIndex((placed) => placed.observation === observation);
    const own = (from: number, to: number): readonly Observation[] =>
      all.slice(from, to).flatMap((placed) => (placed.observation.assetId === assetId ? [placed.observation] : []));
    return {
      observation,
      before: own(0, at),
      after: own(at + 1, all.length),
      subjects: () =>
        subjects()
          .filter((one) => one.at < at)
          .map((one) => one.subjects)
          .reverse(),
    };
  };
}

function subjectsOver({ changes, observations }: Evidence, rules: RuleBook): readonly SubjectsAt[] {
  const fold = startRefold(createDetect(rules));
  const found: SubjectsAt[] = [];
  for (const [at, placed] of observations.entries()) {
    for (const { topic, value } of attempt(() => fold(placed))) {
      if (topic === 'asset.subjects' && value.assetId === changes[0]?.assetId)
        found.push({ at, subjects: value.subjects });
    }
  }
  return found;
}

/** Altered content may be anything, which the fold of the check of the change reports. */
function attempt<T>(compute: () => readonly T[]): readonly T[] {
  try {
    return compute();
  } catch {
    return [];
  }
}
