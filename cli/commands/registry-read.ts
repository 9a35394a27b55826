import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import { assetLine, partyLine } from '../../pipeline/registry/export.ts';
import { caip19Of } from '../../pipeline/registry/caip19.ts';
import { findAssets, findParties } from '../../pipeline/registry/find-registered.ts';
import { isPublic } from '../../pipeline/registry/import/decisions/notes.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { table } from '../program/output/table.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { partyNamed } from '../registry/registered.ts';
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
    .action(runs(show)),
];

interface ListOptions {
  readonly chain?: string;
  readonly issuer?: string;
  readonly public?: true;
  readonly notPublic?: true;
}

const reading = async <T>({ loaded, logger }: Context, use: (registry: RegistrySnapshot) => T): Promise<T> => {
  const engine = await openEngine(loaded.config, logger);
  try {
    return use(await registrySnapshot(engine));
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

async function show(context: Context, ref: string): Promise<void> {
  await reading(context, (registry) => {
    const found = [
      ...findAssets(ref, registry).map((asset) => ({ name: caip19Of(asset), line: assetLine(asset) })),
      ...findParties(ref, registry).map((party) => ({ name: party.partyId, line: partyLine(party) })),
    ];
    const [only, ...others] = found;
    if (only === undefined) throw new UsageError(`nothing "${ref}" is registered`);
    if (others.length > 0) {
      throw new UsageError(`"${ref}" names ${found.length}: ${found.map(({ name }) => name).join(', ')}`);
    }
    context.out.result(only.line, JSON.stringify(only.line, null, 2));
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
    chain: asset.chain,
    address: asset.address,
    slug: asset.slug,
    issuer: issuer?.name ?? null,
    public: isShown,
    state: isShown ? 'public' : asset.status === 'withdrawn' ? 'withdrawn' : issuer === undefined ? 'no issuer' : link,
  };
}
