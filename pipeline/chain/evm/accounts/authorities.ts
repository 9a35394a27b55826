import {
  authorityOfRole,
  authorityTerms,
  authorityTypes,
  type AuthorityType,
  creatorAuthority,
} from '../../../../schemas/terms/authorities.ts';
import { type Account, answeredAddress, type ReadAccount } from './account.ts';
import type { CodeState } from './code.ts';
import type { Holders, Power } from '../calls/probes.ts';
import { defaultAdminRole, roleName } from '../roles/role-names.ts';
import { isBurnt, slotAddress, viewAddress } from './survey.ts';
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
  readonly powers: Readonly<Partial<Record<Power, Holders>>>;
  /** Null: not known. */
  readonly creator: string | null;
  readonly accountOf: (address: string) => Account | undefined;
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

function ownersOf({ asset }: AuthorityInput): readonly Authority[] {
  const admins = holdersOf(asset, 'owner');
  const admin = answeredAddress(asset.reading, 'defaultAdmin');
  const holders = admin === null || admins.includes(admin) ? admins : [...admins, admin];
  const owner = viewAddress(asset.reading, 'owner');
  const own = owner.kind === 'value' && !isBurnt(owner.value) ? [alone('owner', owner.value)] : [];
  const shared = holders.map((holder) => shareOf('owner', holder));
  const gaveUp =
    (owner.kind === 'value' && isBurnt(owner.value)) || asset.roles?.some(({ role }) => role === defaultAdminRole);
  if (own.length + shared.length === 0 && gaveUp === true) return [alone('owner', null)];
  return [...own, ...shared];
}

/** Powers whose probe shows who has an authority. */
const probes: Readonly<Partial<Record<AuthorityType, Power>>> = { mint_authority: 'mint', pause_authority: 'pause' };

/** Holders by the getters of a type that has some, else by its roles, else those that the probe shows. */
function fromNames({ asset, powers }: AuthorityInput, type: AuthorityType): readonly Authority[] {
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
  if (shown?.kind === 'anyone') return [...named, { type, key: `${type}:anyone`, holder: 'anyone' }];
  if (named.length > 0) return named;
  const found = shown?.kind === 'accounts' ? shown.addresses : [];
  if (found.length > 0) return listed(type, found);
  return given.length > 0 ? [alone(type, null)] : [];
}

const upgrade = 'upgrade_authority' satisfies AuthorityType;

function upgradersOf({ asset, code, powers, accountOf }: AuthorityInput): readonly Authority[] {
  switch (code.proxy) {
    case 'none':
    case 'clone':
      return [alone(upgrade, null)];
    case 'transparent':
      return throughPlumbing(slotAddress(asset.reading, 'admin'), accountOf);
    case 'zeppelinos':
      return throughPlumbing(slotAddress(asset.reading, 'zosAdmin'), accountOf);
    case 'beacon':
      return throughPlumbing(code.beacon, accountOf);
    case 'uups':
    case 'eip1967': {
      const shown = powers.upgrade;
      if (shown?.kind === 'anyone') return [{ type: upgrade, key: `${upgrade}:anyone`, holder: 'anyone' }];
      return listed(upgrade, shown?.kind === 'accounts' ? shown.addresses : holdersOf(asset, upgrade));
    }
    case 'conflicting':
      return [];
  }
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

const shareOf = (type: string, holder: string): Authority => ({ type, key: `${type}:${holder}`, holder });

const listed = (type: string, holders: readonly string[]): readonly Authority[] => {
  const [first, ...more] = holders;
  if (first === undefined) return [];
  return more.length === 0 ? [alone(type, first)] : holders.map((holder) => shareOf(type, holder));
};
