import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { type CoverageAnswer, coveragePath, type NamedTokens } from '../coverage/answer-coverage.ts';
import { installationText, shownToken, tokenText } from '../coverage/describe-coverage.ts';
import { askCoverage } from '../engine/tables-client.ts';
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
async function coverage({ loaded, out }: Context, refs: readonly string[]): Promise<void> {
  const answer = (await askCoverage(loaded.config, coveragePath(refs))) as CoverageAnswer;
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

const severalText = (ref: string, tokens: NamedTokens['tokens']): string =>
  `${ref} names ${tokens.length} tokens; name one of ${tokens.map(({ caip19 }) => caip19).join(', ')}`;
