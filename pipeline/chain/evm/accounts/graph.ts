import type { ChainBlock } from '../../cassette-header.ts';
import type { Plan } from '../../exchange.ts';
import { advance, type ControllerGraph, graphOf, openBranch } from '../../walk.ts';
import {
  answeredAddress,
  beaconOf,
  codeTargets,
  controllersOf,
  hasAccessControl,
  isRoleTimelock,
  type ReadAccount,
  standardSlot,
  unburnt,
} from './account.ts';
import { callRequest, type ReadAt, singleOutcome } from '../calls/read-many.ts';
import { roleCheck } from '../calls/known-functions.ts';
import { readKnownCode } from '../code/read-code.ts';
import { readMemberSets } from '../roles/member-sets.ts';
import { type FoundRoles, readRoles } from '../roles/roles.ts';
import { hasSafeCode } from './safe.ts';
import { type AccountReading, answersUnknown, survey, withViewsIn } from './survey.ts';
import { type SlotName, viewCalls, type ViewName, viewNames } from '../calls/views.ts';

export interface ReadContext {
  readonly at: ReadAt;
  /** CAIP-2 id. */
  readonly chain: string;
  readonly block: ChainBlock;
  /** `survey`: neither logs nor probes, which are requests for each contract alone. */
  readonly depth: 'whole' | 'survey';
}

export interface Controllers {
  /** Every account of the reading, read once, however many refer to it. */
  readonly read: Map<string, ReadAccount>;
  readonly graphs: readonly ControllerGraph[];
}

/** Reads assets and the accounts that control them, level by level; one request serves the levels of all assets. */
export function* readControllers(context: ReadContext, roots: readonly string[]): Plan<Controllers> {
  const read = new Map<string, ReadAccount>();
  const rootSet = new Set(roots);
  const branches = roots.map(openBranch);
  const nextOf = nextAmong(context, read);
  for (const account of yield* readAccounts(context, [...rootSet], rootSet)) read.set(account.reading.address, account);
  yield* readCodeOf(context, [...rootSet], read);
  yield* readSetsOf(context, [...rootSet], read);
  for (let depth = 0; branches.some(({ level }) => level.length > 0); depth += 1) {
    const wanted = [...new Set(branches.flatMap(({ level }) => level))];
    const missing = wanted.filter((address) => !read.has(address));
    for (const account of yield* readAccounts(context, missing, rootSet)) read.set(account.reading.address, account);
    for (const branch of branches) advance(branch, depth, (address) => nextOf(address, branch.root));
  }
  return { read, graphs: branches.map((branch) => graphOf(branch, (one) => nextOf(one, branch.root))) };
}

/** Reads accounts; those among the roots, and time locks, with their roles. */
export function* readAccounts(
  context: ReadContext,
  addresses: readonly string[],
  roots: ReadonlySet<string>,
): Plan<readonly ReadAccount[]> {
  const { at, chain, block, depth } = context;
  const readings = yield* readLargeSafes(at, chain, yield* survey(at, addresses));
  const withRoles =
    depth === 'survey'
      ? []
      : readings.filter(
          (reading) => isRoleTimelock(reading) || (roots.has(reading.address) && hasAccessControl(reading)),
        );
  const roles = yield* readRoles(
    at,
    block,
    withRoles.map((reading) => ({ address: reading.address, code: codeTargets({ reading }) })),
  );
  const rolesOf = new Map(withRoles.map((reading, index) => [reading, roles[index] ?? null]));
  return readings.map((reading) => ({
    reading,
    ...withHolders(rolesIn(rolesOf.get(reading)), roots.has(reading.address)),
    rolesAsked: rolesOf.has(reading),
  }));
}

/** Roles as an account has them. */
const rolesIn = (found: FoundRoles | null | undefined): Pick<ReadAccount, 'roles' | 'lacksLogs' | 'lacksRoles'> => ({
  roles: found?.roles ?? null,
  ...(found?.areKnown === false ? { lacksRoles: true } : {}),
  ...(found?.hasLogs === false ? { lacksLogs: true } : {}),
});

/** A token states what it can without its roles; a time lock acts for accounts of roles alone. */
const withHolders = (found: ReturnType<typeof rolesIn>, isRoot: boolean): ReturnType<typeof rolesIn> =>
  isRoot || found.lacksRoles !== true ? found : { roles: null };

/** Owners of a Safe cost some 2,300 gas each, so one with more than about 130 is asked alone, with more gas and bytes. */
function* readLargeSafes(
  at: ReadAt,
  chain: string,
  readings: readonly AccountReading[],
): Plan<readonly AccountReading[]> {
  const large = readings.filter((reading) => hasSafeCode(reading, chain) && reading.views.getOwners.kind !== 'ok');
  if (large.length === 0) return readings;
  const data = viewCalls[viewNames.indexOf('getOwners')] ?? '0x';
  const answers = yield large.map(({ address }) => callRequest(at.blockHash, { to: address, data, gas: '0x4c4b40' }));
  return readings.map((reading) => {
    const index = large.indexOf(reading);
    if (index < 0) return reading;
    return { ...reading, views: { ...reading.views, getOwners: singleOutcome(answers[index], 65_536) } };
  });
}

/** The accounts that control one; an asset names others as the root of its graph than as a member of another's. */
function nextAmong(
  { chain }: ReadContext,
  read: ReadonlyMap<string, ReadAccount>,
): (address: string, root: string) => readonly string[] {
  const [ofRoots, ofOthers] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  return (address, root) => {
    const known = address === root ? ofRoots : ofOthers;
    const found = known.get(address);
    if (found !== undefined) return found;
    const account = read.get(address);
    if (account === undefined) return [];
    const next = address === root ? rootControllers(account) : controllersOf(account, chain);
    known.set(address, next);
    return next;
  };
}

const rootGetters: readonly ViewName[] = [
  ...(['owner', 'admin', 'authority', 'defaultAdmin', 'masterMinter', 'supplyController', 'pauser'] as const),
  ...(['blacklister', 'assetProtectionRole', 'rescuer', 'minter', 'getOwner', 'governance', 'proxyOwner'] as const),
  ...(['controller', 'POOL', 'bridge'] as const),
];
const rootSlots: readonly SlotName[] = ['admin', 'zosAdmin', 'beacon'];

/** Accounts that an asset names as its own controllers: by getters, by slots, by roles. */
function rootControllers(account: ReadAccount): readonly string[] {
  const { reading, roles } = account;
  return unburnt([
    ...rootGetters.map((name) => answeredAddress(reading, name)),
    ...rootSlots.map((name) => standardSlot(account, name)),
    beaconOf(account),
    ...(roles ?? []).flatMap(({ holders }) => holders),
  ]);
}

/** Contracts that hold the code of an asset, also behind its beacon, and those that their code always passes calls on to. */
export function codeOf(root: string, read: ReadonlyMap<string, ReadAccount>): readonly string[] {
  const account = read.get(root);
  if (account === undefined) return [];
  const own = [...codeTargets(account), ...unburnt([beaconImplementation(account, read)])];
  const fixed = own.flatMap((one) =>
    (read.get(one)?.known?.targets ?? []).flatMap(({ target }) => (target.kind === 'fixed' ? [target.address] : [])),
  );
  return [...new Set([...own, ...fixed])];
}

/** The implementation that the beacon of an asset names. */
export function beaconImplementation(account: ReadAccount, read: ReadonlyMap<string, ReadAccount>): string | null {
  const beacon = read.get(beaconOf(account) ?? '');
  return beacon === undefined ? null : answeredAddress(beacon.reading, 'implementation');
}

/** A proxy, its beacon, the implementation, and what that always passes calls on to. */
const mostCodeRounds = 5;

/** Reads contracts that hold code of the roots, and what their code and that of the roots shows. */
function* readCodeOf(context: ReadContext, roots: readonly string[], read: Map<string, ReadAccount>): Plan<void> {
  for (let round = 0; round < mostCodeRounds; round += 1) {
    const held = roots.flatMap((root) => codeOf(root, read));
    const beacons = unburnt(roots.map((root) => beaconOf(read.get(root) ?? noAccount(root))));
    const missing = [...new Set([...held, ...beacons])].filter((address) => !read.has(address));
    for (const account of yield* readAccounts(context, missing, new Set())) read.set(account.reading.address, account);
    const open = [...new Set([...roots, ...held])].flatMap((address) => {
      const account = read.get(address);
      return account === undefined || account.known !== undefined || account.reading.code === null ? [] : [account];
    });
    if (missing.length === 0 && open.length === 0) break;
    const contracts = open.flatMap(({ reading: { code, ...one } }) => (code === null ? [] : [{ ...one, code }]));
    const known = yield* readKnownCode(context.at, contracts, context.depth === 'survey');
    for (const account of open) {
      const { address } = account.reading;
      read.set(address, { ...account, known: known.get(address) ?? null });
    }
  }
  for (const root of roots) {
    const account = read.get(root);
    const functions = account !== undefined && answersUnknown(account.reading) ? functionsOf(root, read) : null;
    if (account !== undefined && functions !== null) {
      read.set(root, { ...account, reading: withViewsIn(account.reading, functions) });
    }
  }
}

function noAccount(root: string): never {
  throw new Error(`${root} was not read`);
}

/** Adds the accounts that a root lists, or names in its logs, as those that have a power. */
function* readSetsOf(context: ReadContext, roots: readonly string[], read: Map<string, ReadAccount>): Plan<void> {
  if (context.depth === 'survey') return;
  const contracts = roots.flatMap((root) => {
    const account = read.get(root);
    if (account === undefined || (account.reading.code?.size ?? 0) === 0) return [];
    const functions = functionsOf(root, read);
    return functions === null ? [] : [{ account, address: root, functions }];
  });
  const unstated = contracts.filter(({ account, functions }) => !account.rolesAsked && functions.has(roleCheck));
  const roles = yield* readRoles(
    context.at,
    context.block,
    unstated.map(({ account, address }) => ({ address, code: codeTargets(account) })),
  );
  for (const [index, one] of unstated.entries()) {
    one.account = { ...one.account, ...rolesIn(roles[index]), rolesAsked: true };
    read.set(one.address, one.account);
  }
  const sets = yield* readMemberSets(context.at, context.block, contracts);
  for (const [index, { account, address }] of contracts.entries()) {
    const { roles: found, unread, lacksLogs } = sets[index] ?? { roles: [], unread: [], lacksLogs: false };
    if (found.length === 0 && unread.length === 0 && !lacksLogs) continue;
    const isUnread = account.rolesAsked && account.roles === null;
    const roles = isUnread ? null : [...(account.roles ?? []), ...found];
    const logs = lacksLogs ? { lacksLogs } : {};
    read.set(address, { ...account, roles, rolesAsked: true, unreadTypes: unread, ...logs });
  }
}

/** Selectors of known functions of an asset, in its code or that which it runs; null: some of its code does not show them. */
export function functionsOf(root: string, read: ReadonlyMap<string, ReadAccount>): ReadonlySet<string> | null {
  let functions: ReadonlySet<string> = new Set();
  for (const address of [root, ...codeOf(root, read)]) {
    const known = read.get(address)?.known;
    if (known === undefined || known === null) continue;
    // Code that is run for another contract, and passes calls on to an address in a slot, reads the slot of that contract.
    const isNested = address !== root && known.targets.some(({ target }) => target.kind !== 'fixed');
    if (known.functions === null || isNested) return null;
    functions = allOf(functions, known.functions);
  }
  const account = read.get(root);
  return account !== undefined && runsUnknown(account, read) ? null : functions;
}

/** A proxy has the functions of its implementation: the same set, so that what follows from it is known by its identity. */
const allOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  a.size === 0 || a === b ? b : b.size === 0 ? a : new Set([...a, ...b]);

/** Whether an account runs code of which no address is known. */
function runsUnknown(account: ReadAccount, read: ReadonlyMap<string, ReadAccount>): boolean {
  return (account.known?.targets ?? []).some(({ target, address }) => {
    if (target.kind === 'answer') return beaconImplementation(account, read) === null;
    if (target.kind === 'by_function') return codeTargets(account).length === 0;
    return (
      target.kind === 'unknown' || (target.kind === 'slot' && address === null && codeTargets(account).length === 0)
    );
  });
}
