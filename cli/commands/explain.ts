import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { command, type Context, runs } from '../command.ts';
import { openEngine } from '../engine.ts';
import { CommandFailed } from '../exit.ts';
import { type ExplainedChange, explainChange } from '../verify/explain-change.ts';

export const explainCommand = (): Command =>
  command('explain', 'the evidence of a change: bytes, observations, rules, assessment; every hash recomputed')
    .argument('<changeId>')
    .action(runs(explain));

async function explain({ loaded, out, logger }: Context, id: string): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const explained = await explainChange(engine, id);
    if (explained === null) throw new UsageError(`no change "${id}"; its id is the feed item's id`);
    out.result(explained, describe(explained));
    if (!explained.ok) throw new CommandFailed('the chain of evidence is broken; --json shows where');
  } finally {
    await engine.close();
  }
}

function describe({ change, idOk, refoldOk, observations, rules, assessment }: ExplainedChange): string {
  const check = (ok: boolean): string => (ok ? 'ok' : 'BROKEN');
  const evidence = observations.flatMap(({ role, id, sha256, artifact, observation, ok }) => [
    `  ${role}  ${observation.field} at ${new Date(observation.observedAt).toISOString()}  [${check(ok)}]`,
    `    observation ${id}`,
    `    evidence    ${sha256}`,
    ...(artifact === null ? [] : [`    bytes       ${artifact.sha256}  [${check(artifact.ok)}]`]),
    ...(observation.sourceUrl === null ? [] : [`    published   ${observation.sourceUrl}`]),
    ...(observation.quote === null ? [] : [`    quote       ${observation.quote}`]),
  ]);
  return [
    change.explanation.headline,
    `  ${change.explanation.whatDetail}`,
    `  id ${change.id}  [${check(idOk)}]  refolded  [${check(refoldOk)}]`,
    'Evidence',
    ...evidence,
    'Rules',
    ...rules.map(({ rule, claim, direction }) => `  ${rule}: ${claim} (${direction})`),
    'Assessment',
    `  ${assessment.direction}: ${assessment.whatThisMeansForHolders}`,
    `  ${assessment.rulesVersion}, ${assessment.method}, confidence ${assessment.confidence}, ${assessment.inputFingerprint}`,
  ].join('\n');
}
