import { authorityTerm, authorityTypes } from '../../../schemas/terms/authorities.ts';
import type { Plan } from '../exchange.ts';
import { both, together } from '../exchange.ts';
import { advance, type ControllerGraph, graphOf, openBranch } from '../walk.ts';
import type { AccountOutcome } from './account.ts';
import { extensionAuthorities } from './extensions.ts';
import { programDataAddress, programDataHeader } from './loader.ts';
import { metadataAddress, metadataOf, type TokenMetadata } from './metadata.ts';
import { hookProgramOf, type Mint, mintOf } from './mint.ts';
import { readAccounts } from './read-accounts.ts';
import { mayBeVault, type ReadAccounts, recognise } from './recognise.ts';
import { findVaultLink, type VaultLink, type VaultSearch } from './vault-link.ts';

interface Reading {
  readonly accounts: Map<string, AccountOutcome>;
  readonly programData: Map<string, AccountOutcome>;
  readonly vaults: Map<string, VaultLink>;
}

export interface Controllers {
  /** Every account of the reading, read once, however many refer to it. */
  readonly read: ReadAccounts;
  readonly graphs: readonly ControllerGraph[];
}

/**
 * Reads mints and the accounts that control them, level by level; the requests of a level serve all mints. `expected`: those
 * that may turn out to control them, read with the mints.
 */
export function* readControllers(
  slot: number,
  mints: readonly string[],
  search: VaultSearch,
  expected: readonly string[],
): Plan<Controllers> {
  const read: Reading = { accounts: new Map(), programData: new Map(), vaults: new Map() };
  const branches = mints.map(openBranch);
  const next = (root: string) => (address: string) =>
    address === root ? mintControllers(address, read) : recognise(address, read).next;
  for (let depth = 0; branches.some(({ level }) => level.length > 0); depth += 1) {
    const level = [...new Set(branches.flatMap((branch) => branch.level))];
    yield* readMissing(slot, read, depth === 0 ? [...level, ...expected] : level);
    // Before the walk goes on: who may change the metadata controls the mint.
    if (depth === 0)
      yield* readMissing(
        slot,
        read,
        mints.flatMap((mint) => metadataAccount(mint, read)),
      );
    else yield* readParticulars(slot, read, level, search);
    for (const branch of branches) advance(branch, depth, next(branch.root));
  }
  return { read, graphs: branches.map((branch) => graphOf(branch, next(branch.root))) };
}

function* readMissing(slot: number, { accounts }: Reading, wanted: readonly string[]): Plan<void> {
  const missing = [...new Set(wanted)].filter((address) => !accounts.has(address));
  const outcomes = yield* readAccounts(slot, missing);
  for (const [index, address] of missing.entries()) accounts.set(address, outcomes[index] ?? { kind: 'not_read' });
}

/** What else shows who controls the accounts of a level: code of programs, and multisigs of vaults. */
function* readParticulars(slot: number, read: Reading, level: readonly string[], search: VaultSearch): Plan<void> {
  const data = [...new Set(level.flatMap((address) => programDataOf(read.accounts.get(address)) ?? []))];
  const missing = data.filter((address) => !read.programData.has(address));
  const vaults = level.filter((one) => !read.vaults.has(one) && mayBeVault(one, read.accounts.get(one)));
  const [outcomes, links] = yield* both(
    readAccounts(slot, missing, programDataHeader),
    together(vaults.map((vault) => findVaultLink(vault, search))),
  );
  for (const [index, address] of missing.entries()) {
    read.programData.set(address, outcomes[index] ?? { kind: 'not_read' });
  }
  for (const [index, vault] of vaults.entries()) read.vaults.set(vault, links[index] ?? { kind: 'not_read' });
  yield* readMissing(
    slot,
    read,
    links.flatMap((link) => (link.kind === 'proven' ? [link.multisig] : [])),
  );
}

const programDataOf = (outcome: AccountOutcome | undefined): string | null =>
  outcome?.kind === 'account' ? programDataAddress(outcome.account) : null;

function mintIn(address: string, { accounts }: ReadAccounts): Mint | null {
  const outcome = accounts.get(address);
  const reading = outcome?.kind === 'account' ? mintOf(outcome.account) : null;
  return reading?.kind === 'mint' ? reading.mint : null;
}

/** The account that has the metadata of a mint; null for any other account. */
export function metadataAccount(address: string, read: ReadAccounts): readonly string[] {
  const mint = mintIn(address, read);
  return mint === null ? [] : [metadataAddress(address, mint)];
}

export function metadataIn(address: string, read: ReadAccounts): TokenMetadata | null {
  const [from = ''] = metadataAccount(address, read);
  const outcome = read.accounts.get(from);
  return outcome?.kind === 'account' ? metadataOf(address, outcome.account) : null;
}

/** Authorities over a mint; a holder of null was positively given up. */
export function mintAuthorities(
  address: string,
  read: ReadAccounts,
): readonly (readonly [authority: string, holder: string | null])[] {
  const mint = mintIn(address, read);
  if (mint === null) return [];
  const metadata = metadataIn(address, read);
  const hook = hookProgramOf(mint);
  return [
    ...authorityTypes.flatMap((type) => {
      const { mintMember } = authorityTerm(type);
      return mintMember === null ? [] : [[type, mint[mintMember]] as const];
    }),
    ...extensionAuthorities(mint.extensions),
    ...(metadata === null ? [] : [['update_authority', metadata.updateAuthority] as const]),
    // The code of the tokens is the token program's; a hook alone is code that others can replace.
    ...(hook === null ? [] : [['upgrade_authority', recognise(hook, read).owner] as const]),
  ];
}

function mintControllers(address: string, read: ReadAccounts): readonly string[] {
  const mint = mintIn(address, read);
  const hook = mint === null ? null : hookProgramOf(mint);
  const authorities = mintAuthorities(address, read).filter(([authority]) => authority !== 'upgrade_authority');
  const keys = [...authorities.map(([, holder]) => holder), hook];
  return [...new Set(keys)].filter((key) => key !== null).sort();
}
