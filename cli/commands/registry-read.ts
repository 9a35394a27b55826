import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import { longestSearch } from '../../api/readmodel/resources/search/read.ts';
import { type DeclaredChange, declaredHistory } from '../../pipeline/registry/declared-history.ts';
import { assetLine, exportLines, partyLine } from '../../pipeline/registry/export.ts';
import { caip19Of } from '../../pipeline/registry/caip19.ts';
import { findAssets, findParties } from '../../pipeline/registry/find-registered.ts';
import { isPublic } from '../../pipeline/registry/import/decisions/notes.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { formatTimestamp } from '../../schemas/values/timestamp.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { table } from '../program/output/table.ts';
import { visibleOutput, visibleText } from '../program/output/visible-text.ts';
import { type RegistryEntry, declarationsOf, declaredContent } from '../registry/declared-records.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { partyNamed } from '../registry/registered.ts';
import { searchRegistered } from '../registry/search-registered.ts';
import { chainOption } from '../registry/token-options.ts';

export const registryReadCommands = (): readonly Command[] => [
  command('list', 'assets or parties as they are declared')
    .argument('[kind]', 'assets, by default, or parties')
    .option('--chain <chain>', 'assets of one chain')
    .option('--issuer <party>', 'assets of one issuer, linked or named')
    .option('--public', 'assets of the public registry')
    .option('--not-public', 'the other assets')
    .action(runs(list)),
  command('show', 'the declaration of an asset or party')
    .argument('<ref>', 'id, DID, slug, CAIP-19, address, LEI or exact name')
    .option('--history', 'every declaration of it, the newest first: what it changed, who decided and why')
    .option('--lines', 'lines of the import, of an asset with those of its parties and proofs')
    .action(runs(show)),
  command('find', 'assets by what a person writes of them, public or not')
    .argument('<text...>', 'ticker, name, issuer or chain; CAIP-19, address, URL of an explorer, LEI, DTI, ISIN, DID')
    .action(runs(find)),
];

interface ListOptions {
  readonly chain?: string;
  readonly issuer?: string;
  readonly public?: true;
  readonly notPublic?: true;
}

const reading = async <T>(
  { loaded, logger }: Context,
  use: (registry: RegistrySnapshot, engine: Engine) => T | Promise<T>,
): Promise<T> => {
  const engine = await openEngine(loaded.config, logger);
  try {
    return await use(await registrySnapshot(engine), engine);
  } finally {
    await engine.close();
  }
};

async function list(context: Context, kind: string | undefined, options: ListOptions): Promise<void> {
  const { out } = context;
  if (kind !== undefined && kind !== 'assets' && kind !== 'parties') {
    throw new UsageError(`"${kind}" is neither assets nor parties`);
  }
  const chain = chainOption(options.chain);
  await reading(context, (registry) => {
    const parties = new Map([...registry.parties].map(([id, { value }]) => [id, value]));
    if (kind === 'parties') {
      const rows = [...parties.values()].map(shownParty);
      const cells = rows.map(({ partyId, name, lei, country, kyi }) => [name, lei ?? '', country ?? '', kyi, partyId]);
      out.result(rows, table(['name', 'LEI', 'country', 'KYI', 'id'], cells, out.width));
      return;
    }
    const issuer = options.issuer === undefined ? null : partyNamed(options.issuer, registry).partyId;
    const rows = [...registry.assets.values()]
      .map(({ value }) => value)
      .filter((asset) => chain === null || asset.chain === chain.slug)
      .filter((asset) => issuer === null || issuerOf(asset) === issuer)
      .map((asset) => shownAsset(asset, parties))
      .filter((row) => (options.public !== true || row.public) && (options.notPublic !== true || !row.public));
    const cells = rows.map((row) => [row.symbol, row.chain, row.address, row.issuer ?? '', row.state, row.slug]);
    out.result(rows, table(['symbol', 'chain', 'address', 'issuer', 'state', 'slug'], cells, out.width));
  });
}

interface ShowOptions {
  readonly history?: true;
  readonly lines?: true;
}

async function show(context: Context, ref: string, { history, lines }: ShowOptions): Promise<void> {
  const { out } = context;
  if (history === true && lines === true) throw new UsageError('--history and --lines are two outputs: give one');
  await reading(context, async (registry, engine) => {
    const declared = declaredAs(ref, registry);
    if (lines === true) {
      for (const line of exportLines(await declaredContent(engine, declared, registry))) {
        process.stdout.write(`${visibleOutput(line)}\n`);
      }
      return;
    }
    if (history === true) {
      for (const { declaredAt, ...change } of declaredHistory(await declarationsOf(engine, declared))) {
        const at = formatTimestamp(declaredAt);
        out.row({ declaredAt: at, ...change }, changeText(at, change).split('\n').map(visibleText).join('\n'));
      }
      return;
    }
    const line = declared.asset === null ? partyLine(declared.party) : assetLine(declared.asset);
    out.result(line, JSON.stringify(line, null, 2));
  });
}

/** The one asset or party that a reference names. Throws UsageError that lists the candidates, or states that there is none. */
function declaredAs(ref: string, registry: RegistrySnapshot): RegistryEntry {
  const found: readonly RegistryEntry[] = [
    ...findAssets(ref, registry).map((asset) => ({ asset, party: null })),
    ...findParties(ref, registry).map((party) => ({ asset: null, party })),
  ];
  const [only, ...others] = found;
  if (only === undefined)
    throw new UsageError(`nothing is registered as "${ref}": attestry registry find searches names and tickers`);
  if (others.length > 0) {
    const names = found.map(({ asset, party }) => (asset === null ? party.partyId : caip19Of(asset)));
    throw new UsageError(`"${ref}" names ${found.length}: ${names.join(', ')}`);
  }
  return only;
}

function changeText(at: string, { first, changes, vouched }: Omit<DeclaredChange, 'declaredAt'>): string {
  const what = first ? ['declared'] : changes.length === 0 ? ['declared as before'] : [];
  const changed = changes.map(({ member, before, after }) => `${member}: ${valueText(before)} → ${valueText(after)}`);
  const who = vouched === null ? [] : [`by ${vouched.by}: ${vouched.why}`, ...vouched.evidence];
  return [`${at}  ${[...what, ...changed].join('; ')}`, ...who.map((line) => `  ${line}`)].join('\n');
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

async function find(context: Context, words: readonly string[]): Promise<void> {
  const { out } = context;
  const text = words.join(' ').trim();
  if (text === '' || text.length > longestSearch) {
    throw new UsageError(`a text of 1 to ${longestSearch} characters is searched for`);
  }
  await reading(context, async (registry) => {
    const { found, readAs, truncated, didYouMean } = await searchRegistered(text, registry);
    const parties = new Map([...registry.parties].map(([id, { value }]) => [id, value]));
    const rows = found.map(({ asset, match, warnings }) => ({ ...shownAsset(asset, parties), match, warnings }));
    const cells = rows.map((row) => [
      row.symbol,
      row.name,
      row.chain,
      row.address,
      row.issuer ?? '',
      row.state,
      row.slug,
    ]);
    const none = readAs === 'words' ? `No token found for “${text}”. Try its address.` : 'Not in this registry.';
    const meant = didYouMean.length === 0 ? '' : ` Did you mean ${didYouMean.join(', ')}?`;
    const head = ['symbol', 'name', 'chain', 'address', 'issuer', 'state', 'slug'];
    out.result(
      { readAs, truncated, didYouMean, assets: rows },
      rows.length === 0 ? visibleText(`${none}${meant}`) : table(head, cells, out.width),
    );
  });
}

const shownParty = ({ partyId, name, lei, country, kyi }: RegistryParty) => ({
  partyId,
  name,
  lei,
  country,
  kyi: kyi.status,
});

function shownAsset(asset: RegistryAsset, parties: ReadonlyMap<string, RegistryParty>) {
  const issuer = parties.get(issuerOf(asset) ?? '');
  const isShown = isPublic(asset, { parties });
  const link = asset.issuerId === null ? 'named' : `linked, KYI ${issuer?.kyi.status ?? 'none'}`;
  return {
    assetId: asset.assetId,
    caip19: caip19Of(asset),
    symbol: asset.symbol,
    name: asset.name,
    chain: asset.chain,
    address: asset.address,
    slug: asset.slug,
    issuer: issuer?.name ?? null,
    public: isShown,
    state: isShown ? 'public' : asset.status === 'withdrawn' ? 'withdrawn' : issuer === undefined ? 'no issuer' : link,
  };
}
