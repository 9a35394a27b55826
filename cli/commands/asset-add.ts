import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { partyLine } from '../../pipeline/registry/export.ts';
import { assetsByPlace } from '../../pipeline/registry/find-registered.ts';
import { declareWishes, type DeclaredWishes } from '../../pipeline/registry/wishes/declare-wishes.ts';
import { caip19OfWish, type WishedMember } from '../../pipeline/registry/wishes/wish.ts';
import { decideAsset, decideKyi, issuerOfLine, linkedLine } from '../../pipeline/registry/wishes/decide.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { unsettable } from '../../pipeline/registry/wishes/amend-line.ts';
import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { createTokenReader } from '../chains/read-token.ts';
import { shownToken, tokenText } from '../coverage/describe-coverage.ts';
import { type AmendmentOptions, amendmentsOf } from '../registry/amendment-options.ts';
import { coverageOfAdded } from '../registry/coverage-of-added.ts';
import { type DecisionOptions, vouchingOf } from '../registry/decision-options.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { confirmed } from '../program/input/confirmed.ts';
import { countOption } from '../program/input/parse-options.ts';
import { visibleOutput, visibleText } from '../program/output/visible-text.ts';
import { importLines, ndjsonOf } from '../registry/import-lines.ts';
import { newIssuer, withParty } from '../registry/new-issuer.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { chainOption } from '../registry/token-options.ts';
import { paperNumber, withRegisterRows } from '../registry/register-papers.ts';
import { shownTokens } from '../registry/shown-tokens.ts';
import { type WishedToken, wishedToken } from '../registry/wished-tokens.ts';
import { counted } from '../program/output/counted.ts';

export const assetAddCommand = (): Command =>
  command('add', 'declares a token by its address, as its chain states it, or changes what options name')
    .argument('<token...>', 'CAIP-19, address, or URL of an explorer; several are deployments of one token')
    .option('--chain <chain>', 'chain of an address that states none')
    .option('--issuer <party>', 'issuer, which is named and not vouched for: LEI, id or exact name')
    .option('--name <name>', 'name; by default as the chain states it')
    .option('--symbol <symbol>', 'ticker; by default as the chain states it')
    .option('--decimals <count>', 'decimal places; those of the chain, where it answers')
    .option('--website <url>', 'official website')
    .option('--whitepaper <n-or-url>', "official white paper, or its number among those of the issuer's register rows")
    .option('--document <kind=url...>', `source to watch: ${termsOf('sourceKind').join(', ')}`)
    .option('--role <role=party...>', 'other party with a role')
    .option('--regime <regime...>', 'legal regimes')
    .option('--unset <member...>', `takes away what is declared: ${unsettable.join(', ')}`)
    .option('--token <name>', 'name that all deployments of the token share')
    .option('--link', 'vouches for the issuer: the token is public once its KYI is verified')
    .option('--kyi', "records that the issuer's KYI is verified")
    .option('--by <name>', 'who decides --link and --kyi: a name or a role, which is public')
    .option('--why <text>', 'the reason')
    .option('--evidence <ref...>', 'file:sha256:<hex>:<name>, https URL, register:<feed>:<row id> or proof:<id>')
    .option('--dry-run', 'prints what would be appended')
    .option('--print', 'prints the lines of the import alone')
    .option('--yes', 'appends without a question')
    .option('--no-wait', 'returns before it is served')
    .action(runs(addAssets));

interface AddOptions extends DecisionOptions, AmendmentOptions {
  readonly link?: true;
  readonly kyi?: true;
  readonly chain?: string;
  readonly issuer?: string;
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: string;
  readonly website?: string;
  readonly whitepaper?: string;
  readonly regime?: readonly string[];
  readonly token?: string;
  readonly dryRun?: true;
  readonly print?: true;
  readonly yes?: true;
  readonly wait: boolean;
}

const mostDecimals = 255;

async function addAssets(context: Context, texts: readonly string[], options: AddOptions): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const isAsked = process.stdin.isTTY && !out.json;
  if (options.dryRun !== true && options.print !== true && options.yes !== true && !isAsked) {
    throw new UsageError('give --yes to append, --dry-run to see what would be appended, or --print for the lines');
  }
  const chain = chainOption(options.chain);
  const members = membersOf(options);
  const engine = await openEngine(loaded.config, logger);
  try {
    const before = await registrySnapshot(engine);
    const added = await newIssuer(engine, options.issuer ?? null, before);
    if (added !== null) out.note(visibleText(`issuer ${added.party.name}: as stated by ${added.origin}`));
    const registry = added === null ? before : withParty(before, added.party, clock());
    const places = assetsByPlace(registry);
    const amendments = amendmentsOf({ ...options }, registry);
    const reader = createTokenReader(context);
    const named: WishedToken[] = [];
    for (const text of texts) {
      const issuer = options.issuer ?? null;
      const stated = { chain, members, issuer, isRegistered: (id: string) => places.has(id) };
      const token = await wishedToken(reader, text, stated);
      named.push({ ...token, wish: { ...token.wish, amendments } });
    }
    checkOneToken(named);
    const tokens = await withRegisterRows(context, engine, named, { options, registry, places });
    for (const { wish, reading } of tokens) {
      if ('silent' in reading)
        out.note(visibleText(`not compared with its chain: ${caip19OfWish(wish)}: ${reading.silent}`));
    }
    const made = declareWishes({ wishes: tokens.map(({ wish }) => wish), registry, issuer: null, update: true });
    const [issue] = made.issues;
    if (issue !== undefined) throw new UsageError(`${issue.place}: ${issue.reason}`);
    const asOf = clock();
    const decided = await decidedLines(engine, made, registry, { options, at: asOf });
    const isDecided = decided.some(({ type }) => type === 'party');
    const lines = added === null || isDecided ? decided : [partyLine(added.party), ...decided];
    if (options.print === true) {
      if (lines.length > 0) process.stdout.write(`${visibleOutput(ndjsonOf(lines))}\n`);
      return;
    }
    const isQuestion = options.dryRun !== true && options.yes !== true && lines.length > 0;
    if (isQuestion) out.note(shownTokens(tokens, out.width));
    const dryRun = options.dryRun === true || (isQuestion && !(await confirmed('Import?')));
    const notes =
      lines.length === 0
        ? []
        : await importLines(context, engine, { lines, registry: before, asOf }, { wait: options.wait, dryRun });
    const coverage =
      dryRun || !options.wait
        ? null
        : await coverageOfAdded(
            context,
            tokens.map(({ wish }) => caip19OfWish(wish)),
          );
    const result = {
      appended: dryRun ? 0 : lines.length,
      ...(dryRun ? { dryRun } : {}),
      assets: made.lines.map(({ assetId, isNew }) => ({ assetId, isNew })),
      unchanged: made.unchanged,
      tokens: tokens.map(({ wish, origins }) => ({ caip19: caip19OfWish(wish), members: wish.members, origins })),
      notes,
      coverage: coverage?.map(shownToken) ?? null,
    };
    const read = (coverage ?? []).map((token) => tokenText(token, out.width));
    const counts = counted(lines.length, 'declaration');
    const rest = made.unchanged.length === 0 ? '' : `; ${made.unchanged.length} unchanged`;
    const done = dryRun ? `would append ${counts}${rest}; nothing was appended` : `appended ${counts}${rest}`;
    out.result(
      result,
      options.dryRun === true ? `${shownTokens(tokens, out.width)}\n${done}` : [done, ...read].join('\n\n'),
    );
  } finally {
    await engine.close();
  }
}

/** The lines with what `--link` and `--kyi` decide, the issuer first. Tokens that are registered as stated are linked, too. */
async function decidedLines(
  engine: Engine,
  made: DeclaredWishes,
  registry: RegistrySnapshot,
  { options, at }: { readonly options: AddOptions; readonly at: number },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines = made.lines.map(({ line }) => line);
  if (options.link !== true && options.kyi !== true) return lines;
  const vouched = await vouchingOf(engine, options);
  const registered = made.unchanged.flatMap((id) => registry.assets.get(id)?.value ?? []);
  const issuers = new Set([...lines.map(issuerOfLine), ...registered.map(issuerOf)]);
  const verified = [...issuers].flatMap((id) => {
    const party = registry.parties.get(id ?? '')?.value;
    if (party === undefined) throw new UsageError('--link and --kyi need an issuer: give --issuer');
    if (options.kyi !== true) return [];
    const decided = decideKyi(party, { status: 'verified', kyb: null, vouched, at });
    return 'line' in decided ? [decided.line] : [];
  });
  if (options.link !== true) return [...verified, ...lines];
  const linked = registered.flatMap((asset) => {
    const decided = decideAsset(asset, { decision: 'link', vouched, at });
    return 'line' in decided ? [decided.line] : [];
  });
  const added = lines.map((line) => (line['issuerId'] === null ? linkedLine(line, { vouched, at }) : line));
  return [...verified, ...added, ...linked];
}

function membersOf(options: AddOptions): Readonly<Partial<Record<WishedMember, unknown>>> {
  const { name, symbol, decimals, website, whitepaper, regime, token } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(decimals === undefined ? {} : { decimals: countOption('--decimals', decimals, 0, mostDecimals) }),
    ...(website === undefined ? {} : { websiteUrl: website }),
    ...(whitepaper === undefined || paperNumber(options) !== null ? {} : { whitepaperUrl: whitepaper }),
    ...(regime === undefined ? {} : { regimes: regime }),
    ...(token === undefined ? {} : { token }),
  };
}

/** Several addresses are deployments of one token: another symbol is the address of another one. */
function checkOneToken(tokens: readonly WishedToken[]): void {
  const symbols = new Set(
    tokens.flatMap(({ wish }) => (wish.members.symbol === undefined ? [] : [JSON.stringify(wish.members.symbol)])),
  );
  if (symbols.size > 1) {
    throw new UsageError(`these are not deployments of one token: ${[...symbols].join(', ')}; add them one by one`);
  }
}
