import { UsageError } from '../../infra/errors.ts';
import {
  type ReviewGiven,
  reviewedPairs,
  reviewObservation,
  whyNotReopened,
  whyNotReviewed,
} from '../../pipeline/changes/reviews.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { whyNotName } from '../../schemas/values/visible-name.ts';
import { isRunning } from '../engine/is-running.ts';
import type { Engine } from '../engine/open-engine.ts';
import { appendValues } from '../log/append.ts';
import { awaitRecord, endsOf } from '../log/await-record.ts';
import { CommandFailed } from '../program/process/exit.ts';

export interface ReviewedChange {
  /** Its newest revision. */
  readonly change: Change;
  /** The observation that caused that revision, read for a candidate on a sanctions list alone. */
  readonly causeOf: () => Promise<Pick<Observation, 'field' | 'value'> | null>;
}

/** Appends a review and resolves with the revision it causes. Throws CommandFailed when there will be none. */
export type SendReview = (change: Change, given: ReviewGiven) => Promise<Change>;

/**
 * Reviews a change at `now`, milliseconds, or takes its review back. Throws UsageError for a change of which that is not
 * possible.
 */
export async function decideChange(
  { send, now }: { readonly send: SendReview; readonly now: number },
  { change, causeOf }: ReviewedChange,
  { verdict, by, why }: Pick<ReviewGiven, 'by' | 'verdict' | 'why'>,
): Promise<Change> {
  const isReopened = verdict === 'reopened';
  const refusal = isReopened ? whyNotReopened(change) : whyNotReviewed(change);
  if (refusal !== null) throw new UsageError(refusal);
  // A run may be dated slightly ahead of this clock; a review is never dated before its candidate.
  const at = Math.max(now, change.revisedAt);
  const cause = change.category === 'sanctions' && !isReopened ? await causeOf() : null;
  const pairs = cause === null ? undefined : reviewedPairs(change, cause);
  return send(change, { verdict, by, why, at, ...(pairs === undefined ? {} : { pairs }) });
}

/** Sends reviews to the log. Each fails when no processor answers, or when the change was decided otherwise before it. */
export const reviewSender =
  (engine: Engine): SendReview =>
  async (change, given) => {
    const from = await endsOf(engine, 'changes');
    const value = reviewObservation(change, given);
    const [position] = await appendValues(engine, 'observations', [{ value, timestamp: given.at }]);
    const tooLate = new CommandFailed(
      `${change.id} was decided otherwise in the meantime and the review changed nothing; attestry explain shows its state`,
    );
    const isPending = async (): Promise<boolean> => {
      const detect = await engine.processors.positionsOf('detect', 'data');
      if (position !== undefined && (detect.position('observations', position.partition) ?? 0) > position.offset) {
        throw tooLate;
      }
      return isRunning(engine, 'detect');
    };
    const isCaused = ({ assessment }: Change): boolean =>
      assessment.evidence.new.observationSha256 === value.observationSha256;
    const isRevised = ({ id, revision }: Change): boolean => id === change.id && revision > change.revision;
    // A match that was confirmed ends by a change of its own, and its candidate is a new change.
    const isCandidate = (found: Change): boolean => isCaused(found) && found.disposition === 'held';
    const matches = given.verdict === 'reopened' ? isCandidate : isRevised;
    const revised = await awaitRecord(engine, 'changes', { from, matches, isPending });
    if (!isCaused(revised)) throw tooLate;
    return revised;
  };

/** Text that a person wrote, on one line. `name` is what asked for it. */
export function reviewText(name: string, text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '' || line.length > longest || !line.isWellFormed()) {
    throw new UsageError(`${name} takes a text of 1 to ${longest} characters`);
  }
  return line;
}

/** The same for the name of who decides, which must show all that it is. */
export function reviewName(option: string, text: string, longest: number): string {
  const name = reviewText(option, text, longest);
  const why = whyNotName(name);
  if (why !== null) throw new UsageError(`${option}: the name ${why}`);
  return name;
}
