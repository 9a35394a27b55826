import type { CoverageAnswer, TokenCoverage } from '../coverage/answer-coverage.ts';
import { coveragePath } from '../coverage/answer-coverage.ts';
import { askCoverage, ServiceNotRunning } from '../engine/tables-client.ts';
import { RetryableError } from '../../infra/errors.ts';
import type { Context } from '../program/command.ts';

/** What the running service reads of tokens; null, with a note, where none answers. */
export async function coverageOfAdded(
  { loaded, out }: Pick<Context, 'loaded' | 'out'>,
  caip19s: readonly string[],
): Promise<readonly TokenCoverage[] | null> {
  try {
    const answer = (await askCoverage(loaded.config, coveragePath(caip19s))) as CoverageAnswer;
    return 'named' in answer ? answer.named.flatMap(({ tokens }) => tokens) : [];
  } catch (error) {
    if (!(error instanceof ServiceNotRunning || error instanceof RetryableError)) throw error;
    out.note(`${error.message}: attestry coverage states later what is read`);
    return null;
  }
}
