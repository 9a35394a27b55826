import type { AssetToRead, ChainBlock, ProofsAsked } from '../cassette-header.ts';
import { type ChainAnswer, type Plan, together } from '../exchange.ts';
import type { ProvingResult } from '../proven-facts.ts';
import type { AssetState, PlanResult } from '../statement.ts';
import type { ControllerGraph } from '../walk.ts';
import { type Account, answeredAddress, type NamedAs, type ReadAccount, recognise, unreadOf } from './account.ts';
import { authoritiesOf } from './authorities.ts';
import { stateRootOf } from './block-header.ts';
import { type CodeState, codeState } from './code.ts';
import { factsOf } from './facts.ts';
import { type Controllers, type ReadContext, readControllers } from './graph.ts';
import { type Holders, type Power, probe } from './probes.ts';
import { proveStates } from './prove-states.ts';
import { blockRequest, takesOverrides } from './read-many.ts';
import { slotAddress } from './survey.ts';

/** Version of the plan: another one may ask and decode otherwise. */
export const evmPlanVersion = 'evm-1';

/** Reads assets with their controllers at one block. */
export function* evmPlan(chain: string, block: ChainBlock, assets: readonly AssetToRead[]): Plan<PlanResult> {
  const reading = yield* readAssets(chain, block, assets, 'whole');
  return 'refused' in reading ? reading : reading.states;
}

/**
 * Reads what one call answers for many contracts. Holders that only logs or probes show are missing, and authorities may
 * look as if no one had them: the states show a difference, and no more.
 */
export function* evmSweepPlan(chain: string, block: ChainBlock, assets: readonly AssetToRead[]): Plan<PlanResult> {
  const reading = yield* readAssets(chain, block, assets, 'survey');
  return 'refused' in reading ? reading : reading.states;
}

/** The same, and then which facts the state root of the block proves, of all assets or of some ids. */
export function* evmProvingPlan(
  chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  proofs: ProofsAsked,
): Plan<ProvingResult> {
  const reading = yield* readAssets(chain, block, assets, 'whole');
  if ('refused' in reading) return reading;
  const { context, header, states, controllers } = reading;
  const asked = proofs === true ? states : states.filter(({ assetId }) => proofs.includes(assetId));
  return { states, proofs: yield* proveStates(context, stateRootOf(header, block.hash), asked, controllers) };
}

interface ReadAssets {
  readonly context: ReadContext;
  /** The block's JSON. */
  readonly header: unknown;
  readonly states: readonly AssetState[];
  readonly controllers: Controllers;
}

function* readAssets(
  chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  depth: ReadContext['depth'],
): Plan<ReadAssets | { readonly refused: 'block_unknown' }> {
  const [header] = yield [blockRequest(block.hash)];
  if (header?.kind !== 'result' || !isBlock(header, block)) return { refused: 'block_unknown' };
  const overrides = yield* takesOverrides(block.hash);
  const context: ReadContext = { at: { blockHash: block.hash, overrides }, chain, block, depth };
  const roots = [...new Set(assets.map(({ address }) => address))];
  const controllers = yield* readControllers(context, roots);
  const graphs = new Map(controllers.graphs.map((graph) => [graph.root, graph]));
  const states = yield* together(
    assets.map((asset) => stateOf(context, asset, graphs.get(asset.address), controllers)),
  );
  return { context, header: header.result, states, controllers };
}

/** Whether the node has the block under the number and time that the reading is stated at. */
function isBlock(answer: ChainAnswer | undefined, { number, hash, timestamp }: ChainBlock): boolean {
  if (answer?.kind !== 'result' || typeof answer.result !== 'object' || answer.result === null) return false;
  const header = answer.result as Readonly<Record<string, unknown>>;
  return header['hash'] === hash && Number(header['number']) === number && Number(header['timestamp']) === timestamp;
}

function* stateOf(
  { at, chain, depth }: ReadContext,
  { assetId, address, standard }: AssetToRead,
  graph: ControllerGraph | undefined,
  { read }: Controllers,
): Plan<AssetState> {
  const asset = read.get(address);
  if (asset === undefined || graph === undefined) throw new Error(`${address} was not read`);
  const bare = { assetId, address, unread: [], facts: [] };
  if (asset.reading.code?.size === 0) return { ...bare, reading: 'no_contract' };
  const members = [...new Set([address, ...graph.accounts])].flatMap((one) => read.get(one) ?? []);
  const code = codeState(asset, read);
  const unread = unreadAmong(members, code, read, chain);
  if (unread.length > 0) return { ...bare, unread, reading: 'unreadable' };
  const upgradable = code.proxy === 'uups' || code.proxy === 'eip1967' ? code.implementation : null;
  const powers = depth === 'survey' ? {} : yield* probe(at, address, graph.accounts, upgradable);
  const unknown = unknownPowers(powers).map((power) => `${address} ${power}`);
  if (unknown.length > 0) return { ...bare, unread: unknown, reading: 'unreadable' };
  const named = namesIn(members);
  const recognised = new Map(
    graph.accounts.flatMap((one) => {
      const account = read.get(one);
      return account === undefined ? [] : [[one, recognise(account, named(one), chain)] as const];
    }),
  );
  const accountOf = (one: string): Account | undefined => recognised.get(one);
  const accounts = [...recognised.values()];
  const authorities = authoritiesOf({ asset, code, powers, accountOf });
  const withRoles = members.filter(({ roles }) => roles !== null);
  const knowledge = { asset, standard, code, authorities, accounts, cuts: graph.cuts, withRoles };
  return { ...bare, reading: 'stated', facts: factsOf(knowledge) };
}

function unreadAmong(
  members: readonly ReadAccount[],
  { implementation }: CodeState,
  read: ReadonlyMap<string, ReadAccount>,
  chain: string,
): readonly string[] {
  const target = read.get(implementation ?? '')?.reading;
  const missing = members.flatMap((account) =>
    unreadOf(account, chain).map((name) => `${account.reading.address} ${name}`),
  );
  const code =
    target !== undefined && (target.code === null || target.slots === null) ? [`${target.address} code`] : [];
  return [...missing, ...code].sort();
}

const unknownPowers = (powers: Readonly<Partial<Record<Power, Holders>>>): readonly string[] =>
  Object.entries(powers)
    .filter(([, holders]) => holders.kind === 'unknown')
    .map(([power]) => power);

/** How the accounts of a graph name one another: an admin and a beacon are recognised by the slot that names them. */
function namesIn(members: readonly ReadAccount[]): (address: string) => NamedAs {
  const readings = members.map(({ reading }) => reading);
  const admins = new Set(readings.map((reading) => slotAddress(reading, 'admin')));
  const beacons = new Set(readings.map((reading) => slotAddress(reading, 'beacon')));
  const authorities = new Set(readings.map((reading) => answeredAddress(reading, 'authority')));
  return (address) => ({
    admin: admins.has(address),
    beacon: beacons.has(address),
    authority: authorities.has(address),
  });
}
