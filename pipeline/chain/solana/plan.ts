import type { AssetToRead, ChainBlock } from '../cassette-header.ts';
import type { Plan } from '../exchange.ts';
import type { GivenBefore } from '../given-before.ts';
import type { AssetState } from '../statement.ts';
import type { ControllerGraph } from '../walk.ts';
import { metadataAccount, readControllers } from './controllers.ts';
import { factsOf } from './facts.ts';
import { mintOf } from './mint.ts';
import { type ReadAccounts, unreadOf } from './recognise.ts';
import type { VaultSearch } from './vault-link.ts';

/** Version of the plan: another one may ask and decode otherwise. */
export const solanaPlanVersion = 'solana-1';

/**
 * Reads mints with their controllers at the slot of a block or after it: a node of Solana answers for its newest
 * finalized slot alone. Nodes at different slots can state different supplies.
 */
export const solanaPlan = (
  _chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  { vaults = [] }: GivenBefore = {},
): Plan<readonly AssetState[]> => readMints(block, assets, { known: new Map(vaults), isSearched: true });

/**
 * The same without a search for multisigs: a vault that none is known of is an address of a program. Accounts that were
 * known before are asked for with the mints, so that controllers that stayed take no request of their own.
 */
export const solanaSweepPlan = (
  _chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  { vaults = [], accounts = [] }: GivenBefore = {},
): Plan<readonly AssetState[]> =>
  readMints(block, assets, { known: new Map(vaults), isSearched: false }, [
    ...accounts,
    ...vaults.map(([, multisig]) => multisig),
  ]);

function* readMints(
  block: ChainBlock,
  assets: readonly AssetToRead[],
  search: VaultSearch,
  accounts: readonly string[] = [],
): Plan<readonly AssetState[]> {
  const mints = [...new Set(assets.map(({ address }) => address))];
  const { read, graphs } = yield* readControllers(block.number, mints, search, accounts);
  const graphOf = new Map(graphs.map((graph) => [graph.root, graph]));
  return assets.map((asset) => stateOf(asset, block, read, graphOf.get(asset.address)));
}

function stateOf(
  { assetId, address, standard }: AssetToRead,
  { timestamp }: ChainBlock,
  read: ReadAccounts,
  graph: ControllerGraph | undefined,
): AssetState {
  if (graph === undefined) throw new Error(`${address} was not read`);
  const bare = { assetId, address, unread: [], facts: [] };
  const outcome = read.accounts.get(address) ?? { kind: 'not_read' };
  if (outcome.kind === 'not_read') return { ...bare, unread: [`${address} account`], reading: 'unreadable' };
  const reading = outcome.kind === 'missing' ? { kind: 'other' as const } : mintOf(outcome.account);
  if (reading.kind === 'other') return { ...bare, reading: 'no_contract' };
  if (reading.kind === 'damaged') return { ...bare, unread: [`${address} mint`], reading: 'unreadable' };
  const unread = unreadAmong(address, graph, read);
  if (unread.length > 0) return { ...bare, unread, reading: 'unreadable' };
  const { mint } = reading;
  return { ...bare, reading: 'stated', facts: factsOf({ address, mint, standard, time: timestamp, read, graph }) };
}

function unreadAmong(address: string, { accounts }: ControllerGraph, read: ReadAccounts): readonly string[] {
  const metadata = metadataAccount(address, read).filter((one) => read.accounts.get(one)?.kind === 'not_read');
  const controllers = accounts.filter((one) => one !== address);
  return [
    ...metadata.map((one) => `${one} metadata`),
    ...controllers.flatMap((one) => unreadOf(one, read).map((what) => `${one} ${what}`)),
  ].sort();
}
