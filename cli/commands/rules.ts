import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { catalogue } from '../../pipeline/changes/catalogue.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isRunning } from '../engine/is-running.ts';
import { openEngine } from '../engine/open-engine.ts';
import { table } from '../program/output/table.ts';
import { pastTimeOption } from '../program/input/parse-options.ts';
import { declareIssuedRules } from '../log/issued-rules.ts';
import { activateRules, listRuleSets, readActivations } from '../log/rule-sets.ts';

export const rulesCommand = (): Command =>
  command('rules')
    .addCommand(
      command('list', 'those this program has, and which is in force')
        .option('--kinds', 'list the kinds of change instead')
        .action(runs(list)),
    )
    .addCommand(
      command('activate', 'puts a rule set in force for every observation appended from now on')
        .argument('<ruleset>', 'name of the rule set, see rules list')
        .option('--at <iso>', 'record it as activated at that time')
        .action(runs(activate)),
    )
    .addCommand(
      command(
        'issued',
        'declares the day on which the final rules of a regime were issued; its obligations may then apply earlier',
      )
        .argument('<regime>', 'such as US_GENIUS')
        .requiredOption('--on <date>', 'the day, YYYY-MM-DD; the word none withdraws an earlier declaration')
        .requiredOption('--by <name>', 'who declares it')
        .requiredOption('--why <text>', 'address at which it is published')
        .action(runs(issued)),
    );

const list = (context: Context, { kinds = false }: { readonly kinds?: boolean }): Promise<void> =>
  kinds ? listKinds(context) : listRules(context);

async function listKinds({ out }: Context): Promise<void> {
  const kinds = catalogue().map(({ producers, ...entry }) => ({
    ...entry,
    comparisons: producers.flatMap(({ comparisons }) => comparisons),
  }));
  const cells = kinds.map(({ kind, category, comparisons, meaning }) => [
    kind,
    category,
    comparisons.length === 0 ? 'reserved' : comparisons.join(', '),
    meaning,
  ]);
  out.result(kinds, table(['kind', 'category', 'compared as', 'meaning'], cells, out.width));
}

async function listRules({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const { sets, concerns } = listRuleSets(await readActivations(engine), publishedRules);
    const cells = sets.map(({ ruleset, inForce, since, rules, hash }) => [
      ruleset,
      inForce ? (since ?? 'the start') : '',
      String(rules),
      hash,
    ]);
    out.result(sets, table(['rule set', 'in force since', 'rules', 'hash'], cells, out.width));
    for (const concern of concerns) out.note(concern);
  } finally {
    await engine.close();
  }
}

async function activate(context: Context, ruleset: string, options: { readonly at?: string }): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const at = pastTimeOption('--at', options.at, clock());
  const engine = await openEngine(loaded.config, logger);
  try {
    const outcome = await activateRules(engine, {
      ruleset,
      at,
      rules: publishedRules,
      isRunning: () => isRunning(engine, 'detect'),
    });
    const since = outcome.at === null ? null : new Date(outcome.at).toISOString();
    out.result({ ...outcome, at: since }, describe(ruleset, since, outcome));
  } finally {
    await engine.close();
  }
}

function describe(
  ruleset: string,
  since: string | null,
  { already, completed, folded }: Awaited<ReturnType<typeof activateRules>>,
): string {
  if (already)
    return `${ruleset} is in force already, ${since === null ? 'from the start of the log' : `since ${since}`}`;
  const begun = completed ? `; this completes an activation that was begun at ${since ?? ''}` : '';
  const pending = folded ? '' : '; no service is running, and the next one will read it';
  return `${ruleset} is in force for what is appended from now on${begun}${pending}`;
}

interface IssuedOptions {
  readonly on: string;
  readonly by: string;
  readonly why: string;
}

async function issued(context: Context, regime: string, { on, by, why }: IssuedOptions): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const at = clock();
  const day = on === 'none' ? null : on;
  if (day !== null && !isDay(day)) throw new UsageError(`--on ${on} is no day, such as 2026-09-30, and not none`);
  if (day !== null && Date.parse(day) > at) throw new UsageError(`--on ${on} lies in the future`);
  if (by.trim() === '' || why.trim() === '') throw new UsageError('--by and --why are texts');
  const engine = await openEngine(loaded.config, logger);
  try {
    const written = await declareIssuedRules(engine, { regime, issued: day, by, why, at });
    const what = day === null ? 'are not issued' : `were issued on ${day}`;
    const text = `the final rules of ${regime} ${what}${written === 0 ? ', as declared before' : '; the next day is judged by it'}`;
    out.result({ regime, issued: day, already: written === 0 }, text);
  } finally {
    await engine.close();
  }
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
