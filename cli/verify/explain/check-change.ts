import { createDetect } from '../../../pipeline/changes/detect.ts';
import { type ChangeCheck, checkObservation, verifyChange } from '../../../pipeline/changes/verify.ts';
import { type RuleBook, ruleSetOf } from '../../../pipeline/impact/rulesets.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { type Evidence, observationsOf } from '../evidence/evidence.ts';
import { startRefold } from '../evidence/refold.ts';

export interface CheckContext {
  readonly rules: RuleBook;
  /** The bytes of a change on the log. */
  readonly encode: (change: Change) => Buffer;
}

/** Whether the observations give the claims of the change, over all its revisions. */
export interface ChangeChecks {
  readonly changeId: boolean;
  readonly groupId: boolean;
  readonly inputFingerprint: boolean;
  readonly assessmentId: boolean;
  readonly evidence: boolean;
  /** Every rule of the trail belongs to the named rule set and states the same. */
  readonly rules: boolean;
  /** Ids and evidence hashes of all folded observations. */
  readonly observations: boolean;
  /** A refold gives exactly these revisions, with the same bytes. */
  readonly refold: boolean;
}

/** Recomputes every claim of a change's revisions from the observations alone. */
export function checkChange(
  { changes, observations }: Pick<Evidence, 'changes' | 'observations'>,
  { rules, encode }: CheckContext,
): ChangeChecks {
  const own = observationsOf({ changes, observations });
  const verified = changes.map((change) => attempt((): ChangeCheck => verifyChange(change, own)));
  const holds = (claim: keyof ChangeCheck): boolean => verified.every((check) => check?.[claim] === true);
  return {
    changeId: holds('changeId'),
    groupId: holds('groupId'),
    inputFingerprint: holds('inputFingerprint'),
    assessmentId: holds('assessmentId'),
    evidence: holds('evidence'),
    rules: changes.every((change) => isTrailOf(change, rules)),
    observations: observations.every(({ observation }) => checkObservation(observation).ok),
    refold: attempt(() => isRefolded({ changes, observations }, { rules, encode })) === true,
  };
}

function isTrailOf({ assessment }: Change, rules: RuleBook): boolean {
  const ruleSet = ruleSetOf(assessment.rulesVersion, rules);
  if (ruleSet === undefined) return false;
  return assessment.trail.every(({ rule, claim }) =>
    ruleSet.rules.some((one) => one.id === rule && one.claim === claim),
  );
}

/** Folds the observations again and requires the same revisions with the same bytes, and no others. */
function isRefolded(
  { changes, observations }: Pick<Evidence, 'changes' | 'observations'>,
  { rules, encode }: CheckContext,
): boolean {
  const fold = startRefold(createDetect(rules));
  const id = changes[0]?.id;
  const refolded = new Map<number, Change>();
  for (const placed of observations) {
    for (const output of fold(placed)) {
      if (output.topic === 'changes' && output.value.id === id) refolded.set(output.value.revision, output.value);
    }
  }
  return (
    refolded.size === changes.length &&
    changes.every((change) => {
      const again = refolded.get(change.revision);
      return again !== undefined && encode(again).equals(encode(change));
    })
  );
}

/** Altered content may be anything, even too large to compute with. Such content counts as not derived. */
function attempt<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch {
    return null;
  }
}
