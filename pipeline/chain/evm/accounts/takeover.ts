/** Whether a token without an owner can be taken: by a function that makes it ready, or by one that names an owner. */
import { both, type Plan, together } from '../../exchange.ts';
import { authorityOfRole } from '../../../../schemas/terms/authorities.ts';
import { hexOf } from '../calls/abi.ts';
import { askSingly, askTogether, type MayLend } from '../calls/ask-together.ts';
import { stranger } from '../calls/probes.ts';
import { type ReadAt, readSlots } from '../calls/read-many.ts';
import { anyArguments, ownerSelectors } from '../calls/taking-functions.ts';
import type { Initializer } from '../code/initializers.ts';
import { roleName } from '../roles/role-names.ts';
import { answeredAddress, type ReadAccount } from './account.ts';
import { codeOf, functionsOf } from './graph.ts';
import { viewAddress } from './survey.ts';

/** Who can make an account the owner of a token. */
export interface Takeover {
  /**
   * `open`: any account can become the owner. `unclear`: a function that makes the token ready may not have been called, or can
   * be called again, or some of the code is not known. `closed`: there is no such function, or it refuses.
   */
  readonly state: 'open' | 'unclear' | 'closed';
  /** Accounts that can name an owner, where the token names none. */
  readonly namers: readonly string[];
}

const unclear: Takeover = { state: 'unclear', namers: [] };
const closed: Takeover = { state: 'closed', namers: [] };

/** What is stated of a token whose functions were not called. */
export const notTried = (asset: ReadAccount): Takeover => (hasOwner(asset) ? closed : unclear);

export interface TakenAsset {
  readonly asset: ReadAccount;
  readonly candidates: readonly string[];
}

/** By address; null: a call was not answered. */
export function* readTakeovers(
  at: ReadAt,
  assets: readonly TakenAsset[],
  read: ReadonlyMap<string, ReadAccount>,
  mayLend: MayLend,
): Plan<ReadonlyMap<string, Takeover | null>> {
  const distinct = [...new Map(assets.map((one) => [one.asset.reading.address, one])).values()];
  const found = yield* together(distinct.map((one) => takeoverOf(at, one, read, mayLend)));
  return new Map(distinct.map(({ asset }, index) => [asset.reading.address, found[index] ?? null]));
}

function* takeoverOf(
  at: ReadAt,
  { asset, candidates }: TakenAsset,
  read: ReadonlyMap<string, ReadAccount>,
  mayLend: MayLend,
): Plan<Takeover | null> {
  const { address } = asset.reading;
  const known = [address, ...codeOf(address, read)].map((one) => read.get(one)?.known);
  const isOwned = hasOwner(asset);
  const initializers = known.flatMap((one) => one?.initializers ?? []);
  const naming = isOwned ? [] : known.flatMap((one) => one?.naming ?? []);
  const hasAll = isOwned || functionsOf(address, read) !== null;
  if (initializers.length + naming.length === 0) return hasAll ? closed : unclear;
  const guards = isOwned ? [] : [...new Set(initializers.flatMap(({ guard }) => guard ?? []))];
  // A contract that accepts calls of functions that it does not have shows nothing by accepting one.
  const accepts = asset.reading.views.unknownFunction.kind === 'ok';
  const mayOpen = !isOwned && isOwnable(asset, known) && !isHeldElsewhere(asset);
  const callOf = (from: string, selector: string) => ({ from, to: address, data: `${selector}${anyArguments}` });
  const ready = initializers.map(({ selector }) => callOf(stranger, selector));
  const named = naming.map(({ selector, isForAll }) => ({
    control: null,
    probes: [stranger, ...candidates].map((from) => callOf(from, selector)),
    isForAll,
  }));
  const [[calls, answers], [words = null]] = yield* both(
    // Making a contract ready may take more gas than a lent account has.
    both(askSingly(at, ready), askTogether(at, named, mayLend)),
    guards.length === 0 ? nothing() : readSlots(at, [address], guards),
  );
  const succeeded = calls.map(([, answer]) => answer);
  if ([...succeeded, ...answers.values()].includes(null) || (guards.length > 0 && words === null)) return null;
  const callers = named.flatMap(({ probes, isForAll }) =>
    probes.filter((one) => answers.get(one) === true).map(({ from }) => ({ from, isForAll })),
  );
  const namers = accepts ? [] : [...new Set(callers.filter(({ isForAll }) => isForAll).map(({ from }) => from))];
  const states = initializers.map((one, index) =>
    stateOf(one, succeeded[index] === true, isOwned || isSet(words, guards, one)),
  );
  const isOpen = namers.includes(stranger) || (mayOpen && !accepts && states.includes('open'));
  const isPerhapsNamed = callers.length > 0 && namers.length === 0;
  const isUnclear = !hasAll || isPerhapsNamed || states.some((state) => state !== 'closed');
  return { state: isOpen ? 'open' : isUnclear ? 'unclear' : 'closed', namers };
}

function* nothing(): Plan<readonly null[]> {
  return yield* together<null>([]);
}

/** A call that stores nothing may succeed at any time, so that only an empty guard shows that the first call is still to come. */
function stateOf({ isSilent }: Initializer, succeeds: boolean, isReady: boolean): Takeover['state'] {
  if (succeeds && !isSilent) return 'open';
  return isReady ? 'closed' : 'unclear';
}

/** Whether the slot of a guard is set, as far as it is known. */
function isSet(words: readonly Buffer[] | null, guards: readonly string[], { guard, guardBits }: Initializer): boolean {
  const word = guard === null ? undefined : words?.[guards.indexOf(guard)];
  return word !== undefined && (BigInt(hexOf(word)) & guardBits) !== 0n;
}

const hasOwner = ({ reading, roles }: ReadAccount): boolean =>
  answeredAddress(reading, 'owner') !== null ||
  answeredAddress(reading, 'defaultAdmin') !== null ||
  (roles ?? []).some(({ role, holders }) => holders.length > 0 && authorityOfRole(roleName(role)) === 'owner');

/** Whether code can have an owner at all: else what it makes ready is something else. */
const isOwnable = (asset: ReadAccount, known: readonly (ReadAccount['known'] | undefined)[]): boolean =>
  viewAddress(asset.reading, 'owner').kind === 'value' ||
  known.some((one) => [...(one?.functions ?? [])].some((selector) => ownerSelectors.has(selector)));

const otherOwners = ['admin', 'authority', 'getOwner', 'governance', 'proxyOwner', 'controller'] as const;

/** Whether an account may decide that is no owner by name, or whose role is not known: what is made ready may be something else. */
const isHeldElsewhere = ({ reading, lacksRoles }: ReadAccount): boolean =>
  lacksRoles === true || otherOwners.some((name) => answeredAddress(reading, name) !== null);
