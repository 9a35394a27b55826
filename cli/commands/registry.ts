import type { Command } from 'commander';
import { type ExportContent, exportLines } from '../../pipeline/registry/export.ts';
import { chainProofsOf, namesProofs, planImport } from '../../pipeline/registry/import/plan-import.ts';
import { challengeKeyOf } from '../../schemas/values/challenge-key.ts';
import { usedChallengesOf } from '../../pipeline/registry/import/used-challenges.ts';
import { formatTimestamp } from '../../schemas/values/timestamp.ts';
import { appendOutputs } from '../log/append-outputs.ts';
import { noteRefusals } from '../chains/node-refusals.ts';
import { readProofs } from '../chains/read-proofs.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { readTextFiles, refuse } from '../program/input/input-files.ts';
import { pastTimeOption } from '../program/input/parse-options.ts';
import { readTopic } from '../log/read-topic.ts';
import { observedSigners, registrySnapshot } from '../registry/registry-view.ts';
import { observationEnds, type TakenChallenge, takenChallenges } from '../registry/taken-challenges.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { registryLogoCommand } from './registry-logo.ts';
import type { ProofValue } from '../../schemas/facts.ts';
import { visibleOutput } from '../program/output/visible-text.ts';

export const registryCommand = (): Command =>
  command('registry')
    .addCommand(
      command('import', 'appends NDJSON of parties, assets and proofs; one bad line and nothing is appended')
        .argument('<file...>', 'NDJSON, a party, asset or proof a line')
        .option('--as-of <iso>', 'record time of all imported records; by default now')
        .action(runs(importRegistry)),
    )
    .addCommand(command('export', 'the same NDJSON back').action(runs(exportRegistry)))
    .addCommand(registryLogoCommand());

async function importRegistry(
  { loaded, out, logger, clock }: Context,
  paths: readonly string[],
  options: { readonly asOf?: string },
): Promise<void> {
  const asOf = pastTimeOption('--as-of', options.asOf, clock());
  const files = readTextFiles(paths);
  const engine = await openEngine(loaded.config, logger);
  try {
    const since = await observationEnds(engine);
    const usedChallenges = usedChallengesOf(
      namesProofs(files) ? (await storedProofs(engine)).map(({ proof }) => proof) : [],
    );
    const request = {
      files,
      asOf,
      now: clock(),
      registry: await registrySnapshot(engine),
      signersOf: await observedSigners(engine),
      usedChallenges,
      collectors: loaded.config.proofCollectors,
    };
    const readings = await readProofs(chainProofsOf(request), loaded.config, clock, noteRefusals(out));
    const plan = planImport({ ...request, readingOf: ({ proofId }) => readings.get(proofId) });
    if (!plan.ok) refuse(out, plan.issues);
    await appendOutputs(engine, plan.records);
    const taken = await takenChallenges(engine, plan.records, usedChallenges, since);
    const { parties, assets, proofs } = plan.counts;
    out.result(
      { ...plan.counts, asOf: new Date(asOf).toISOString() },
      `appended ${parties} parties, ${assets} assets, ${proofs} proofs as of ${new Date(asOf).toISOString()}`,
    );
    if (taken.length > 0) throw new CommandFailed(whyIgnored(taken));
  } finally {
    await engine.close();
  }
}

const whyIgnored = (taken: readonly TakenChallenge[]): string =>
  taken
    .map(
      ({ proofId, owner, ownerProvedAt }) =>
        `proof ${proofId} is ignored: its challenge belongs to proof ${owner} of ${formatTimestamp(ownerProvedAt)}`,
    )
    .join('; ')
    .concat('. Another import appended it at the same time; everything else was imported');

async function exportRegistry({ loaded, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const { parties, assets } = await registrySnapshot(engine);
    const content = {
      parties: [...parties.values()].map(({ value }) => value),
      assets: [...assets.values()].map(({ value }) => value),
      proofs: newestOf(counted(await storedProofs(engine))),
    };
    for (const line of exportLines(content)) process.stdout.write(`${visibleOutput(line)}\n`);
  } finally {
    await engine.close();
  }
}

interface StoredProof {
  readonly assetId: string;
  readonly proof: ProofValue;
}

/** Every record of a proof, in log order. */
async function storedProofs(engine: Engine): Promise<readonly StoredProof[]> {
  const proofs: StoredProof[] = [];
  for await (const { value } of readTopic(engine, 'observations')) {
    if (value?.subjectKind !== 'proof' || value.value === null) continue;
    proofs.push({ assetId: value.assetId, proof: JSON.parse(value.value) as ProofValue });
  }
  return proofs;
}

/** The first record of each challenge, and every one without a challenge: no fold counts the others. */
function counted(proofs: readonly StoredProof[]): readonly StoredProof[] {
  const known = new Set<string>();
  return proofs.filter(({ assetId, proof }) => {
    const key = challengeKeyOf(proof);
    if (key === null) return true;
    const place = `${assetId} ${key}`;
    if (known.has(place)) return false;
    known.add(place);
    return true;
  });
}

/** The newest record of each. */
const newestOf = (proofs: readonly StoredProof[]): ExportContent['proofs'] =>
  new Map(proofs.map((stored) => [stored.proof.proofId, stored])).values();
