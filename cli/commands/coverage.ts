import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { type CoverageAnswer, coveragePath, type NamedTokens } from '../coverage/answer-coverage.ts';
import { installationText, shownToken, tokenText } from '../coverage/describe-coverage.ts';
import { askCoverage, ServiceNotRunning } from '../engine/tables-client.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';

export const coverageCommand = (): Command =>
  command('coverage')
    .argument(
      '[ref...]',
      'tokens by CAIP-19, address, URL, DID, id, slug, symbol or name; without one all tokens together',
    )
    .action(runs(coverage));

/** Exit code 1 for a text that names no token, 2 for one that names several. */
async function coverage(context: Context, refs: readonly string[]): Promise<void> {
  const { out } = context;
  const answer = await answerOf(context, refs);
  if ('installation' in answer) {
    const { installation } = answer;
    out.result(installation, installationText(installation, out.width));
    return;
  }
  for (const { ref, tokens } of answer.named) {
    const [token, ...others] = tokens;
    if (token === undefined) throw new CommandFailed(`${ref} names no token of this registry`);
    if (others.length > 0) throw new UsageError(severalText(ref, tokens));
    out.row(shownToken(token), `${tokenText(token, out.width)}\n`);
  }
}

/** A running service also knows its settings and its last fetches. */
async function answerOf(context: Context, refs: readonly string[]): Promise<CoverageAnswer> {
  try {
    return (await askCoverage(context.loaded.config, coveragePath(refs))) as CoverageAnswer;
  } catch (error) {
    if (!(error instanceof ServiceNotRunning)) throw error;
  }
  // Loaded here and not above: the answer of a service needs no engine.
  const { readStoredCoverage } = await import('../service/tables/stored-coverage.ts');
  const answer = await readStoredCoverage(context, refs);
  context.out.note('no service runs: from the log alone');
  return answer;
}

const severalText = (ref: string, tokens: NamedTokens['tokens']): string =>
  `${ref} names ${tokens.length} tokens; name one of ${tokens.map(({ caip19 }) => caip19).join(', ')}`;
