import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { reviewedPairs, type ReviewGiven, reviewObservation, whyNotReviewed } from '../../pipeline/changes/reviews.ts';
import type { Change } from '../../schemas/generated/records.ts';
import { appendValues } from '../log/append.ts';
import { changesListCommand } from './changes-list.ts';
import { awaitRecord, endsOf } from '../log/await-record.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/exit.ts';
import { gatherEvidence, newestRevision } from '../verify/evidence.ts';
import { visibleText } from '../program/visible-text.ts';

type Verdict = ReviewGiven['verdict'];

export const changesCommand = (): Command =>
  command('changes')
    .addCommand(changesListCommand())
    .addCommand(
      reviewCommand(
        'confirm',
        'confirmed',
        'says that the entry is what the asset names, or that the source states it',
      ),
    )
    .addCommand(
      reviewCommand(
        'dismiss',
        'dismissed',
        'says that the entry is something else, or that the source does not state it',
      ),
    );

const reviewCommand = (name: string, verdict: Verdict, description: string): Command =>
  command(name, description)
    .argument('<changeId>')
    .requiredOption('--by <name>', 'who says so')
    .requiredOption('--why <text>', 'what it rests on; shown with the change')
    .action(runs((context: Context, id: string, options: ReviewOptions) => review(context, verdict, id, options)));

interface ReviewOptions {
  readonly by: string;
  readonly why: string;
}

async function review(context: Context, verdict: Verdict, id: string, options: ReviewOptions): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const by = textOption('--by', options.by, 100);
  const why = textOption('--why', options.why, 2_000);
  const engine = await openEngine(loaded.config, logger);
  try {
    const change = await newestRevision(engine, id);
    if (change === null) throw new UsageError(`no change "${id}"; its id is the feed item's id`);
    const refusal = whyNotReviewed(change);
    if (refusal !== null) throw new UsageError(refusal);
    // A run may be dated slightly ahead of this clock; a review is never dated before its candidate.
    const at = Math.max(clock(), change.revisedAt);
    const pairs = await namesOf(engine, change);
    const given = { verdict, by, why, at, ...(pairs === undefined ? {} : { pairs }) };
    const revised = await sendReview(engine, change, given);
    const { revision, confirmed, disposition, explanation } = revised;
    out.result(
      { id, revision, verdict, confirmed, disposition, reviewedAt: new Date(revised.revisedAt).toISOString() },
      visibleText(explanation.headline),
    );
  } finally {
    await engine.close();
  }
}

/** The pairs of similar names that the newest revision of a candidate states; undefined for all other changes. */
async function namesOf(engine: Engine, change: Change): Promise<ReviewGiven['pairs']> {
  if (change.category !== 'sanctions') return undefined;
  const evidence = await gatherEvidence(engine, change.id);
  const { observationSha256 } = change.assessment.evidence.new;
  const cause = evidence?.observations.find(({ observation }) => observation.observationSha256 === observationSha256);
  return cause === undefined ? undefined : reviewedPairs(change, cause.observation);
}

/**
 * Appends a review and waits for the revision it causes. Throws CommandFailed when no processor answers or the review
 * came too late.
 */
async function sendReview(engine: Engine, change: Change, given: ReviewGiven): Promise<Change> {
  const from = await endsOf(engine, 'changes');
  const value = reviewObservation(change, given);
  const [position] = await appendValues(engine, 'observations', [{ value, timestamp: given.at }]);
  const tooLate = new CommandFailed(
    `${change.id} was decided otherwise in the meantime and the review changed nothing; attestry explain says what became of it`,
  );
  const isPending = async (): Promise<boolean> => {
    const detect = await engine.processors.positionsOf('detect', 'data');
    if (position !== undefined && (detect.position('observations', position.partition) ?? 0) > position.offset) {
      throw tooLate;
    }
    return engine.processors.isRunning('detect');
  };
  const matches = ({ id, revision }: Change): boolean => id === change.id && revision > change.revision;
  const revised = await awaitRecord(engine, 'changes', { from, matches, isPending });
  if (revised.assessment.evidence.new.observationSha256 !== value.observationSha256) throw tooLate;
  return revised;
}

/** Text that a person wrote, on one line. */
function textOption(name: string, text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '' || line.length > longest || !line.isWellFormed()) {
    throw new UsageError(`${name} takes a text of 1 to ${longest} characters`);
  }
  return line;
}
