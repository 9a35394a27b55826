import {
  authorityOfRole,
  authorityTerms,
  authorityTypes,
  type AuthorityType,
  creatorAuthority,
} from '../../../../schemas/terms/authorities.ts';
import { type Account, answeredAddress, type ReadAccount } from './account.ts';
import type { CodePowers, CodeState } from './code.ts';
import type { Holders, Power } from '../calls/probes.ts';
import { type FunctionPower, functionPowers } from '../calls/known-functions.ts';
import { ownerSelectors } from '../calls/taking-functions.ts';
import { defaultAdminRole, roleName } from '../roles/role-names.ts';
import { delegateOf, isBurnt, slotAddress, viewAddress } from './survey.ts';
import type { Takeover } from './takeover.ts';
import type { ViewName } from '../calls/views.ts';

/** An authority over an asset. */
export interface Authority {
  readonly type: string;
  /** Subject key: the type, with `:` and the holder where several have it. */
  readonly key: string;
  /** Lower-case address, `anyone`, or null when it was positively given up. */
  readonly holder: string | null;
}

/** What authorities are derived from. */
export interface AuthorityInput {
  readonly asset: ReadAccount;
  readonly code: CodeState;
  readonly can: CodePowers;
  readonly powers: Readonly<Partial<Record<Power, Holders>>>;
  /** Null: not known. */
  readonly creator: string | null;
  readonly accountOf: (address: string) => Account | undefined;
  readonly takeover: Takeover;
}

/** Authorities of an asset, sorted by key. One that is merely not shown has no entry: only a positive answer gives one up. */
export function authoritiesOf(input: AuthorityInput): readonly Authority[] {
  const { creator } = input;
  return [
    ...ownersOf(input),
    ...authorityTypes.flatMap((type) => fromNames(input, type)),
    ...upgradersOf(input),
    ...(creator === null ? [] : [alone(creatorAuthority, creator)]),
  ].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function ownersOf({ asset, takeover: { state, namers } }: AuthorityInput): readonly Authority[] {
  const admins = holdersOf(asset, 'owner');
  const admin = answeredAddress(asset.reading, 'defaultAdmin');
  const holders = admin === null || admins.includes(admin) ? admins : [...admins, admin];
  const owner = viewAddress(asset.reading, 'owner');
  const own = owner.kind === 'value' && !isBurnt(owner.value) ? [alone('owner', owner.value)] : [];
  const shared = holders.map((holder) => shareOf('owner', holder));
  const gaveUp =
    (owner.kind === 'value' && isBurnt(owner.value)) || asset.roles?.some(({ role }) => role === defaultAdminRole);
  const anyone = state === 'open' ? [anyoneWith('owner')] : [];
  const stated = [...own, ...shared, ...anyone];
  if (stated.length > 0) return stated;
  const others = [...new Set([...namers, ...administratorsOf(asset)])].sort();
  if (others.length > 0) return others.map((holder) => shareOf('owner', holder));
  // Another contract may decide who acts as the owner, and who was offered the token may still accept it.
  const isElsewhere = (['authority', 'pendingOwner'] as const).some(
    (name) => answeredAddress(asset.reading, name) !== null,
  );
  return gaveUp === true && asset.lacksRoles !== true && !isElsewhere && state === 'closed'
    ? [alone('owner', null)]
    : [];
}

/** Holders of roles that decide who has other roles, where no one has the role that decides about all of them. */
const administratorsOf = ({ roles }: ReadAccount): readonly string[] =>
  (roles ?? [])
    .filter(({ role }) => roles?.some(({ adminRole }) => adminRole === role))
    .flatMap(({ holders }) => holders);

/** Powers whose probe shows who has an authority. */
const probes: Readonly<Partial<Record<AuthorityType, Power>>> = {
  mint_authority: 'mint',
  pause_authority: 'pause',
  freeze_authority: 'freeze',
};

/** Holders by the getters of a type that has some, else by its roles, else those that the probe shows. */
function fromNames(input: AuthorityInput, type: AuthorityType): readonly Authority[] {
  const { asset, powers } = input;
  const getters: readonly ViewName[] = authorityTerms[type].getters;
  if (getters.length === 0) return [];
  const probe = probes[type];
  const shown = probe === undefined ? undefined : powers[probe];
  const answers = getters.map((name) => viewAddress(asset.reading, name));
  const given = answers.flatMap((answer) => (answer.kind === 'value' ? [answer.value] : []));
  const [first, ...others] = [...new Set(given.filter((address) => !isBurnt(address)))];
  const shared = holdersOf(asset, type).map((holder) => shareOf(type, holder));
  const named = [
    ...(first === undefined ? [] : [alone(type, first)]),
    ...others.map((one) => shareOf(type, one)),
    ...shared,
  ];
  if (shown?.kind === 'anyone') return [...named, anyoneWith(type)];
  if (named.length > 0) return named;
  const found = shown?.kind === 'accounts' ? shown.addresses : [];
  if (found.length > 0) return listed(type, found);
  // A getter of zero gives nothing up while the code has a function of the power: others may use it, or be named later.
  const isGivenUp = given.length > 0 && !hasFunction(input, type);
  return isGivenUp ? [alone(type, null)] : [];
}

/** Whether the code has a function of the power that an authority gives, or does not show that it has none. */
function hasFunction({ can: { functions } }: Pick<AuthorityInput, 'can'>, type: string): boolean {
  if (functions === null) return true;
  return [...functionPowers(functions)].some((power) => authorityOfPower[power] === type);
}

const authorityOfPower: Readonly<Partial<Record<FunctionPower, AuthorityType>>> = {
  mint: 'mint_authority',
  pause: 'pause_authority',
  freeze: 'freeze_authority',
};

/**
 * Types of authorities that the code gives to an account which was not found, sorted: it has their functions, or may be
 * replaced, and no authority of the type is stated; or some of the accounts that have it could not be read.
 */
export function typesNotKnown(input: AuthorityInput, found: readonly Authority[]): readonly string[] {
  const isStated = (type: string): boolean => found.some((one) => one.type === type);
  const types = Object.values(authorityOfPower).filter((type) => hasFunction(input, type));
  const others = [...(mayBeReplaced(input) ? [upgrade] : []), ...(mayHaveOwner(input) ? ['owner'] : [])];
  const notFound = [...types, ...others].filter((type) => !isStated(type));
  const isTakenPerhaps = input.takeover.state === 'unclear' && isHeld(found, 'owner');
  return [...new Set([...notFound, ...(isTakenPerhaps ? ['owner'] : []), ...typesWithoutLogs(input)])].sort();
}

const isHeld = (found: readonly Authority[], type: string): boolean =>
  found.some((one) => one.type === type && one.holder !== null);

/** Types of authorities whose holders only logs or answers name that are not there, sorted. */
export function typesWithoutLogs(input: AuthorityInput): readonly string[] {
  const { unreadTypes = [], lacksRoles } = input.asset;
  if (lacksRoles !== true) return unreadTypes;
  const ofPowers = Object.values(authorityOfPower).filter((type) => hasFunction(input, type));
  const ofRoles = ['owner', ...ofPowers, ...(mayBeReplaced(input) ? [upgrade] : [])];
  return [...new Set([...unreadTypes, ...ofRoles])].sort();
}

const mayBeReplaced = ({ code: { proxy }, can }: AuthorityInput): boolean =>
  can.mayChange || (proxy !== 'none' && proxy !== 'clone');

/** Whether the code checks for an owner, or does not show that it has no such check. */
function mayHaveOwner({ asset, can: { functions }, takeover }: AuthorityInput): boolean {
  if (functions === null || takeover.state === 'unclear') return true;
  if (viewAddress(asset.reading, 'owner').kind === 'value') return true;
  return [...ownerSelectors].some((one) => functions.has(one));
}

/** Codes of powers whose functions the code has, beside those that authorities give. */
export function powersInCode({ can: { functions } }: Pick<AuthorityInput, 'can'>): readonly string[] {
  const powers = functionPowers(functions ?? new Set());
  return [
    ...(powers.has('freeze') ? ['freeze_address'] : []),
    ...(powers.has('pause') ? ['pause_all'] : []),
    ...(powers.has('burn') ? ['burn_from'] : []),
    ...(powers.has('transfer') ? ['force_transfer'] : []),
  ];
}

const upgrade = 'upgrade_authority' satisfies AuthorityType;

function upgradersOf({ asset, code, can, powers, accountOf }: AuthorityInput): readonly Authority[] {
  // A key names the code that it runs itself, whatever that code does.
  if (delegateOf(asset.reading) !== null) return [alone(upgrade, asset.reading.address)];
  switch (code.proxy) {
    case 'none':
    case 'clone':
      return can.mayChange || can.functions === null ? shownUpgraders(powers.upgrade, []) : [alone(upgrade, null)];
    case 'transparent':
      return throughPlumbing(slotAddress(asset.reading, 'admin'), accountOf);
    case 'zeppelinos':
      return throughPlumbing(slotAddress(asset.reading, 'zosAdmin'), accountOf);
    case 'beacon':
      return throughPlumbing(code.beacon, accountOf);
    case 'uups':
    case 'eip1967':
    case 'custom_slot':
    case 'diamond':
    case 'delegating':
      return shownUpgraders(powers.upgrade, holdersOf(asset, upgrade));
    case 'conflicting':
      return [];
  }
}

function shownUpgraders(shown: Holders | undefined, others: readonly string[]): readonly Authority[] {
  if (shown?.kind === 'anyone') return [anyoneWith(upgrade)];
  return listed(upgrade, shown?.kind === 'accounts' ? shown.addresses : others);
}

/** A proxy admin or a beacon acts for its owner alone; any other account holds the authority itself. */
function throughPlumbing(address: string | null, accountOf: AuthorityInput['accountOf']): readonly Authority[] {
  if (address === null) return [];
  const account = accountOf(address);
  const isPlumbing = account?.kind === 'proxy_admin' || account?.kind === 'beacon';
  return [alone(upgrade, isPlumbing ? account.owner : address)];
}

const holdersOf = ({ roles }: ReadAccount, type: string): readonly string[] =>
  [
    ...new Set(
      (roles ?? []).filter(({ role }) => authorityOfRole(roleName(role)) === type).flatMap(({ holders }) => holders),
    ),
  ].sort();

const alone = (type: string, holder: string | null): Authority => ({ type, key: type, holder });

const anyoneWith = (type: string): Authority => ({ type, key: `${type}:anyone`, holder: 'anyone' });

const shareOf = (type: string, holder: string): Authority => ({ type, key: `${type}:${holder}`, holder });

const listed = (type: string, holders: readonly string[]): readonly Authority[] => {
  const [first, ...more] = holders;
  if (first === undefined) return [];
  return more.length === 0 ? [alone(type, first)] : holders.map((holder) => shareOf(type, holder));
};
