import type { ChainBlock } from '../cassette-header.ts';
import type { Plan } from '../exchange.ts';
import {
  answeredAddress,
  codeTargets,
  controllersOf,
  hasAccessControl,
  isRoleTimelock,
  type ReadAccount,
  unburnt,
} from './account.ts';
import { callRequest, type ReadAt, singleOutcome } from './read-many.ts';
import { readRoles } from './roles.ts';
import { hasSafeCode } from './safe.ts';
import { type AccountReading, slotAddress, survey } from './survey.ts';
import { type SlotName, viewCalls, type ViewName, viewNames } from './views.ts';

/** Where a chain of controllers was not followed further, a fact and not an error. */
export type Cut = 'depth' | 'size' | 'cycle';

export interface ReadContext {
  readonly at: ReadAt;
  /** CAIP-2 id. */
  readonly chain: string;
  readonly block: ChainBlock;
}

/** The controllers of one asset. */
export interface ControllerGraph {
  readonly root: string;
  /** Accounts that were read, in the order they were found; without the asset unless it controls one of them. */
  readonly accounts: readonly string[];
  readonly cuts: ReadonlyMap<string, Cut>;
}

export interface Controllers {
  /** Every account of the reading, read once, however many refer to it. */
  readonly read: ReadonlyMap<string, ReadAccount>;
  readonly graphs: readonly ControllerGraph[];
}

const deepest = 6;
const mostAccounts = 200;

/** The walk from one asset. */
interface Branch {
  readonly root: string;
  readonly depths: Map<string, number>;
  readonly cuts: Map<string, Cut>;
  level: readonly string[];
}

/** Reads assets and the accounts that control them, level by level; one request serves the levels of all assets. */
export function* readControllers(context: ReadContext, roots: readonly string[]): Plan<Controllers> {
  const read = new Map<string, ReadAccount>();
  const branches = roots.map(
    (root): Branch => ({ root, depths: new Map([[root, 0]]), cuts: new Map(), level: [root] }),
  );
  let code: readonly string[] = [];
  for (let depth = 0; code.length > 0 || branches.some(({ level }) => level.length > 0); depth += 1) {
    const wanted = [...new Set([...branches.flatMap(({ level }) => level), ...code])];
    const missing = wanted.filter((address) => !read.has(address));
    for (const account of yield* readAccounts(context, missing, roots)) read.set(account.reading.address, account);
    code = branches.flatMap((branch) => codeOf(branch.root, read)).filter((address) => !read.has(address));
    for (const branch of branches) advance(branch, depth, (address) => nextOf(address, branch.root, context, read));
  }
  return { read, graphs: branches.map((branch) => graphOf(branch, (one) => nextOf(one, branch.root, context, read))) };
}

function advance(branch: Branch, depth: number, next: (address: string) => readonly string[]): void {
  const level: string[] = [];
  for (const address of branch.level) {
    for (const one of next(address).filter((found) => !branch.depths.has(found))) {
      if (depth === deepest) branch.cuts.set(address, 'depth');
      // The asset itself is not counted.
      else if (branch.depths.size > mostAccounts) branch.cuts.set(address, 'size');
      else {
        branch.depths.set(one, depth + 1);
        level.push(one);
      }
    }
  }
  branch.level = level;
}

function graphOf(branch: Branch, next: (address: string) => readonly string[]): ControllerGraph {
  const { root, depths } = branch;
  const cuts = new Map(branch.cuts);
  const isBack = (from: string, to: string): boolean =>
    (depths.get(to) ?? Number.POSITIVE_INFINITY) <= (depths.get(from) ?? 0) && reaches(to, from, next);
  for (const address of depths.keys()) {
    if (!cuts.has(address) && next(address).some((to) => isBack(address, to))) cuts.set(address, 'cycle');
  }
  const controlsItself = [...depths.keys()].some((address) => next(address).includes(root));
  return { root, accounts: [...depths.keys()].filter((address) => address !== root || controlsItself), cuts };
}

function reaches(from: string, to: string, next: (address: string) => readonly string[]): boolean {
  const seen = new Set([from]);
  for (const address of seen) {
    if (address === to) return true;
    for (const one of next(address)) seen.add(one);
  }
  return false;
}

function* readAccounts(
  context: ReadContext,
  addresses: readonly string[],
  roots: readonly string[],
): Plan<readonly ReadAccount[]> {
  const { at, chain, block } = context;
  const readings = yield* readLargeSafes(at, chain, yield* survey(at, addresses));
  const withRoles = readings.filter(
    (reading) => isRoleTimelock(reading) || (roots.includes(reading.address) && hasAccessControl(reading)),
  );
  const roles = yield* readRoles(
    at,
    block,
    withRoles.map(({ address }) => address),
  );
  return readings.map((reading) => {
    const index = withRoles.indexOf(reading);
    return { reading, roles: roles[index] ?? null, rolesAsked: index >= 0 };
  });
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

function nextOf(
  address: string,
  root: string,
  { chain }: ReadContext,
  read: ReadonlyMap<string, ReadAccount>,
): readonly string[] {
  const account = read.get(address);
  if (account === undefined) return [];
  return address === root ? rootControllers(account) : controllersOf(account, chain);
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
