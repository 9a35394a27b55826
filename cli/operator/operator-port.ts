import { engineDeadlineMs } from '../../api/readmodel/tables/deadline.ts';
import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import {
  type DecisionResult,
  type Decision,
  type OpenChange,
  type OperatorPort,
  reviewLimits,
} from '../../explorer/operator-port.ts';
import { pause } from '../../infra/async/async.ts';
import { UsageError } from '../../infra/errors.ts';
import { whyNotReviewed } from '../../pipeline/changes/reviews.ts';
import type { Change } from '../../schemas/generated/records.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { inOrder, isOpen, levelOf } from '../verify/newest-changes.ts';
import { decideChange, reviewName, reviewText, type SendReview } from './decide-change.ts';
import { readReviews } from './reviews.ts';
import { isStored, matchOf, readCauses, readOnceOpen, readStoredChange } from './stored-changes.ts';

export interface OperatorPortParts {
  readonly send: SendReview;
  readonly tables: TableReader;
  readonly clock: () => number;
  readonly ruleSets: OperatorPort['ruleSets'];
}

const pollMs = 20;

const notYetRead = (id: string): string =>
  `the reading that ${id} states is not in the tables yet: load the page again`;

/** What the operator decides by pages: read from the tables, decided as the command line does. */
export function createOperatorPort({ send, tables, clock, ruleSets }: OperatorPortParts): OperatorPort {
  /** The operator must see the decision on the next page. */
  const untilStored = async (revised: Change): Promise<void> => {
    const deadline = performance.now() + engineDeadlineMs;
    while (performance.now() < deadline) {
      if (await isStored(tables, revised)) return;
      await pause(pollMs);
    }
  };
  const decide = async ({ id, revision, verdict, by, why }: Decision): Promise<DecisionResult> => {
    try {
      const given = {
        verdict,
        by: reviewName('The name', by, reviewLimits.by),
        why: reviewText('The reason', why, reviewLimits.why),
      };
      const change = await readStoredChange(tables, id);
      if (change === null) return { refused: `there is no change ${id}` };
      if (change.revision !== revision) {
        return { refused: `${id} has another revision than the one you read: load the page again` };
      }
      const causeOf = async () => {
        const cause = (await readCauses(tables, [change])).get(id);
        // Without its names a review would be of the whole entry.
        if (cause === undefined) throw new CommandFailed(notYetRead(id));
        return cause;
      };
      const revised = await decideChange({ send, now: clock() }, { change, causeOf }, given);
      await untilStored(revised);
      return { revised };
    } catch (error) {
      if (error instanceof UsageError || error instanceof CommandFailed) return { refused: error.message };
      throw error;
    }
  };
  return {
    openChanges: async (order) => {
      const { changes, more } = await readOnceOpen(tables);
      const open = inOrder(changes.filter(isOpen), order);
      const causes = await readCauses(tables, open);
      const both = open.map((change): OpenChange => {
        const cause = causes.get(change.id);
        return {
          change,
          level: levelOf(change),
          match: cause === undefined ? null : matchOf(cause),
          isReviewable: whyNotReviewed(change) === null,
        };
      });
      return { open: both, more };
    },
    decide,
    decided: () => readReviews(tables),
    ruleSets,
  };
}
