/** Authorities over a token: one row each, for everything that reads, names or judges them. */
import { sentenceCase } from '../values/sentence-case.ts';

export interface AuthorityTerm {
  /** Its name, as a heading. */
  readonly label: string;
  /** What it is, and why it matters to a holder of the token: a sentence each. */
  readonly meaning: string;
  readonly stake: string;
  /** Its holder within a sentence: "the owner of the contract". */
  readonly holder: string;
  /** What its holder does, after a name: "can create new units". */
  readonly can: string;
  /** Codes of powers over balances and transfers that follow from it. */
  readonly powers: readonly string[];
  /** Names of the roles of AccessControl that give it. */
  readonly roles: readonly string[];
  /** Functions of EVM contracts that return its holders, the most authoritative first. */
  readonly getters: readonly string[];
  /** Extension of Token-2022 that names it, and the offset of the holder's key there. */
  readonly extension: readonly [type: number, offset: number] | null;
  /** Member of an SPL mint that has its holder. */
  readonly mintMember: 'mintAuthority' | 'freezeAuthority' | null;
  /** What documents call it before "authority" or "key", as a regular expression; null: no document is read for it. */
  readonly documentName: string | null;
}

/** Most authorities are stated by neither roles, getters nor documents. */
const elsewhere = {
  powers: [],
  roles: [],
  getters: [],
  extension: null,
  mintMember: null,
  documentName: null,
} as const;

export const authorityTerms = {
  owner: {
    ...elsewhere,
    label: 'Owner authority',
    meaning: 'The account that owns the contract, or that administers its roles.',
    stake: 'It decides who has the other powers over the token.',
    holder: 'the owner of the contract',
    can: 'can call what the contract reserves for its owner',
    roles: ['DEFAULT_ADMIN_ROLE', 'wards'],
    documentName: '(?:owner|ownership|admin(?:istrator)?)',
  },
  creator: {
    ...elsewhere,
    label: 'Creator authority',
    meaning: 'The account that created the token.',
    stake: 'It ties the token to its maker.',
    holder: 'the creator of the token',
    can: 'is named as the creator of the token',
  },
  mint_authority: {
    ...elsewhere,
    label: 'Mint authority',
    meaning: 'The account that can create tokens.',
    stake: 'It decides how many tokens there are.',
    holder: 'the mint authority of the token',
    can: 'can create new units',
    roles: [
      ...['MINTER_ROLE', 'MINT_ROLE', 'SUPPLY_CONTROLLER_ROLE', 'ISSUER_ROLE'],
      ...['getMinters', 'isMinter', 'minters', 'mintingMaxLimitOf'],
    ],
    getters: ['masterMinter', 'supplyController'],
    mintMember: 'mintAuthority',
    documentName: '(?:mint(?:ing)?|supply)',
  },
  update_authority: {
    ...elsewhere,
    label: 'Update authority',
    meaning: 'The account that can change the metadata of the token.',
    stake: 'It decides under which name the token is shown.',
    holder: 'the update authority of the token',
    can: 'can change name, symbol and other metadata',
    powers: ['change_metadata'],
  },
  freeze_authority: {
    ...elsewhere,
    label: 'Freeze authority',
    meaning: 'The account that can freeze balances of holders.',
    stake: 'A frozen balance cannot be moved.',
    holder: 'the freeze authority of the token',
    can: 'can block accounts from transfers',
    powers: ['freeze_address'],
    roles: [
      'FREEZER_ROLE',
      'FREEZE_ROLE',
      'BLACKLISTER_ROLE',
      'BLACKLIST_ROLE',
      'DENYLISTER_ROLE',
      'ASSET_PROTECTION_ROLE',
    ],
    getters: ['blacklister', 'assetProtectionRole'],
    mintMember: 'freezeAuthority',
    documentName: '(?:freeze|freezing|blacklist(?:ing)?)',
  },
  upgrade_authority: {
    ...elsewhere,
    label: 'Upgrade authority',
    meaning: 'The account that can replace the code of the token.',
    stake: 'The code decides what the token does.',
    holder: 'the upgrade authority of the token',
    can: "can replace the contract's code",
    powers: ['upgrade_logic'],
    roles: ['UPGRADER_ROLE', 'UPGRADE_ROLE'],
    documentName: '(?:upgrade|proxy admin(?:istrator)?)',
  },
  pause_authority: {
    ...elsewhere,
    label: 'Pause authority',
    meaning: 'The account that can stop all transfers.',
    stake: 'While transfers are stopped, no balance can be moved.',
    holder: 'the pause authority of the token',
    can: 'can stop all transfers',
    powers: ['pause_all'],
    roles: ['PAUSER_ROLE', 'PAUSE_ROLE', 'isPauser'],
    getters: ['pauser'],
    extension: [26, 0],
  },
  close_authority: {
    ...elsewhere,
    label: 'Close authority',
    meaning: 'The account that can close the mint once no unit exists.',
    stake: 'A closed mint can be made again with other rules.',
    holder: 'the close authority of the token',
    can: 'can close the mint once no unit exists',
    powers: ['close_mint'],
    extension: [3, 0],
  },
  interest_rate_authority: {
    ...elsewhere,
    label: 'Interest rate authority',
    meaning: 'The account that can change the interest that balances show.',
    stake: 'Wallets show balances with this interest.',
    holder: 'the interest rate authority of the token',
    can: 'can change the interest that balances show',
    powers: ['interest'],
    extension: [10, 0],
  },
  metadata_pointer_authority: {
    ...elsewhere,
    label: 'Metadata pointer authority',
    meaning: 'The account that can name the account with the metadata of the token.',
    stake: 'It decides under which name the token is shown.',
    holder: 'the metadata pointer authority of the token',
    can: 'can name the account with the metadata',
    powers: ['change_metadata'],
    extension: [18, 0],
  },
  permanent_delegate: {
    ...elsewhere,
    label: 'Permanent delegate',
    meaning: 'The account that can move or burn the units of any holder.',
    stake: 'A balance can be taken without its holder.',
    holder: 'the permanent delegate of the token',
    can: 'can move or burn the units of any holder',
    powers: ['burn_from', 'force_transfer'],
    extension: [12, 0],
  },
  scaled_amount_authority: {
    ...elsewhere,
    label: 'Scaled amount authority',
    meaning: 'The account that can change the factor that balances show.',
    stake: 'Wallets show balances multiplied by this factor.',
    holder: 'the scaled amount authority of the token',
    can: 'can change the factor that balances show',
    powers: ['scaled_amount'],
    extension: [25, 0],
  },
  transfer_fee_authority: {
    ...elsewhere,
    label: 'Transfer fee authority',
    meaning: 'The account that can change the fee on transfers.',
    stake: 'The fee is taken from each transfer.',
    holder: 'the transfer fee authority of the token',
    can: 'can change the fee on transfers',
    powers: ['transfer_fee'],
    extension: [1, 0],
  },
  transfer_hook_authority: {
    ...elsewhere,
    label: 'Transfer hook authority',
    meaning: 'The account that can name the program that every transfer calls.',
    stake: 'The program can refuse a transfer.',
    holder: 'the transfer hook authority of the token',
    can: 'can name the program that every transfer calls',
    powers: ['transfer_hook'],
    extension: [14, 0],
  },
  withdraw_fee_authority: {
    ...elsewhere,
    label: 'Withdraw fee authority',
    meaning: 'The account that can collect the fees on transfers.',
    stake: 'It receives what transfers cost.',
    holder: 'the withdraw fee authority of the token',
    can: 'can collect the fees on transfers',
    extension: [1, 32],
  },
} as const satisfies Readonly<Record<string, AuthorityTerm>>;

export type AuthorityType = keyof typeof authorityTerms;

export const authorityTypes = Object.keys(authorityTerms) as readonly AuthorityType[];

/** Who created a contract never changes, and few providers state it: a reading without it ends nothing. */
export const creatorAuthority = 'creator' satisfies AuthorityType;

const rows: Readonly<Record<string, AuthorityTerm>> = authorityTerms;

/** The row of a type; the set of types is open, so that of another one has its name alone. */
export function authorityTerm(type: string): AuthorityTerm {
  if (Object.hasOwn(rows, type)) return rows[type] ?? unknownTerm(type);
  return unknownTerm(type);
}

function unknownTerm(type: string): AuthorityTerm {
  const name = type.replaceAll('_', ' ');
  return {
    ...elsewhere,
    label: sentenceCase(name),
    meaning: 'An account with a power over the token.',
    stake: 'It can use that power over the token.',
    holder: `the ${name} of the token`,
    can: '',
  };
}

const typeOfRoleName = new Map(
  Object.entries(rows).flatMap(([type, { roles }]) => roles.map((role) => [role, type] as const)),
);

/** The type that a role of this name gives; null where no row has the role. */
export const authorityOfRole = (name: string | null): string | null => typeOfRoleName.get(name ?? '') ?? null;

/** Codes of powers in the order in which readings state them. */
const powerOrder = ['freeze_address', 'pause_all', 'burn_from', 'force_transfer', 'upgrade_logic'];

/** Powers that follow from authorities of these types. */
export const powersOfAuthorities = (types: Iterable<string>): readonly string[] =>
  inPowerOrder([...types].flatMap((type) => authorityTerm(type).powers));

/** Codes of powers, each once, in the order in which readings state them. */
export const inPowerOrder = (powers: Iterable<string>): readonly string[] =>
  [...new Set(powers)].sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1));

const orderOf = (power: string): number => (powerOrder.includes(power) ? powerOrder.indexOf(power) : powerOrder.length);
