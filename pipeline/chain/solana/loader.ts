import type { AccountOutcome, SolanaAccount } from './account.ts';
import { keyAt, upgradeableLoader } from './keys.ts';

/** Bytes of the header of ProgramData: the code follows, often megabytes of it. */
export const programDataHeader = 45;

/** The account that has the code of an upgradeable program; null for any other account. */
export function programDataAddress({ owner, data }: SolanaAccount): string | null {
  if (owner !== upgradeableLoader || data.length !== 36 || data.readUInt32LE(0) !== 2) return null;
  return keyAt(data, 4);
}

/** Who may replace the code; null: no one. Undefined: the account is of another kind, or damaged. */
export function upgradeAuthorityOf(outcome: AccountOutcome): string | null | undefined {
  // A closed program has lost its code for good.
  if (outcome.kind === 'missing') return null;
  if (outcome.kind === 'not_read') return undefined;
  const { owner, data } = outcome.account;
  if (owner !== upgradeableLoader || data.length < programDataHeader || data.readUInt32LE(0) !== 3) return undefined;
  const tag = data.readUInt8(12);
  if (tag > 1) return undefined;
  return tag === 0 ? null : keyAt(data, 13);
}
