import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { Plan } from '../../../chain/exchange.ts';
import { type ProofClaim, type RefusedProof, refused } from '../proof.ts';
import { signedInstructions } from './solana-transaction.ts';
import type { TransferLedger } from './transfer-ledger.ts';

/** Both versions of the memo program. The older one does not check who signed, which is checked here. */
const memoPrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];

/** An instruction of a memo program whose bytes are the challenge and whose accounts name the authority, who signed. */
export const solanaMemo: TransferLedger<string> = { version: 'memo-solana-1', read: readMemo };

function* readMemo(claim: ProofClaim, block: ChainBlock, hash: string, challenge: string): Plan<RefusedProof | null> {
  const found = yield* signedInstructions(claim, block, hash);
  if ('verified' in found) return found;
  const wrong = (reason: string): RefusedProof => refused('evidence.transactionHash', reason);
  const memos = found.filter(({ program }) => memoPrograms.includes(program));
  if (memos.length === 0) return wrong('has no instruction of a memo program');
  const equal = memos.filter(({ data }) => data.equals(Buffer.from(challenge, 'utf8')));
  if (equal.length === 0) return wrong('has another memo than the challenge in UTF-8');
  return equal.some(({ accounts }) => accounts.includes(claim.authority.address))
    ? null
    : wrong(`has the challenge as a memo that does not name ${claim.authority.address} among its signers`);
}
