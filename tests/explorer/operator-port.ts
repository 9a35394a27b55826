/** The operator's port on the tables of a harness, with the real fold in place of a running `detect`. */
import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import { createOperatorPort } from '../../cli/operator/operator-port.ts';
import { listRuleSets } from '../../cli/log/rule-sets.ts';
import { CommandFailed } from '../../cli/program/process/exit.ts';
import type { OperatorPort } from '../../explorer/operator-port.ts';
import { reviewObservation } from '../../pipeline/changes/reviews.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import type { Harness } from '../api/harness.ts';
import { changesIn, fold } from '../pipeline/changes/builders.ts';

export interface TestOperatorPort {
  readonly make: (tables: TableReader) => OperatorPort;
  /** Folds observations and stores them with the changes that they cause, which it returns. */
  readonly observe: (api: Harness, ...observations: readonly Observation[]) => Promise<readonly Change[]>;
}

export function createTestOperatorPort(clock: () => number): TestOperatorPort {
  const { outputs } = fold();
  let harness: Harness | null = null;
  const observe: TestOperatorPort['observe'] = async (api, ...observations) => {
    harness = api;
    const changes = changesIn(outputs(...observations));
    await api.fixture.project('observations', observations, { timestamp: ({ observedAt }) => observedAt });
    if (changes.length > 0) await api.detect(...changes);
    return changes;
  };
  const send = async (change: Change, given: Parameters<typeof reviewObservation>[1]): Promise<Change> => {
    if (harness === null) throw new Error('nothing was observed');
    const revised = (await observe(harness, reviewObservation(change, given))).at(-1);
    if (revised === undefined) throw new CommandFailed('the review changed nothing');
    return revised;
  };
  return {
    make: (tables) =>
      createOperatorPort({ send, tables, clock, ruleSets: async () => listRuleSets([[]], publishedRules) }),
    observe,
  };
}
