import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { type DecidedLine, decideKyi } from '../../pipeline/registry/wishes/decide.ts';
import { findParties } from '../../pipeline/registry/find-registered.ts';
import { declareParty } from '../../pipeline/registry/wishes/declare-party.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { isLei } from '../../schemas/values/lei.ts';
import { isTerm, termsOf } from '../../schemas/vocabulary.ts';
import { openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { pastTimeOption } from '../program/input/parse-options.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { type DecisionOptions, vouchingOf } from '../registry/decision-options.ts';
import { importLines } from '../registry/import-lines.ts';
import { partyNamed } from '../registry/registered.ts';
import { statedParty } from '../registry/stated-party.ts';
import { registrySnapshot } from '../registry/registry-view.ts';

export const partyCommand = (): Command =>
  command('party')
    .addCommand(
      command('add', 'declares a party by its LEI or name, or states more of a registered one')
        .argument('<lei-or-name>', 'LEI, or the name of a party without one')
        .option('--name <name>', 'name that it is known by')
        .option('--legal-name <name>', 'registered legal name')
        .option('--country <cc>', 'country of registration, ISO 3166-1')
        .option('--registration-number <number>', 'number in the register of that country')
        .option('--alias <name...>', 'other names in use')
        .option('--description <text>', 'what the business does')
        .option('--party <id>', 'the registered party that is meant')
        .option('--gleif <file>', "GLEIF's file of LEI records, for name and country where no register row states them")
        .option('--no-wait', 'returns before it is served')
        .action(runs(addParty)),
    )
    .addCommand(
      command('kyi', 'records the outcome of the check of an issuer')
        .argument('<party>', 'LEI, id, DID or exact name')
        .argument('<status>', termsOf('kyiStatus').join(', '))
        .requiredOption('--by <name>', 'who decides: a name or a role, which is public')
        .requiredOption('--why <text>', 'the reason')
        .option('--evidence <ref...>', 'file:sha256:<hex>:<name>, https URL, register:<feed>:<row id> or proof:<id>')
        .option('--kyb', 'the check of the business has the same outcome')
        .option('--at <iso>', 'when the outcome was reached; by default now')
        .option('--no-wait', 'returns before it is served')
        .action(runs(recordKyi)),
    );

interface PartyOptions {
  readonly name?: string;
  readonly legalName?: string;
  readonly country?: string;
  readonly registrationNumber?: string;
  readonly alias?: readonly string[];
  readonly description?: string;
  readonly party?: string;
  readonly gleif?: string;
  readonly wait: boolean;
}

const addParty = (context: Context, text: string, options: PartyOptions): Promise<void> =>
  declare(context, options, async (registry, engine) => {
    const lei = isLei(text.toUpperCase()) ? text.toUpperCase() : null;
    const isNew = options.party === undefined && lei !== null && findParties(lei, registry).length === 0;
    const gleifFile = options.gleif ?? null;
    const stated = isNew && options.name === undefined ? await statedParty(engine, lei, { gleifFile }) : null;
    if (stated !== null) context.out.note(visibleText(`as stated by ${stated.origin}`));
    return declareParty(
      {
        lei,
        name: options.name ?? (lei === null ? text : (stated?.name ?? null)),
        legalName: options.legalName ?? stated?.legalName ?? null,
        country: options.country?.toUpperCase() ?? stated?.country ?? null,
        registrationNumber: options.registrationNumber ?? null,
        description: options.description ?? null,
        aliases: options.alias ?? stated?.aliases ?? [],
        partyId: options.party ?? null,
      },
      registry,
    );
  });

interface KyiOptions extends DecisionOptions {
  readonly kyb?: true;
  readonly at?: string;
  readonly wait: boolean;
}

function recordKyi(context: Context, ref: string, status: string, options: KyiOptions): Promise<void> {
  if (!isTerm('kyiStatus', status)) {
    throw new UsageError(`"${status}" is not one of ${termsOf('kyiStatus').join(', ')}`);
  }
  const at = pastTimeOption('--at', options.at, context.clock());
  return declare(context, options, async (registry, engine) => {
    const party = partyNamed(ref, registry);
    const vouched = await vouchingOf(engine, options);
    return decideKyi(party, { status, kyb: options.kyb === undefined ? null : status === 'verified', vouched, at });
  });
}

/** Makes a line of the registry as it is, and appends it. */
async function declare(
  context: Context,
  { wait }: { readonly wait: boolean },
  lineOf: (registry: RegistrySnapshot, engine: Awaited<ReturnType<typeof openEngine>>) => Promise<DecidedLine>,
): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const engine = await openEngine(loaded.config, logger);
  try {
    const registry = await registrySnapshot(engine);
    const decided = await lineOf(registry, engine);
    if ('refused' in decided) throw new UsageError(decided.refused);
    if ('unchanged' in decided) {
      out.result({ appended: 0, reason: decided.unchanged }, `unchanged: ${decided.unchanged}`);
      return;
    }
    const { line } = decided;
    const notes = await importLines(context, engine, { lines: [line], registry, asOf: clock() }, { wait });
    out.result(
      { appended: 1, partyId: line['partyId'], notes },
      `declared ${String(line['name'])}, ${String(line['partyId'])}`,
    );
  } finally {
    await engine.close();
  }
}
