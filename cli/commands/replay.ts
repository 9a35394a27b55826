import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import { ruleSetOf } from '../../pipeline/impact/rulesets.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { unknownRuleSet } from '../log/rule-sets.ts';
import { compareDetect, compareOblige, type Difference } from '../verify/compare/detect.ts';
import { type AffectedChange, compareRules } from '../verify/compare/rules.ts';
import { visibleText } from '../program/output/visible-text.ts';

export const replayCommand = (): Command =>
  command('replay')
    .argument('<processor>', 'detect or oblige')
    .option('--compare', 'print what would differ and change nothing')
    .option('--from <offset>', 'first offset to fold: only earliest, the default')
    .option('--rules <ruleset>', 'assess as if this rule set had been active from the start of the log')
    .action(runs(replay));

interface ReplayOptions {
  readonly compare?: boolean;
  readonly from?: string;
  readonly rules?: string;
}

async function replay(context: Context, processor: string, { compare, from, rules }: ReplayOptions): Promise<void> {
  const { loaded, out, logger } = context;
  if (processor !== 'detect' && processor !== 'oblige') {
    throw new UsageError(`replay of "${processor}" is not supported; detect and oblige are`);
  }
  if (processor === 'oblige' && rules !== undefined) {
    throw new UsageError('--rules: verdicts on obligations follow from no rule set of changes; use it with detect');
  }
  // Every output depends on all earlier records of its asset, so a fold cannot begin elsewhere.
  if (from !== undefined && from !== 'earliest') throw new UsageError(`--from: "${from}" is not earliest`);
  if (compare !== true) throw new UsageError('replay into tables is not supported yet; use --compare');
  if (rules !== undefined && ruleSetOf(rules, publishedRules) === undefined) {
    throw new UsageError(unknownRuleSet(rules, publishedRules));
  }
  const engine = await openEngine(loaded.config, logger);
  try {
    const { compared, differences } = await comparisonOf(engine, processor, rules);
    for (const difference of differences) out.row(difference, visibleText(describe(difference)));
    out.row({ compared, differing: differences.length }, `compared ${compared}, differing ${differences.length}`);
    if (differences.length > 0) throw new CommandFailed('');
  } finally {
    await engine.close();
  }
}

function comparisonOf(engine: Engine, processor: 'detect' | 'oblige', rules: string | undefined) {
  if (processor === 'oblige') return compareOblige(engine);
  return rules === undefined ? compareDetect(engine) : compareRules(engine, rules, publishedRules);
}

function describe(difference: Difference | AffectedChange): string {
  const where = `${difference.kind} ${difference.topic} ${difference.key}`;
  if (!('was' in difference)) return where;
  const { was, would } = difference;
  const moves = Object.keys(was)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(would[name]))
    .map((name) => `${name} ${short(was[name])} → ${short(would[name])}`);
  return `${where}: ${moves.join(', ')}`;
}

const longestShown = 60;

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
