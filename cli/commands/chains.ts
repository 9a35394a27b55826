import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { partitionOf } from '../../infra/log/murmur2.ts';
import type { Cassette } from '../../pipeline/chain/cassette.ts';
import { chainFeedId } from '../../pipeline/publishers/chain/chain-feeds.ts';
import { observedChains } from '../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import { resumeRounds, roundStateName } from '../../pipeline/publishers/chain/rounds/assets/round-state.ts';
import { noteRefusals } from '../chains/node-refusals.ts';
import { readCassetteFile, writeCassetteFile } from '../chains/cassette-file.ts';
import { describeReading } from '../chains/describe-reading.ts';
import { recordReading } from '../chains/record-reading.ts';
import { showProviders } from '../chains/show-providers.ts';
import { shownReading } from '../chains/shown-reading.ts';
import { assetToRead, blockOption, providerOf } from '../chains/what-to-read.ts';
import { openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { userAgent } from '../program/version.ts';
import { visibleText } from '../program/output/visible-text.ts';

export const chainsCommand = (): Command =>
  command('chains')
    .action(runs(showProviders))
    .addCommand(
      command('read', 'reads one asset with the accounts that control it, from a node or from a recorded reading')
        .argument('[asset]', 'CAIP-19 id, as eip155:1/erc20:0x… or solana:…/token:…')
        .option('--at <block>', 'number or hash of a finalized block; by default the newest one')
        .option(
          '--out <file>',
          'records the exchanges with the node in this file, to decode them again; gzipped if the name ends with .gz',
        )
        .option('--file <cassette>', 'decodes a recorded file instead of querying a node')
        .action(runs(read)),
    )
    .addCommand(
      command('resume', 'lets the rounds of a chain go on that stopped because a finalized block changed')
        .argument('<chain>', `one of ${[...observedChains.keys()].join(', ')}`)
        .action(runs(resume)),
    );

async function resume({ loaded, out, logger }: Context, slug: string): Promise<void> {
  if (!observedChains.has(slug)) {
    throw new UsageError(`no chain "${slug}" is read in rounds; there are ${[...observedChains.keys()].join(', ')}`);
  }
  const engine = await openEngine(loaded.config, logger);
  try {
    const partition = partitionOf(Buffer.from(chainFeedId(slug)), engine.log.partitionsOf('feed.captures'));
    const stopped = await resumeRounds(engine.openStore(roundStateName(slug), 'data'), partition);
    const message = stopped?.message ?? null;
    const text =
      message === null ? `the rounds of ${slug} had not stopped` : `resumed ${slug}: ${visibleText(message)}`;
    out.result({ chain: slug, resumed: stopped !== null, message }, text);
  } finally {
    await engine.close();
  }
}

interface ReadOptions {
  readonly at?: string;
  readonly out?: string;
  readonly file?: string;
}

async function read(context: Context, asset: string | undefined, options: ReadOptions): Promise<void> {
  const cassette = options.file === undefined ? await readNode(context, asset, options) : recorded(asset, options);
  if (options.out !== undefined) writeCassetteFile(options.out, cassette);
  const reading = shownReading(cassette);
  context.out.result(reading, describeReading(reading));
  if (reading.assets.some((state) => state.reading === 'unreadable')) throw new CommandFailed('not read in full');
}

function recorded(asset: string | undefined, { file = '', at, out }: ReadOptions): Cassette {
  if (asset !== undefined || at !== undefined || out !== undefined) {
    throw new UsageError('--file names a recorded reading with its asset and block; give it alone');
  }
  return readCassetteFile(file);
}

/** Records the exchanges; they are decoded like those of a file, so that both give the same. */
async function readNode(
  { loaded, clock, out }: Context,
  asset: string | undefined,
  { at }: ReadOptions,
): Promise<Cassette> {
  if (asset === undefined) throw new UsageError('name an asset as eip155:1/erc20:0x…, or a recorded reading by --file');
  const { chain, target } = assetToRead(asset);
  const wanted = blockOption(at);
  // Loaded here and not above: a recorded reading needs no network.
  const { createProvider } = await import('../../infra/rpc/provider.ts');
  const provider = createProvider({
    ...providerOf(loaded.config, chain),
    rate: loaded.config.rpcRate,
    clock,
    userAgent: userAgent(),
    onRefusal: noteRefusals(out),
  });
  return recordReading(provider, chain, target, wanted);
}
