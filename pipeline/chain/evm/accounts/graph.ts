import type { ChainBlock } from '../../cassette-header.ts';
import type { Plan } from '../../exchange.ts';
import { advance, type ControllerGraph, graphOf, openBranch } from '../../walk.ts';
import {
  answeredAddress,
  codeTargets,
  controllersOf,
  hasAccessControl,
  isRoleTimelock,
  type ReadAccount,
  unburnt,
} from './account.ts';
import { callRequest, type ReadAt, singleOutcome } from '../calls/read-many.ts';
import { readRoles } from '../roles/roles.ts';
import { hasSafeCode } from './safe.ts';
import { type AccountReading, slotAddress, survey } from './survey.ts';
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
  let code: readonly string[] = [];
  for (let depth = 0; code.length > 0 || branches.some(({ level }) => level.length > 0); depth += 1) {
    const wanted = [...new Set([...branches.flatMap(({ level }) => level), ...code])];
    const missing = wanted.filter((address) => !read.has(address));
    for (const account of yield* readAccounts(context, missing, rootSet)) read.set(account.reading.address, account);
    code = branches.flatMap((branch) => codeOf(branch.root, read)).filter((address) => !read.has(address));
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
    withRoles.map((reading) => ({ address: reading.address, code: codeTargets(reading) })),
  );
  const rolesOf = new Map(withRoles.map((reading, index) => [reading, roles[index] ?? null]));
  return readings.map((reading) => ({
    reading,
    roles: rolesOf.get(reading) ?? null,
    rolesAsked: rolesOf.has(reading),
  }));
}

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
  ...(['blacklister', 'assetProtectionRole', 'rescuer'] as const),
];
const rootSlots: readonly SlotName[] = ['admin', 'zosAdmin', 'beacon'];

/** Accounts that an asset names as its own controllers: by getters, by slots, by roles. */
function rootControllers({ reading, roles }: ReadAccount): readonly string[] {
  return unburnt([
    ...rootGetters.map((name) => answeredAddress(reading, name)),
    ...rootSlots.map((name) => slotAddress(reading, name)),
    ...(roles ?? []).flatMap(({ holders }) => holders),
  ]);
}

/** Contracts that hold the code of an asset, also behind its beacon, and those that hold theirs. */
function codeOf(root: string, read: ReadonlyMap<string, ReadAccount>): readonly string[] {
  const account = read.get(root);
  if (account === undefined) return [];
  return [...codeTargets(account.reading), ...unburnt([beaconImplementation(account.reading, read)])];
}

/** The implementation that the beacon of an asset names. */
export function beaconImplementation(reading: AccountReading, read: ReadonlyMap<string, ReadAccount>): string | null {
  const beacon = read.get(slotAddress(reading, 'beacon') ?? '');
  return beacon === undefined ? null : answeredAddress(beacon.reading, 'implementation');
}
