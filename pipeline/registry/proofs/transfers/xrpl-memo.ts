import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { ChainAnswer, ChainRequest, Plan } from '../../../chain/exchange.ts';
import { membersOf } from '../chain-block.ts';
import { type ProofClaim, type RefusedProof, refused } from '../proof.ts';
import type { TransferLedger } from './transfer-ledger.ts';

/** A transaction of the authority, in a validated ledger, one of whose memos is the challenge. */
export const xrplMemo: TransferLedger<string> = { version: 'memo-xrpl-1', read: readMemo };

/** Seconds from 1970 to 2000, where the ledger's time begins. */
const ledgerEpoch = 946_684_800;

export const ledgerRequest = (index: number): ChainRequest => ({
  method: 'ledger',
  params: [{ ledger_index: index, transactions: false, expand: false }],
});

export const txRequest = (hash: string): ChainRequest => ({
  method: 'tx',
  params: [{ transaction: hash, binary: false }],
});

/** The validated ledger that an answer to `ledgerRequest` states, or why it states none. */
export function ledgerOf(index: number, answer: ChainAnswer | undefined): ChainBlock | string {
  const { validated, ledger } = membersOf(answer);
  const { ledger_hash: hash, close_time: closed } = objectOf(ledger);
  if (validated !== true || typeof hash !== 'string' || !/^[0-9A-F]{64}$/.test(hash) || !Number.isSafeInteger(closed)) {
    return `the node has no validated ledger ${index}`;
  }
  return { number: index, hash: `0x${hash.toLowerCase()}`, timestamp: Number(closed) + ledgerEpoch };
}

function* readMemo(claim: ProofClaim, block: ChainBlock, hash: string, challenge: string): Plan<RefusedProof | null> {
  const [header, answer] = yield [ledgerRequest(block.number), txRequest(hash)];
  const ledger = ledgerOf(block.number, header);
  if (typeof ledger === 'string') return refused('evidence.blockNumber', ledger);
  if (ledger.hash !== block.hash || ledger.timestamp !== block.timestamp) {
    return refused('evidence.blockNumber', `the node has another ledger ${block.number}`);
  }
  const problem = memoProblem(claim, { answer, hash, index: block.number, challenge });
  return problem === null ? null : refused('evidence.transactionHash', problem);
}

interface MemoEvidence {
  readonly answer: ChainAnswer | undefined;
  readonly hash: string;
  readonly index: number;
  readonly challenge: string;
}

function memoProblem(
  { chain, authority }: ProofClaim,
  { answer, hash, index, challenge }: MemoEvidence,
): string | null {
  const found = membersOf(answer);
  const { hash: own, ledger_index: ledger, validated, ctid, meta } = found;
  // The second version of the interface puts what was signed into a member of its own.
  const { Account: sender, Memos: memos, Delegate: delegate, Flags: flags } = objectOf(found['tx_json'] ?? found);
  if (own !== hash || validated !== true) return 'is in no validated ledger';
  if (ledger !== index) return `is in ledger ${String(ledger)}, not in ledger ${index}`;
  const network = networkOf(ctid, index);
  if (network === null) return 'has no ctid, so the node does not state of which network it is';
  if (`xrpl:${network}` !== chain.caip2) return `is of the network ${network}; the asset is on ${chain.caip2}`;
  const { TransactionResult: result } = objectOf(meta);
  if (result !== 'tesSUCCESS') return `failed: its result is ${typeof result === 'string' ? result : 'not stated'}`;
  if (sender !== authority.address) return `was sent by ${String(sender)}, not by ${authority.address}`;
  if (delegate !== undefined && delegate !== null) {
    return `was signed by a delegate, ${JSON.stringify(delegate)}, to whom ${authority.address} gave a permission`;
  }
  if (isInBatch(flags, meta)) return 'is a part of a batch, so it has no signature of its own';
  const texts = memosOf(memos);
  if (texts.length === 0) return 'has no memo';
  const wanted = Buffer.from(challenge, 'utf8').toString('hex').toUpperCase();
  return texts.includes(wanted) ? null : 'has another memo than the challenge in UTF-8';
}

/** The flag `tfInnerBatchTxn`. */
const innerOfBatch = 0x4000_0000n;

const isInBatch = (flags: unknown, meta: unknown): boolean =>
  (typeof flags === 'number' && Number.isSafeInteger(flags) && (BigInt(flags) & innerOfBatch) !== 0n) ||
  objectOf(meta)['ParentBatchID'] !== undefined;

/** The network of a compact transaction id: C, 7 digits of the ledger, 4 of the place in it, 4 of the network; null for none. */
function networkOf(ctid: unknown, index: number): number | null {
  const parts = typeof ctid === 'string' ? /^C([0-9A-F]{7})[0-9A-F]{4}([0-9A-F]{4})$/.exec(ctid) : null;
  return parts !== null && Number.parseInt(parts[1] ?? '', 16) === index ? Number.parseInt(parts[2] ?? '', 16) : null;
}

const memosOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((one) => {
    const { MemoData: data } = objectOf(objectOf(one)['Memo']);
    return typeof data === 'string' ? [data.toUpperCase()] : [];
  });

type Members = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
