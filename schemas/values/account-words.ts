/** What chains state accounts to be, in words. Kinds are an open set: an unknown one is shown as it is. */
const kinds: Readonly<Record<string, string>> = {
  key: 'key',
  key_delegated: 'key with delegated code',
  safe: 'multisig',
  multisig_legacy: 'multisig',
  squads: 'multisig',
  spl_multisig: 'multisig',
  timelock: 'time lock',
  proxy_admin: 'administrator of a proxy',
  beacon: 'beacon',
  governor: 'governor',
  access_manager: 'access manager',
  contract: 'contract',
  program: 'program',
};

/** The kind of an account, as a noun without an article: "time lock". */
export const accountKindText = (kind: string): string => kinds[kind] ?? kind.replaceAll('_', ' ');

/** An account with an authority, as a record of the registry has it. */
interface AccountFacts {
  readonly address: string;
  readonly accountType: string;
  /** As the chain states it; null or absent where no reading described the account. */
  readonly accountKind?: string | null;
  readonly signers: readonly string[];
  /** Approvals that it needs; null: unknown. */
  readonly threshold: number | null;
}

/** What was read of an account: "key", "time lock", "2 of 3 signers"; never more than that. */
export function accountText({ address, accountType, accountKind, signers, threshold }: AccountFacts): string {
  if (address === 'anyone') return 'any account';
  if (accountType === 'multisig') return signersText(signers.length, threshold);
  return typeof accountKind === 'string' ? accountKindText(accountKind) : 'an account, kind not read';
}

function signersText(signers: number, threshold: number | null): string {
  if (signers === 0) return threshold === null ? 'several signers' : `${threshold} of an unknown number of signers`;
  return threshold === null ? `${signers} signers, threshold unknown` : `${threshold} of ${signers} signers`;
}
