import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';
import { addressesOf, boolOf, countOf, textOf } from '../calls/abi.ts';
import { decoded, valueOf } from '../calls/outcome.ts';
import { adminRoles, proposerRole } from '../roles/role-names.ts';
import type { KnownCode } from '../code/read-code.ts';
import type { Role } from '../roles/roles.ts';
import { answersLikeSafe, hasSafeCode, safeOf } from './safe.ts';
import {
  type AccountReading,
  cloneTarget,
  delegateOf,
  isBurnt,
  isControl,
  slotAddress,
  viewAddress,
} from './survey.ts';
import type { SlotName, ViewName } from '../calls/views.ts';

type AccountKind =
  | 'key'
  | 'key_delegated'
  | 'safe'
  | 'timelock'
  | 'proxy_admin'
  | 'beacon'
  | 'governor'
  | 'access_manager'
  | 'contract';

/** How other accounts of the reading name this one. */
export interface NamedAs {
  readonly admin: boolean;
  readonly beacon: boolean;
  readonly authority: boolean;
}

/** An account that was read, with the roles of it that were asked for. */
export interface ReadAccount {
  readonly reading: AccountReading;
  /** Null: not asked for, or not known. */
  readonly roles: readonly Role[] | null;
  readonly rolesAsked: boolean;
  /** Types of authorities that accounts hold which its logs name, and which could not be read. */
  readonly unreadTypes?: readonly string[];
  /** Its roles are not known, because the logs that name their accounts are not all there; absent: they are. */
  readonly lacksRoles?: true;
  /** Some of its logs, which may name holders of roles, are not there; absent: none is missing. */
  readonly lacksLogs?: true;
  /** What its code shows. Null: it could not be read; absent: it was not requested, because no token runs it. */
  readonly known?: KnownCode | null;
}

/** What an account is, and who controls it. Addresses are lower case. */
export interface Account {
  readonly address: string;
  readonly kind: AccountKind;
  readonly version: string | null;
  readonly signers: readonly string[];
  readonly threshold: number | null;
  readonly timeLockSeconds: number | null;
  readonly modules: readonly string[];
  readonly guard: string | null;
  readonly fallbackHandler: string | null;
  readonly delegate: string | null;
  readonly owner: string | null;
  readonly note: string | null;
  /** Its controllers. */
  readonly next: readonly string[];
}

const nothing = {
  version: null,
  signers: [],
  threshold: null,
  timeLockSeconds: null,
  modules: [],
  guard: null,
  fallbackHandler: null,
  delegate: null,
  owner: null,
  note: null,
  next: [],
};

/** Recognises an account by its code and storage first, and by the answers of its own getters last. */
export function recognise(account: ReadAccount, named: NamedAs, caip2: string): Account {
  const { reading } = account;
  const found = { ...nothing, address: reading.address };
  if (reading.code?.size === 0) return { ...found, kind: 'key' };
  const delegate = delegateOf(reading);
  if (delegate !== null) return { ...found, kind: 'key_delegated', delegate };
  const safe = safeOf(reading, caip2);
  if (safe !== null) {
    const { owners, moreModules, ...rest } = safe;
    const note = moreModules ? 'more_modules' : null;
    return { ...found, ...rest, kind: 'safe', signers: owners, note, next: controllersOf(account, caip2) };
  }
  const owner = answeredAddress(reading, 'owner');
  const contract = { ...found, owner, next: controllersOf(account, caip2) };
  const delay = timeLockOf(reading);
  if (delay !== null) return { ...contract, kind: 'timelock', timeLockSeconds: delay };
  const version = textAnswer(reading, 'UPGRADE_INTERFACE_VERSION');
  if (named.admin && owner !== null && version !== null) return { ...contract, kind: 'proxy_admin', version };
  const isBeacon = named.beacon && owner !== null && answeredAddress(reading, 'implementation') !== null;
  if (isBeacon) return { ...contract, kind: 'beacon' };
  if (named.authority && valueOf(decoded(reading.views.minSetback, countOf)) !== null) {
    return { ...contract, kind: 'access_manager' };
  }
  if (answeredAddress(reading, 'timelock') !== null && textAnswer(reading, 'COUNTING_MODE') !== null) {
    return { ...contract, kind: 'governor' };
  }
  return { ...contract, kind: 'contract', note: answersLikeSafe(reading) ? 'looks_like_safe' : null };
}

/** Seconds of a time lock: of OpenZeppelin's controller, or of Compound's. */
function timeLockOf(reading: AccountReading): number | null {
  const { views } = reading;
  if (hasAccessControl(reading)) {
    const minimum = valueOf(decoded(views.getMinDelay, countOf));
    if (minimum !== null) return minimum;
  }
  return answeredAddress(reading, 'admin') === null ? null : valueOf(decoded(views.delay, countOf));
}

export const hasAccessControl = ({ views }: AccountReading): boolean =>
  valueOf(decoded(views.accessControl, boolOf)) === true;

/** Whether the roles of a contract are asked for, unless it is the asset itself: a time lock acts for its proposers. */
export const isRoleTimelock = (reading: AccountReading): boolean =>
  hasAccessControl(reading) && valueOf(decoded(reading.views.getMinDelay, countOf)) !== null;

const ownGetters: readonly ViewName[] = ['owner', 'admin', 'authority', 'timelock', 'defaultAdmin'];
const adminSlots: readonly SlotName[] = ['admin', 'zosAdmin', 'beacon'];

/** Who controls an account other than the asset, sorted: what its kind makes of them is decided later. */
export function controllersOf({ reading, roles }: ReadAccount, caip2: string): readonly string[] {
  if (reading.code === null || reading.code.size === 0 || delegateOf(reading) !== null) return [];
  const safe = safeOf(reading, caip2);
  if (safe !== null) return unburnt([...safe.owners, ...safe.modules, safe.guard]);
  const deciding = (roles ?? []).filter(({ role }) => role === proposerRole || adminRoles.includes(role));
  return unburnt([
    ...ownGetters.map((name) => answeredAddress(reading, name)),
    ...adminSlots.map((name) => slotAddress(reading, name)),
    ...deciding.flatMap(({ holders }) => holders),
  ]);
}

/** Distinct addresses, sorted, without those that no account holds. */
export const unburnt = (addresses: readonly (string | null)[]): readonly string[] =>
  sorted(addresses.filter((address): address is string => address !== null && !isBurnt(address)));

const sorted = (addresses: readonly string[]): readonly string[] =>
  addresses.length < 2 ? addresses : [...new Set(addresses)].sort();

const implementationSlots: readonly SlotName[] = ['implementation', 'proxiable', 'zosImplementation'];

/**
 * The address in a slot of a standard. Code that passes calls on to no other address than its own, or to none, does not read it,
 * whatever is stored there.
 */
export const standardSlot = ({ reading, known }: CodeHolder, name: SlotName): string | null =>
  known !== undefined && known !== null && isSettled(known) ? null : slotAddress(reading, name);

const isSettled = ({ targets, functions, mayRunOther }: KnownCode): boolean =>
  targets.length > 0 ? targets.every(({ target }) => target.kind === 'fixed') : functions !== null && !mayRunOther;

/** Contracts that hold the code of an account by a slot of a standard, or as an EIP-1167 clone. */
export const standardTargets = (account: CodeHolder): readonly string[] =>
  unburnt([...implementationSlots.map((name) => standardSlot(account, name)), cloneTarget(account.reading)]);

/** Contracts that hold the code of an account: by slots of standards, by the code itself, by its own list. */
export const codeTargets = memoizeByObject((account: CodeHolder): readonly string[] => {
  const { reading, known } = account;
  const own = known?.targets ?? [];
  const isDiamond = own.some(({ target }) => target.kind === 'by_function');
  return unburnt([
    ...standardTargets(account),
    ...own.map(({ target, address }) => (target.kind === 'answer' ? null : address)),
    ...(isDiamond ? (valueOf(decoded(reading.views.facetAddresses, (data) => addressesOf(data))) ?? []) : []),
  ]);
});

type CodeHolder = Pick<ReadAccount, 'reading' | 'known'>;

/** The contract that an account asks for the contract that holds its code. */
export const beaconOf = (account: CodeHolder): string | null =>
  standardSlot(account, 'beacon') ??
  account.known?.targets.find(({ target }) => target.kind === 'answer')?.address ??
  null;

/** The address a view answers, except for addresses that no one holds. */
export function answeredAddress(reading: AccountReading, name: ViewName): string | null {
  const address = valueOf(viewAddress(reading, name));
  return address === null || isBurnt(address) ? null : address;
}

function textAnswer({ views }: AccountReading, name: ViewName): string | null {
  const read = valueOf(decoded(views[name], textOf));
  return read === null || read.text === '' ? null : read.text;
}

/**
 * What could not be read of an account although its state depends on it, as names of views and slots. The views of a Safe
 * that matter are those of Safes; of any other contract all.
 */
export function unreadOf(account: ReadAccount, caip2: string): readonly string[] {
  const known = unread.get(account);
  if (known?.caip2 === caip2) return known.names;
  const names = readUnread(account, caip2);
  unread.set(account, { caip2, names });
  return names;
}

/** Hundreds of tokens of a reading share an account. */
const unread = new WeakMap<ReadAccount, { readonly caip2: string; readonly names: readonly string[] }>();

function readUnread({ reading, roles, rolesAsked, known }: ReadAccount, caip2: string): readonly string[] {
  if (reading.code === null) return ['code'];
  if (reading.code.size === 0 || delegateOf(reading) !== null) return [];
  const { views } = reading;
  const names: readonly ViewName[] = hasSafeCode(reading, caip2)
    ? ['getOwners', 'getThreshold', 'modules']
    : (Object.keys(views) as ViewName[]);
  return [
    ...names.filter(
      (name) => views[name].kind === 'not_read' || (views[name].kind === 'gas_used_up' && !isControl(name)),
    ),
    ...(reading.slots === null ? ['slots'] : []),
    ...(rolesAsked && roles === null ? ['roles'] : []),
    ...(known === null ? ['code'] : []),
  ];
}

/** Whom an account names as its admin, beacon and authority; null: no one. Hundreds of tokens of a reading share it. */
export const namedBy = memoizeByObject((reading: AccountReading) => ({
  admin: slotAddress(reading, 'admin'),
  beacon: slotAddress(reading, 'beacon'),
  authority: answeredAddress(reading, 'authority'),
}));
