import type { Command } from 'commander';
import { reviewLimits } from '../../explorer/operator-port.ts';
import { UsageError } from '../../infra/errors.ts';
import type { ReviewGiven } from '../../pipeline/changes/reviews.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { changesListCommand } from './changes-list.ts';
import { decideChange, reviewName, reviewSender, reviewText } from '../operator/decide-change.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { gatherEvidence, newestRevision } from '../verify/evidence/gather-evidence.ts';
import { visibleText } from '../program/output/visible-text.ts';

type Verdict = ReviewGiven['verdict'];

export const changesCommand = (): Command =>
  command('changes')
    .addCommand(changesListCommand())
    .addCommand(
      reviewCommand(
        'confirm',
        'confirmed',
        'confirms that the list entry is the party or wallet of the asset, or that the source states the value',
      ),
    )
    .addCommand(
      reviewCommand(
        'dismiss',
        'dismissed',
        'records that the list entry is another party or wallet, or that the source does not state the value',
      ),
    )
    .addCommand(
      reviewCommand(
        'reopen',
        'reopened',
        'takes back the review of a candidate on a sanctions list, which waits for a decision again',
      ),
    );

const reviewCommand = (name: string, verdict: Verdict, description: string): Command =>
  command(name, description)
    .argument('<changeId>', 'id of the change, see changes list --open')
    .requiredOption('--by <name>', 'who says so')
    .requiredOption('--why <text>', 'grounds of the decision; shown with the change')
    .action(runs((context: Context, id: string, options: ReviewOptions) => review(context, verdict, id, options)));

interface ReviewOptions {
  readonly by: string;
  readonly why: string;
}

async function review(context: Context, verdict: Verdict, id: string, options: ReviewOptions): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const by = reviewName('--by', options.by, reviewLimits.by);
  const why = reviewText('--why', options.why, reviewLimits.why);
  const engine = await openEngine(loaded.config, logger);
  try {
    const change = await newestRevision(engine, id);
    if (change === null) throw new UsageError(`no change "${id}"; its id is the feed item's id`);
    const causeOf = (): Promise<Observation | null> => causeOnLog(engine, change);
    const revised = await decideChange(
      { send: reviewSender(engine), now: clock() },
      { change, causeOf },
      { verdict, by, why },
    );
    const { revision, confirmed, disposition, explanation } = revised;
    out.result(
      {
        id: revised.id,
        revision,
        verdict,
        confirmed,
        disposition,
        reviewedAt: new Date(revised.revisedAt).toISOString(),
      },
      visibleText(explanation.headline),
    );
  } finally {
    await engine.close();
  }
}

/** The observation that caused a revision; of a candidate that a review opened again, the newest reading of its entry. */
async function causeOnLog(engine: Engine, { id, assessment, subjectKey }: Change): Promise<Observation | null> {
  const { observationSha256 } = assessment.evidence.new;
  const observations = (await gatherEvidence(engine, id))?.observations.map(({ observation }) => observation) ?? [];
  const cause = observations.find((one) => one.observationSha256 === observationSha256);
  if (cause === undefined || cause.subjectKind === 'list_entry') return cause ?? null;
  return observations.findLast((one) => one.subjectKind === 'list_entry' && one.subjectKey === subjectKey) ?? cause;
}
