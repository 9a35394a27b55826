import { memoizeByObject } from '../../../schemas/values/memoize-by-object.ts';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import { inPowerOrder, powersOfAuthorities } from '../../../schemas/terms/authorities.ts';
import type { ChainFact } from '../statement.ts';
import type { Cut } from '../walk.ts';
import { addressAt, boolOf, countOf, textOf, uintOf } from './calls/abi.ts';
import type { Account, ReadAccount } from './accounts/account.ts';
import type { Authority } from './accounts/authorities.ts';
import type { CodeState } from './accounts/code.ts';
import { decoded, type DecodedAnswer } from './calls/outcome.ts';
import { roleName } from './roles/role-names.ts';
import { isBurnt, viewAddress } from './accounts/survey.ts';

/** What is known of an asset, from which its facts are stated. */
export interface AssetKnowledge {
  readonly asset: ReadAccount;
  /** Namespace of its CAIP-19 id, as `erc20`. */
  readonly standard: string;
  readonly code: CodeState;
  readonly authorities: readonly Authority[];
  /** Codes of powers whose functions its code has. */
  readonly inCode: readonly string[];
  /** Types of authorities whose holder was not found. */
  readonly notKnown: readonly string[];
  readonly accounts: readonly Account[];
  /** The account that created it; null: not known. */
  readonly creator: Account | null;
  readonly cuts: ReadonlyMap<string, Cut>;
  /** Accounts with roles: the asset and time locks. */
  readonly withRoles: readonly ReadAccount[];
}

/** Facts of an asset in a fixed order. Addresses are in EIP-55 form. */
export function factsOf(knowledge: AssetKnowledge): readonly ChainFact[] {
  const { asset, code, authorities, inCode, notKnown, accounts, creator, withRoles, cuts } = knowledge;
  const known = creator === null ? accounts : [creator, ...accounts];
  const accountOf = new Map(known.map((account) => [account.address, account]));
  return [
    assetFact('chain_reading', 'stated'),
    ...tokenFacts(knowledge),
    assetFact('code', {
      ...code,
      implementation: shown(code.implementation),
      beacon: shown(code.beacon),
    }),
    assetFact('powers', powersOf(authorities, inCode, notKnown)),
    // Accounts before what they hold, and an offer of ownership last: who accepted it is known by then.
    ...accounts.map((account) => controlFact(account, cuts.get(account.address) ?? null)),
    ...authorities.map((authority) => authorityFact(authority, accountOf.get(authority.holder ?? ''))),
    ...withRoles.flatMap(roleFacts),
    ...offerFacts(asset),
    // Behind the authorities: one that appears is compared with those that were not known before.
    assetFact('holders_not_known', notKnown),
  ];
}

const assetFact = (field: string, value: unknown): ChainFact => ({
  subjectKind: 'asset',
  subjectKey: '',
  field,
  value,
});

function tokenFacts({ asset, standard }: AssetKnowledge): readonly ChainFact[] {
  const { views } = asset.reading;
  const [name, symbol] = [decoded(views.name, textOf), decoded(views.symbol, textOf)].map((known) =>
    known.kind === 'value' ? known.value : null,
  );
  const decimals = decoded(views.decimals, countOf);
  const replaced = [...(name?.replaced === true ? ['name'] : []), ...(symbol?.replaced === true ? ['symbol'] : [])];
  const token = {
    name: name?.text ?? null,
    symbol: symbol?.text ?? null,
    decimals: decimals.kind === 'value' ? decimals.value : null,
    standard,
    replaced,
  };
  const decimal = (known: DecodedAnswer<bigint>, field: string): readonly ChainFact[] =>
    known.kind === 'value' ? [assetFact(field, known.value.toString())] : [];
  const paused = decoded(views.paused, boolOf);
  return [
    assetFact('token', token),
    ...decimal(decoded(views.totalSupply, uintOf), 'supply'),
    ...decimal(decoded(views.cap, uintOf), 'cap'),
    ...(paused.kind === 'value' ? [assetFact('paused', paused.value)] : []),
  ];
}

/** Codes of the field `freeze_and_seize_powers`, as far as an authority or the code shows them. */
function powersOf(
  authorities: readonly Authority[],
  inCode: readonly string[],
  notKnown: readonly string[],
): readonly string[] {
  const held = authorities.filter(({ holder }) => holder !== null).map(({ type }) => type);
  return inPowerOrder([...powersOfAuthorities([...held, ...notKnown]), ...inCode]);
}

/** Ownership that was offered and not yet accepted; null when none is on offer, no fact for contracts without offers. */
function offerFacts({ reading }: ReadAccount): readonly ChainFact[] {
  const offers = [
    viewAddress(reading, 'pendingOwner'),
    // Returns the address and the time from which it may accept.
    decoded(reading.views.pendingDefaultAdmin, (data) => (data.length === 64 ? addressAt(data, 0) : null)),
  ].flatMap((known) => (known.kind === 'value' ? [known.value] : []));
  if (offers.length === 0) return [];
  return [assetFact('ownership_offer', shown(offers.find((offer) => !isBurnt(offer)) ?? null))];
}

function authorityFact({ type, key, holder }: Authority, account: Account | undefined): ChainFact {
  const value = {
    type,
    address: shown(holder),
    accountType: account?.kind === 'safe' ? 'multisig' : 'regular',
    signers: account?.kind === 'safe' ? account.signers.map(toChecksumAddress) : [],
    threshold: account?.kind === 'safe' ? account.threshold : null,
  };
  return {
    subjectKind: 'authority',
    subjectKey: keyShown(key),
    field: 'authority',
    value: holder === null ? null : value,
  };
}

const controlFact = (account: Account, cut: Cut | null): ChainFact =>
  cut === null ? wholeControlFact(account) : makeControlFact(account, cut);

const makeControlFact = (account: Account, cut: Cut | null): ChainFact => ({
  subjectKind: 'authority',
  subjectKey: toChecksumAddress(account.address),
  field: 'control',
  value: controlValue(account, cut),
});

/** Facts of accounts that no cut ends: hundreds of tokens of a reading share an account. */
const wholeControlFact = memoizeByObject((account: Account) => makeControlFact(account, null));

function controlValue({ address: _, ...account }: Account, cut: Cut | null): object {
  return {
    ...account,
    signers: account.signers.map(toChecksumAddress),
    voters: null,
    modules: account.modules.map(toChecksumAddress),
    guard: shown(account.guard),
    fallbackHandler: shown(account.fallbackHandler),
    delegate: shown(account.delegate),
    owner: shown(account.owner),
    next: account.next.map(toChecksumAddress),
    cut,
  };
}

const roleFacts = ({ reading, roles }: ReadAccount): readonly ChainFact[] =>
  (roles ?? []).map(({ role, adminRole, holders }) => ({
    subjectKind: 'authority',
    subjectKey: `${toChecksumAddress(reading.address)}:${role}`,
    field: 'role',
    value: { name: roleName(role), adminRole, holders: holders.map(toChecksumAddress) },
  }));

/** `anyone` stays as it is. */
const shown = (address: string | null): string | null =>
  address?.startsWith('0x') === true ? toChecksumAddress(address) : address;

const keyShown = (key: string): string => key.replace(/0x[0-9a-f]{40}$/, toChecksumAddress);
