/** What chains state accounts to be: one row a kind. The set is open. */

export interface AccountKindTerm {
  /** A noun without an article: "time lock". */
  readonly text: string;
  /** How it acts: by one key, by several approvals, after a delay, or by its code. */
  readonly acts: 'key' | 'votes' | 'delay' | 'code';
}

const accountKinds: Readonly<Record<string, AccountKindTerm>> = {
  key: { text: 'key', acts: 'key' },
  key_delegated: { text: 'key with delegated code', acts: 'key' },
  safe: { text: 'multisig', acts: 'votes' },
  squads: { text: 'multisig', acts: 'votes' },
  spl_multisig: { text: 'multisig', acts: 'votes' },
  timelock: { text: 'time lock', acts: 'delay' },
  proxy_admin: { text: 'administrator of a proxy', acts: 'code' },
  beacon: { text: 'beacon', acts: 'code' },
  governor: { text: 'governor', acts: 'code' },
  access_manager: { text: 'access manager', acts: 'code' },
  contract: { text: 'contract', acts: 'code' },
  program: { text: 'program', acts: 'code' },
};

/** The row of a kind; an unknown kind is its own label and acts by its code. */
export const accountKindTerm = (kind: string): AccountKindTerm =>
  (Object.hasOwn(accountKinds, kind) ? accountKinds[kind] : undefined) ?? {
    text: kind.replaceAll('_', ' '),
    acts: 'code',
  };

/** Whether an account of this kind acts by several approvals. */
export const isMultisig = (kind: string): boolean => accountKindTerm(kind).acts === 'votes';

/** Whether one key acts for an account of this kind. */
export const isKey = (kind: string): boolean => accountKindTerm(kind).acts === 'key';
