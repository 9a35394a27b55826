import { accountKindTerm } from './account-kinds.ts';

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
  return typeof accountKind === 'string' ? accountKindTerm(accountKind).text : 'an account, kind not read';
}

function signersText(signers: number, threshold: number | null): string {
  if (signers === 0) return threshold === null ? 'several signers' : `${threshold} of an unknown number of signers`;
  return threshold === null ? `${signers} signers, threshold unknown` : `${threshold} of ${signers} signers`;
}
