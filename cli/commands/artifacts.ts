import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openArtifacts } from '../../infra/artifacts/open-artifacts.ts';
import type { ArtifactStore } from '../../infra/artifacts/store.ts';
import { UsageError } from '../../infra/errors.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { durationOption } from '../program/input/parse-options.ts';
import { pruneArtifacts } from '../log/prune-artifacts.ts';
import { dayMs } from '../../schemas/values/durations.ts';
import { counted } from '../program/output/counted.ts';

export const artifactsCommand = (): Command =>
  command('artifacts')
    .addCommand(
      command('prune', 'deletes files that nothing rests on')
        .option('--older-than <duration>', 'age, such as 90d; by default ATTESTRY_ARTIFACTS_KEEP_DAYS')
        .option('--dry-run', 'only list them')
        .action(runs(prune)),
    )
    .addCommand(
      command(
        'copy',
        'copies all files of a directory to the store at ATTESTRY_ARTIFACTS_URL and verifies the hash of each',
      )
        .requiredOption('--from <directory>', 'directory of artifacts, as artifacts in the data directory')
        .action(runs(copy)),
    );

interface PruneArguments {
  readonly olderThan?: string;
  readonly dryRun?: boolean;
}

async function prune({ loaded, out, logger, clock }: Context, options: PruneArguments): Promise<void> {
  const { config } = loaded;
  const { olderThan, dryRun = false } = options;
  const ageMs = olderThan === undefined ? config.artifactsKeepDays * dayMs : durationOption('--older-than', olderThan);
  if (ageMs < dayMs) throw new UsageError('--older-than is at least 1d: what is being read now must not go');
  const now = clock();
  const engine = await openEngine(config, logger);
  try {
    const summary = await pruneArtifacts(engine, {
      before: now - ageMs,
      dryRun,
      pruned: ({ sha256, reason, feed, storedBytes }) =>
        out.note(`${sha256} ${storedBytes} bytes, ${feed === null ? reason : `${reason} run of ${feed}`}`),
    });
    const leftovers = dryRun ? 0 : await engine.artifacts.removeLeftovers(now - dayMs);
    const verb = dryRun ? 'would be deleted' : 'deleted';
    out.result(
      { ...summary, leftovers, dryRun },
      `${counted(summary.pruned, 'file')} ${verb}, ${summary.bytes} bytes; ${summary.kept} kept`,
    );
  } finally {
    await engine.close();
  }
}

/** Needs no log, so that a bucket can be filled before a cluster exists that reads it. */
async function copy({ loaded, out }: Context, { from }: { readonly from: string }): Promise<void> {
  const { config } = loaded;
  if (config.artifactsUrl === null) {
    throw new UsageError('set ATTESTRY_ARTIFACTS_URL to the target: file:///… or s3://bucket/prefix');
  }
  const source = await openArtifacts({ ...config, artifactsUrl: `file://${encodeURI(resolve(from))}` });
  const target = await openArtifacts(config);
  const counts = { copied: 0, present: 0 };
  for await (const { sha256 } of source.list()) {
    const outcome = (await target.has(sha256)) ? 'present' : 'copied';
    if (outcome === 'copied') await copyOne(source, target, sha256);
    counts[outcome] += 1;
  }
  out.result(
    { to: config.artifactsUrl, ...counts },
    `${counted(counts.copied, 'file')} copied, ${counts.present} were there`,
  );
}

/** Reads the file to its end before it writes anything, so a damaged file is not copied. */
const copyOne = async (source: ArtifactStore, target: ArtifactStore, sha256: string): Promise<void> => {
  await source.read(sha256, (open) => target.putPieces(open()));
};
