/**
 * Programs of Solana as the main network runs them (litesvm): accounts are what they write, and change by signed
 * transactions alone. It has the token programs, the loader of programs that can be replaced, and no program of Metaplex or
 * Squads.
 */
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import type { FaceAccount, SolanaNode } from './solana-node.ts';
import { signedTransaction, type TestInstruction, type TestWallet } from './solana-transactions.ts';

/** A program of 2 kB, whose code others are deployed with. */
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

type Address = Parameters<LiteSVM['getAccount']>[0];
type SentTransaction = Parameters<LiteSVM['sendTransaction']>[0];

export interface SolanaPrograms {
  /** Sends a transaction, which must succeed. The first wallet pays; wallets that sign have no lamports of their own. */
  readonly send: (instructions: readonly TestInstruction[], ...wallets: readonly TestWallet[]) => void;
  readonly account: (address: string) => FaceAccount | undefined;
  /** Lamports that an account of so many bytes must have. */
  readonly rentOf: (bytes: number) => bigint;
  /** The code of a small program. */
  readonly sampleCode: () => Buffer;
}

/** Programs whose accounts the node shows. `payer` pays for every transaction. */
export function openSolanaPrograms(node: SolanaNode, payer: TestWallet): SolanaPrograms {
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  svm.airdrop(payer.address as Address, 100_000_000_000n as Parameters<LiteSVM['airdrop']>[1]);
  const account = (address: string): FaceAccount | undefined => {
    const found = svm.getAccount(address as Address);
    if (!found.exists) return undefined;
    return { owner: found.programAddress, data: Buffer.from(found.data), executable: found.executable };
  };
  node.programs = account;
  return {
    account,
    rentOf: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    sampleCode: () => account(memoProgram)?.data ?? Buffer.alloc(0),
    send: (instructions, ...wallets) => {
      const { message, signatures } = signedTransaction([...new Set([payer, ...wallets])], instructions);
      const sent = svm.sendTransaction({ messageBytes: message, signatures } as unknown as SentTransaction);
      if (sent instanceof FailedTransactionMetadata) throw new Error(sent.meta().logs().join('\n'));
    },
  };
}
