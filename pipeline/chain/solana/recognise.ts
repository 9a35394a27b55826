import type { AccountOutcome, SolanaAccount } from './account.ts';
import { isOnCurve, squadsProgram, systemProgram, token2022Program, tokenProgram } from './keys.ts';
import { programDataAddress, upgradeAuthorityOf } from './loader.ts';
import { type SquadsMultisig, splMultisigOf, squadsOf } from './multisig.ts';
import type { VaultLink } from './vault-link.ts';

/** What a reading has of the accounts; an address that no entry has was not needed. */
export interface ReadAccounts {
  readonly accounts: ReadonlyMap<string, AccountOutcome>;
  /** Headers of ProgramData by the address of that account. */
  readonly programData: ReadonlyMap<string, AccountOutcome>;
  readonly vaults: ReadonlyMap<string, VaultLink>;
}

/** What an account is, and who controls it. Keys are base58. */
export interface ControlAccount {
  readonly address: string;
  readonly kind: 'key' | 'spl_multisig' | 'squads' | 'program' | 'contract';
  readonly version: string | null;
  /** All members of a multisig. */
  readonly signers: readonly string[];
  /** Members that may vote; null where all may. */
  readonly voters: readonly string[] | null;
  readonly threshold: number | null;
  readonly timeLockSeconds: number | null;
  /** The account of the multisig that a vault acts for. */
  readonly delegate: string | null;
  /** Upgrade authority of a program; who may change the members of a multisig alone; owner of another account. */
  readonly owner: string | null;
  readonly note: string | null;
  readonly next: readonly string[];
}

const nothing = {
  version: null,
  signers: [],
  voters: null,
  threshold: null,
  timeLockSeconds: null,
  delegate: null,
  owner: null,
  note: null,
  next: [],
};

/** Whether an address can be a vault: no private key can exist for it, and no program keeps data there. */
export function mayBeVault(address: string, outcome: AccountOutcome | undefined): boolean {
  if (outcome === undefined || outcome.kind === 'not_read' || isOnCurve(address)) return false;
  return outcome.kind === 'missing' || isPlain(outcome.account);
}

const isPlain = ({ owner, data }: SolanaAccount): boolean => owner === systemProgram && data.length === 0;

export function recognise(address: string, { accounts, programData, vaults }: ReadAccounts): ControlAccount {
  const found = { ...nothing, address };
  const outcome = accounts.get(address) ?? { kind: 'not_read' };
  const account = outcome.kind === 'account' ? outcome.account : null;
  if (account === null || account.owner === systemProgram) {
    if (isOnCurve(address)) return { ...found, kind: 'key' };
    const link = vaults.get(address);
    const multisig = link?.kind === 'proven' ? accounts.get(link.multisig) : undefined;
    const squads = multisig?.kind === 'account' ? squadsOf(multisig.account) : null;
    if (link?.kind !== 'proven' || squads === null) return { ...found, kind: 'contract', note: 'program_address' };
    return { ...found, ...squadsControl(squads), delegate: link.multisig };
  }
  const spl = splMultisigOf(account);
  if (spl !== null) {
    const { signers, threshold } = spl;
    return { ...found, kind: 'spl_multisig', signers, threshold, next: sorted(signers) };
  }
  const squads = squadsOf(account);
  // The account of the multisig signs nothing itself: only its vaults do.
  if (squads !== null) return { ...found, ...squadsControl(squads), note: 'not_a_vault' };
  const data = programDataAddress(account);
  const authority = data === null ? null : (upgradeAuthorityOf(programData.get(data) ?? { kind: 'not_read' }) ?? null);
  if (account.executable) return { ...found, kind: 'program', owner: authority, next: sorted([authority]) };
  // The code of the program decides what the account does, so who may replace that code controls it.
  const { owner } = account;
  return { ...found, kind: 'contract', owner, note: 'program_account', next: plainPrograms.has(owner) ? [] : [owner] };
}

/** Programs that act only for the key or the multisig that an account names. */
const plainPrograms: ReadonlySet<string> = new Set([tokenProgram, token2022Program, squadsProgram]);

const squadsControl = ({ members, voters, threshold, timeLockSeconds, configAuthority }: SquadsMultisig) => ({
  kind: 'squads' as const,
  version: '4',
  signers: members,
  voters,
  threshold,
  timeLockSeconds,
  owner: configAuthority,
  next: sorted([...voters, configAuthority]),
});

const sorted = (keys: readonly (string | null)[]): readonly string[] =>
  [...new Set(keys)].filter((key) => key !== null).sort();

/** What could not be read of an account although its state depends on it. */
export function unreadOf(address: string, { accounts, programData, vaults }: ReadAccounts): readonly string[] {
  const outcome = accounts.get(address) ?? { kind: 'not_read' };
  if (outcome.kind === 'not_read') return ['account'];
  const link = vaults.get(address);
  if (link?.kind === 'not_read') return ['transactions'];
  if (link?.kind === 'proven' && (accounts.get(link.multisig) ?? { kind: 'not_read' }).kind === 'not_read') {
    return ['multisig'];
  }
  const data = outcome.kind === 'account' ? programDataAddress(outcome.account) : null;
  const isUnread = data !== null && upgradeAuthorityOf(programData.get(data) ?? { kind: 'not_read' }) === undefined;
  return isUnread ? ['program data'] : [];
}
