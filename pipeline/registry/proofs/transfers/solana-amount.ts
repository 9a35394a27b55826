import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { Plan } from '../../../chain/exchange.ts';
import { keyBytes, programAddress, token2022Program, tokenProgram } from '../../../chain/solana/keys.ts';
import { type ProofClaim, type RefusedProof, refused } from '../proof.ts';
import { type SolanaInstruction, signedInstructions } from './solana-transaction.ts';
import type { AskedTransfer } from '../statement/transfer-challenge.ts';
import type { TransferLedger } from './transfer-ledger.ts';

/** One `transferChecked` at the top level, by the authority, to the associated token account of the recipient. */
export const solanaAmount: TransferLedger<AskedTransfer> = { version: 'transfer-solana-1', read: readAmount };

const tokenPrograms: readonly string[] = [tokenProgram, token2022Program];
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
/** The byte 12, the amount in 8 bytes, the decimals in one. */
const transferChecked = 12;
const transferLength = 10;

function* readAmount(
  claim: ProofClaim,
  block: ChainBlock,
  hash: string,
  asked: AskedTransfer,
): Plan<RefusedProof | null> {
  const found = yield* signedInstructions(claim, block, hash);
  if ('verified' in found) return found;
  const problem = transferProblem(claim.authority.address, found, asked);
  return problem === null ? null : refused('evidence.transactionHash', problem);
}

function transferProblem(
  authority: string,
  instructions: readonly SolanaInstruction[],
  { token, amount, recipient }: AskedTransfer,
): string | null {
  const transfers = instructions.filter(
    ({ program, data }) =>
      tokenPrograms.includes(program) && data.length === transferLength && data[0] === transferChecked,
  );
  const [transfer] = transfers;
  if (transfer === undefined || transfers.length > 1) {
    return `has ${transfers.length} instructions transferChecked at the top level, not one`;
  }
  const { program, accounts, data } = transfer;
  const [, mint, to, by] = accounts;
  const moved = data.readBigUInt64LE(1);
  if (mint !== token) return `moves the token ${mint}, not ${token}`;
  if (moved !== amount) return `moves ${moved}, not ${amount}`;
  if (by !== authority) return `moves tokens of ${by}, not of ${authority}`;
  const account = tokenAccountOf(recipient, program, mint);
  return to === account ? null : `went to ${to}, not to ${account}, the token account of ${recipient}`;
}

/** The associated token account: the one that wallets send to. */
function tokenAccountOf(owner: string, program: string, mint: string): string {
  const seeds = [owner, program, mint].map((key) => keyBytes(key) ?? new Uint8Array(32));
  return programAddress(seeds, associatedTokenProgram);
}
