import type { Command } from 'commander';
import { exportLines } from '../../pipeline/registry/export.ts';
import { planWishes } from '../../pipeline/registry/wishes/plan-wishes.ts';
import type { StatedDifference } from '../../pipeline/registry/wishes/declare-wishes.ts';
import { formatOf, type WishFormat, wishFormats } from '../../pipeline/registry/wishes/read-wishes.ts';
import { UsageError } from '../../infra/errors.ts';
import type { ImportFile } from '../../pipeline/registry/import/issue.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { decodeText, readStandardInput, readTextFiles, refuse } from '../program/input/input-files.ts';
import { pastTimeOption } from '../program/input/parse-options.ts';
import { appendImport, checkImport, issuesOf, showNotes } from '../registry/import-files.ts';
import { statedByChains } from '../chains/read-token.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { countedProofs, storedProofs } from '../registry/stored-proofs.ts';
import { chainOption, formatOption } from '../registry/token-options.ts';
import { registryReadCommands } from './registry-read.ts';
import { registryLogoCommand } from './registry-logo.ts';
import { visibleOutput, visibleText } from '../program/output/visible-text.ts';
import { counted } from '../program/output/counted.ts';

export const registryCommand = (): Command => {
  const group = command('registry')
    .addCommand(
      command('import', 'appends declarations, or the tokens of a list; one bad line and nothing is appended')
        .argument(
          '<file...>',
          'NDJSON of parties, assets and proofs; a token list, a CSV or a token a line; - reads standard input',
        )
        .option('--as-of <iso>', 'record time of all imported records; by default now')
        .option('--format <format>', `${wishFormats.join(', ')}; by default recognised by the content`)
        .option('--chain <chain>', 'chain of tokens that state none')
        .option('--issuer <party>', 'issuer of tokens that name none: LEI, id or exact name')
        .option('--update', 'changes registered tokens to what is stated')
        .option('--read', 'asks the chain for names, symbols and decimals that a file does not state')
        .option('--strict', 'refuses tokens of chains that are not supported')
        .option('--dry-run', 'checks and prints what would be appended')
        .option('--no-wait', 'returns before the imported records are served')
        .action(runs(importRegistry)),
    )
    .addCommand(command('export', 'the same NDJSON back').action(runs(exportRegistry)))
    .addCommand(registryLogoCommand());
  for (const one of registryReadCommands()) group.addCommand(one);
  return group;
};

interface ImportOptions {
  readonly asOf?: string;
  readonly format?: string;
  readonly chain?: string;
  readonly issuer?: string;
  readonly update?: true;
  readonly read?: true;
  readonly strict?: true;
  readonly dryRun?: true;
  readonly wait: boolean;
}

async function importRegistry(context: Context, paths: readonly string[], options: ImportOptions): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const asOf = pastTimeOption('--as-of', options.asOf, clock());
  const [format, chain] = [formatOption(options.format), chainOption(options.chain)];
  const given = paths.flatMap((path) => (path === '-' ? [standardInput()] : readTextFiles([path])));
  checkSizes(given, format);
  const engine = await openEngine(loaded.config, logger);
  try {
    const registry = await registrySnapshot(engine);
    const wishOptions = {
      format,
      chain,
      issuer: options.issuer ?? null,
      update: options.update === true,
      strict: options.strict === true,
    };
    const first = planWishes(given, registry, wishOptions);
    const stated = options.read === true ? await statedByChains(context, first.nameless) : new Map<string, never>();
    const wishes = stated.size === 0 ? first : planWishes(given, registry, { ...wishOptions, stated });
    const checked = await checkImport(context, engine, { files: wishes.files, asOf, registry });
    const { plan, notes } = checked;
    const issues = [...wishes.issues, ...issuesOf(plan).map(wishes.placed)];
    if (!plan.ok || issues.length > 0) refuse(out, issues);
    for (const difference of wishes.differs)
      out.note(visibleText(describeDifference(difference, options.update === true)));
    const skipped = [...wishes.skipped].map(([name, count]) => `${name} (${count})`);
    if (skipped.length > 0) {
      const count = [...wishes.skipped.values()].reduce((sum, one) => sum + one, 0);
      out.note(visibleText(`skipped ${count} of ${wishes.tokens + count}: ${skipped.join(', ')} not supported`));
    }
    showNotes(context, notes);
    const { parties, assets, proofs } = plan.counts;
    const dryRun = options.dryRun === true;
    const counts = [counted(parties, 'party', 'parties'), counted(assets, 'asset'), counted(proofs, 'proof')].join(
      ', ',
    );
    const time = new Date(asOf).toISOString();
    const unchanged = wishes.unchanged.length === 0 ? '' : `; ${wishes.unchanged.length} unchanged`;
    if (!dryRun) await appendImport(context, engine, checked, options);
    out.result(
      {
        ...plan.counts,
        asOf: time,
        ...(dryRun ? { dryRun } : {}),
        ...(wishes.tokens + wishes.skipped.size === 0
          ? {}
          : {
              unchanged: wishes.unchanged.length,
              differs: wishes.differs,
              skipped: Object.fromEntries(wishes.skipped),
            }),
        notes,
      },
      dryRun
        ? `would append ${counts}${unchanged}; nothing was appended`
        : `appended ${counts} as of ${time}${unchanged}`,
    );
  } finally {
    await engine.close();
  }
}

/** Throws UsageError for a file of tokens that no list has: it is held in memory as a whole, several times. */
function checkSizes(files: readonly ImportFile[], format: WishFormat | null): void {
  for (const { name, text } of files) {
    const isLarge = text.length > largestTokenFile / 3 && Buffer.byteLength(text) > largestTokenFile;
    if (isLarge && (format ?? formatOf(text)) !== 'ndjson') {
      throw new UsageError(`${name} has more than ${largestTokenFile / 1024 ** 2} MiB: split the list`);
    }
  }
}

const largestTokenFile = 16 * 1024 ** 2;

const standardInput = (): { readonly name: string; readonly text: string } => ({
  name: 'standard input',
  text: decodeText('standard input', readStandardInput()),
});

const describeDifference = ({ place, member, registered, stated }: StatedDifference, isUpdated: boolean): string =>
  `${place}: ${member} ${isUpdated ? 'was' : 'is'} registered as ${JSON.stringify(registered)}, stated as ${JSON.stringify(stated)}${isUpdated ? '' : '; --update changes it'}`;

async function exportRegistry({ loaded, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const { parties, assets } = await registrySnapshot(engine);
    const content = {
      parties: [...parties.values()].map(({ value }) => value),
      assets: [...assets.values()].map(({ value }) => value),
      proofs: countedProofs(await storedProofs(engine)),
    };
    for (const line of exportLines(content)) process.stdout.write(`${visibleOutput(line)}\n`);
  } finally {
    await engine.close();
  }
}
