import type { AssetToRead, ChainBlock } from '../cassette-header.ts';
import type { ChainAnswer, Plan } from '../exchange.ts';
import type { AssetState } from '../statement.ts';
import type { ControllerGraph } from '../walk.ts';
import { type Account, namedBy, type NamedAs, type ReadAccount, recognise, unreadOf } from './accounts/account.ts';
import {
  authoritiesOf,
  type AuthorityInput,
  powersInCode,
  typesNotKnown,
  typesWithoutLogs,
} from './accounts/authorities.ts';
import { type CodePowers, codePowers, type CodeState, codeState } from './accounts/code.ts';
import { readCreated } from './accounts/creators.ts';
import { notTried, readTakeovers, type Takeover } from './accounts/takeover.ts';
import { factsOf } from './facts.ts';
import { codeOf, type Controllers, type ReadContext, readControllers } from './accounts/graph.ts';
import { type DecodedAnswer, valueOf } from './calls/outcome.ts';
import type { MayLend } from './calls/ask-together.ts';
import { type Powers, type ProbedAsset, probeAll } from './calls/probes.ts';
import { blockRequest } from './calls/block-requests.ts';
import { takesOverrides } from './calls/read-many.ts';

export interface HowToRead extends Pick<ReadContext, 'depth'> {
  /** Ids of the assets whose creator is requested from the provider. */
  readonly creators: readonly string[];
}

/** What the plans of the family make their states of. */
export interface ReadAssets {
  readonly context: ReadContext;
  /** The block's JSON. */
  readonly header: unknown;
  readonly states: readonly AssetState[];
  readonly controllers: Controllers;
}

/** Reads assets with their controllers. `survey` asks no questions for each asset alone. */
export function* readAssets(
  chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  { depth, creators }: HowToRead,
): Plan<ReadAssets | { readonly refused: 'block_unknown' }> {
  const [header] = yield [blockRequest(block.hash)];
  if (header?.kind !== 'result' || !isBlock(header, block)) return { refused: 'block_unknown' };
  const overrides = yield* takesOverrides(block.hash);
  const context: ReadContext = { at: { blockHash: block.hash, overrides }, chain, block, depth };
  const roots = [...new Set(assets.map(({ address }) => address))];
  const controllers = yield* readControllers(context, roots);
  const asked = depth === 'whole' ? assets.filter(({ assetId }) => creators.includes(assetId)) : [];
  const created = yield* readCreated(context, new Set(asked.map(({ address }) => address)), controllers);
  const graphs = new Map(controllers.graphs.map((graph) => [graph.root, graph]));
  const read = assets.map((asset) => readingOf(chain, asset, graphs.get(asset.address), controllers, created));
  const whole = read.filter((one) => 'code' in one);
  const powers = new Map<ReadAsset, Powers>();
  let takeovers: ReadonlyMap<string, Takeover | null> = new Map();
  if (depth !== 'survey') {
    const mayLend = lendableOf(whole);
    const found = yield* probeAll(context.at, whole.map(probedOf), mayLend);
    for (const [index, one] of whole.entries()) powers.set(one, found[index] ?? {});
    const taken = whole.map(({ asset, graph }) => ({ asset, candidates: graph.accounts }));
    takeovers = yield* readTakeovers(context.at, taken, controllers.read, mayLend);
  }
  const takeoverOf = ({ asset }: ReadAsset): Takeover | null => {
    const found = takeovers.get(asset.reading.address);
    return found === undefined ? notTried(asset) : found;
  };
  const states = read.map((one) => ('code' in one ? stateOf(one, powers.get(one) ?? {}, takeoverOf(one)) : one));
  return { context, header: header.result, states, controllers };
}

/** Whether the node has the block under the number and time that the reading is stated at. */
function isBlock(answer: ChainAnswer | undefined, { number, hash, timestamp }: ChainBlock): boolean {
  if (answer?.kind !== 'result' || typeof answer.result !== 'object' || answer.result === null) return false;
  const header = answer.result as Readonly<Record<string, unknown>>;
  return header['hash'] === hash && Number(header['number']) === number && Number(header['timestamp']) === timestamp;
}

/** An asset that was read without a gap, before its powers are asked for. */
interface ReadAsset {
  readonly named: AssetToRead;
  readonly asset: ReadAccount;
  readonly graph: ControllerGraph;
  readonly members: readonly ReadAccount[];
  readonly code: CodeState;
  readonly can: CodePowers;
  readonly accounts: ReadonlyMap<string, Account>;
  /** The account that created it; null: not known. */
  readonly creator: Account | null;
}

function readingOf(
  chain: string,
  named: AssetToRead,
  graph: ControllerGraph | undefined,
  { read }: Controllers,
  created: ReadonlyMap<string, DecodedAnswer<string>>,
): ReadAsset | AssetState {
  const { address } = named;
  const asset = read.get(address);
  if (asset === undefined || graph === undefined) throw new Error(`${address} was not read`);
  if (asset.reading.code?.size === 0) return { ...bareOf(named), reading: 'no_contract' };
  const members = [...new Set([address, ...graph.accounts])].flatMap((one) => read.get(one) ?? []);
  const [code, can] = [codeState(asset, read), codePowers(asset, read)];
  const creator = created.get(address) ?? { kind: 'none' };
  const by = read.get(valueOf(creator) ?? '');
  const unread = [
    ...unreadAmong(
      by === undefined || members.includes(by) ? members : [...members, by],
      codeOf(address, read),
      read,
      chain,
    ),
    ...(creator.kind === 'unknown' ? [`${address} creator`] : []),
  ];
  if (unread.length > 0) return { ...bareOf(named), unread, reading: 'unreadable' };
  const names = namesIn(members);
  const accounts = graph.accounts.flatMap((one) => {
    const account = read.get(one);
    return account === undefined ? [] : [[one, recognisedOnce(account, names(one), chain)] as const];
  });
  return {
    named,
    asset,
    graph,
    members,
    code,
    can,
    accounts: new Map(accounts),
    creator: by === undefined ? null : recognise(by, names(by.reading.address), chain),
  };
}

/** By account and how it is named: hundreds of tokens of a reading share an account. */
const recognised = new WeakMap<ReadAccount, Map<string, Account>>();

function recognisedOnce(account: ReadAccount, named: NamedAs, chain: string): Account {
  const known = recognised.get(account) ?? new Map<string, Account>();
  recognised.set(account, known);
  const key = `${chain} ${named.admin} ${named.beacon} ${named.authority}`;
  const found = known.get(key) ?? recognise(account, named, chain);
  known.set(key, found);
  return found;
}

const bareOf = ({ assetId, address }: AssetToRead) => ({ assetId, address, unread: [], facts: [] });

const probedOf = ({ named: { address }, graph, code: { proxy, implementation }, can }: ReadAsset): ProbedAsset => ({
  address,
  candidates: graph.accounts,
  functions: can.functions,
  implementation: notProbed.has(proxy) ? null : (implementation ?? address),
});

/** Forms whose upgrade authority a slot or a beacon names. */
const notProbed: ReadonlySet<CodeState['proxy']> = new Set(['transparent', 'zeppelinos', 'beacon', 'conflicting']);

/** Kinds of accounts that no token asks anything of, so that other code in their place changes no answer. */
const lendable: ReadonlySet<Account['kind']> = new Set(['key', 'safe', 'timelock', 'proxy_admin']);

function lendableOf(assets: readonly ReadAsset[]): MayLend {
  const kept = new Set<string>();
  for (const { accounts } of assets) {
    for (const [address, { kind }] of accounts) if (!lendable.has(kind)) kept.add(address);
  }
  return (address) => !kept.has(address);
}

function stateOf(
  { named, asset, graph, members, code, can, accounts, creator }: ReadAsset,
  powers: Powers,
  takeover: Takeover | null,
): AssetState {
  const unknown = [...unknownPowers(powers), ...(takeover === null ? ['owner'] : [])];
  if (takeover === null || unknown.length > 0) {
    return { ...bareOf(named), unread: unknown.map((power) => `${named.address} ${power}`), reading: 'unreadable' };
  }
  const input: AuthorityInput = {
    asset,
    code,
    can,
    powers,
    creator: creator?.address ?? null,
    accountOf: (one) => accounts.get(one),
    takeover,
  };
  const authorities = authoritiesOf(input);
  const withRoles = members.filter(({ roles }) => roles !== null);
  const { standard } = named;
  const knowledge = {
    asset,
    standard,
    code,
    authorities,
    inCode: powersInCode(input),
    notKnown: typesNotKnown(input, authorities),
    accounts: [...accounts.values()],
    creator,
    cuts: graph.cuts,
    withRoles,
  };
  const lacksLogs = members.some((one) => one.lacksLogs === true);
  const withoutLogs = lacksLogs ? { withoutLogs: typesWithoutLogs(input) } : {};
  return { ...bareOf(named), reading: 'stated', facts: factsOf(knowledge), ...withoutLogs };
}

function unreadAmong(
  members: readonly ReadAccount[],
  held: readonly string[],
  read: ReadonlyMap<string, ReadAccount>,
  chain: string,
): readonly string[] {
  const missing = members.flatMap((account) =>
    unreadOf(account, chain).map((name) => `${account.reading.address} ${name}`),
  );
  const code = held.flatMap((one) => {
    const target = read.get(one);
    const isRead = target !== undefined && target.reading.code !== null && target.reading.slots !== null;
    return isRead && target.known !== null ? [] : [`${one} code`];
  });
  return [...new Set([...missing, ...code])].sort();
}

const unknownPowers = (powers: Powers): readonly string[] =>
  Object.entries(powers)
    .filter(([, holders]) => holders.kind === 'unknown')
    .map(([power]) => power);

/** How the accounts of a graph name one another: an admin and a beacon are recognised by the slot that names them. */
function namesIn(members: readonly ReadAccount[]): (address: string) => NamedAs {
  const named = members.map(({ reading }) => namedBy(reading));
  const admins = new Set(named.map(({ admin }) => admin));
  const beacons = new Set(named.map(({ beacon }) => beacon));
  const authorities = new Set(named.map(({ authority }) => authority));
  return (address) => ({
    admin: admins.has(address),
    beacon: beacons.has(address),
    authority: authorities.has(address),
  });
}
