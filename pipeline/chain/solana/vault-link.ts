import type { ChainAnswer, ChainRequest, Plan } from '../exchange.ts';
import { isRecord } from '../../../schemas/values/is-record.ts';
import { derivesTo, keyBytes, squadsProgram } from './keys.ts';

/** What came of the search for the multisig of a vault. */
export type VaultLink =
  | { readonly kind: 'proven'; readonly multisig: string }
  /** Its transactions show none: most addresses of programs are no vaults. */
  | { readonly kind: 'none' }
  | { readonly kind: 'not_read' };

export interface VaultSearch {
  /** Multisigs by the vaults that an earlier reading linked to them. */
  readonly known: ReadonlyMap<string, string>;
  /** Whether transactions are searched for the multisigs of other vaults. */
  readonly isSearched: boolean;
}

const signaturesAsked = 100;
/** Transactions that are opened: the newest, and the oldest of those that were listed. */
const newest = 8;
const oldest = 4;
/** A multisig can have 256 vaults; by far most use the first. */
const vaultIndexes = 16;

/**
 * Finds the multisig of a vault of Squads v4. The vault's account does not name it, so its transactions are searched for a
 * key from which Squads derives this vault. The derivation proves the link, so it does not matter which transaction
 * showed it, who sent it, or that a reading before found it.
 */
export function* findVaultLink(vault: string, { known, isSearched }: VaultSearch): Plan<VaultLink> {
  const multisig = known.get(vault);
  if (multisig !== undefined && isMultisigOf(multisig, vault)) return { kind: 'proven', multisig };
  return isSearched ? yield* searchTransactions(vault) : { kind: 'none' };
}

function* searchTransactions(vault: string): Plan<VaultLink> {
  const [listed] = yield [signaturesRequest(vault)];
  const signatures = signaturesOf(listed);
  if (signatures === null) return { kind: 'not_read' };
  const opened = [...new Set([...signatures.slice(0, newest), ...signatures.slice(newest).slice(-oldest)])];
  if (opened.length === 0) return { kind: 'none' };
  const answers = yield opened.map(transactionRequest);
  if (answers.some((answer) => answer.kind === 'error')) return { kind: 'not_read' };
  const keys = new Set(answers.flatMap(keysOf));
  const multisig = [...keys].find((key) => isMultisigOf(key, vault));
  return multisig === undefined ? { kind: 'none' } : { kind: 'proven', multisig };
}

function isMultisigOf(key: string, vault: string): boolean {
  const bytes = keyBytes(key);
  if (bytes === null) return false;
  const [prefix, suffix] = [Buffer.from('multisig', 'ascii'), Buffer.from('vault', 'ascii')];
  return Array.from({ length: vaultIndexes }, (_, index) => [prefix, bytes, suffix, Buffer.from([index])]).some(
    (seeds) => derivesTo(vault, seeds, squadsProgram),
  );
}

const signaturesRequest = (address: string): ChainRequest => ({
  method: 'getSignaturesForAddress',
  params: [address, { commitment: 'finalized', limit: signaturesAsked }],
});

const transactionRequest = (signature: string): ChainRequest => ({
  method: 'getTransaction',
  params: [signature, { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 }],
});

/** Signatures of transactions that took effect, newest first; null when the answer is of another form. */
function signaturesOf(answer: ChainAnswer | undefined): readonly string[] | null {
  if (answer?.kind !== 'result' || !Array.isArray(answer.result)) return null;
  const members: readonly unknown[] = answer.result;
  if (!members.every((member) => isRecord(member) && typeof member['signature'] === 'string')) return null;
  return members.flatMap((member) => (isRecord(member) && member['err'] === null ? [String(member['signature'])] : []));
}

/** Accounts of a transaction that calls Squads, also those of its lookup tables. */
function keysOf(answer: ChainAnswer): readonly string[] {
  const { transaction, meta } = membersOf(answer.kind === 'result' ? answer.result : null);
  const message = membersOf(membersOf(transaction)['message']);
  const loaded = membersOf(membersOf(meta)['loadedAddresses']);
  const keys = [message['accountKeys'], loaded['writable'], loaded['readonly']].flatMap((list) =>
    Array.isArray(list) ? (list as readonly unknown[]) : [],
  );
  const texts = keys.filter((key): key is string => typeof key === 'string');
  return texts.includes(squadsProgram) ? texts : [];
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
