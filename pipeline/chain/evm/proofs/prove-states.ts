import { keccak_256 } from '@noble/hashes/sha3.js';
import type { ChainAnswer, Plan } from '../../exchange.ts';
import type { StateProofs } from '../../proven-facts.ts';
import type { AssetState } from '../../statement.ts';
import { hexOf } from '../calls/abi.ts';
import { codeRequest } from '../calls/block-requests.ts';
import { type AccountProof, noCodeHash, type ProvenAccount, verifyAccountProof } from './account-proof.ts';
import type { Controllers, ReadContext } from '../accounts/graph.ts';
import { proofRequest, proofSubjects, type WantedProof, wantedProofs } from './proof-requests.ts';
import { provenFactsOf, type ProvenReading } from './proven-readings.ts';
import { resultBytes } from '../calls/read-many.ts';
import { holdsSafe } from '../accounts/safe-storage.ts';
import type { AccountReading } from '../accounts/survey.ts';
import { slotKeys, slotNames } from '../calls/views.ts';

const nothing: StateProofs = { facts: new Map(), contradicted: null };

/**
 * Asks for the proofs of the accounts that states are about, and compares them with what was read. Whether the provider
 * serves proofs shows with the first one. A null `stateRoot`: the form of the header is not known, so nothing is asked.
 */
export function* proveStates(
  { at: { blockHash }, chain }: ReadContext,
  stateRoot: Uint8Array | null,
  states: readonly AssetState[],
  controllers: Controllers,
): Plan<StateProofs> {
  const subjects = proofSubjects(states, controllers);
  const [first, ...others] = wantedProofs(subjects, controllers, chain);
  if (stateRoot === null || first === undefined) return nothing;
  const [tried] = yield [proofRequest(blockHash, first)];
  if (verifyAccountProof(stateRoot, first.address, first.keys, tried).kind === 'none') return nothing;
  const wanted = [first, ...others];
  const withCode = wanted.filter(({ code }) => code);
  const answers = yield [
    ...others.map((one) => proofRequest(blockHash, one)),
    ...withCode.map(({ address }) => codeRequest(blockHash, address)),
  ];
  const proofs = [tried, ...answers.slice(0, others.length)];
  const codes = new Map(withCode.map(({ address }, index) => [address, answers[others.length + index]] as const));
  const proven = new Map<string, ProvenReading>();
  for (const [index, one] of wanted.entries()) {
    const reading = controllers.read.get(one.address)?.reading;
    if (reading === undefined) continue;
    const verified = compare(reading, one, verifyAccountProof(stateRoot, one.address, one.keys, proofs[index]));
    const code = verified === 'proven' ? compareCode(reading, one, codes.get(one.address)) : 'none';
    if (verified === 'contradicted' || code === 'contradicted') return { ...nothing, contradicted: one.address };
    if (verified === 'proven') proven.set(one.address, { reading, code: code === 'proven' });
  }
  return {
    facts: new Map(subjects.map((subject) => [subject.state.assetId, provenFactsOf(subject, proven)] as const)),
    contradicted: null,
  };
}

type Verdict = 'proven' | 'none' | 'contradicted';

function compare(reading: AccountReading, { keys, safe }: WantedProof, proof: AccountProof): Verdict {
  if (proof.kind === 'none' || reading.code === null) return 'none';
  if (proof.kind === 'invalid') return 'contradicted';
  const { account } = proof;
  // The reader gives zero for an account that does not exist.
  const hash = reading.code.size === 0 ? noCodeHash : reading.code.hash;
  const isSame = account.codeHash === hash && keys.every((key) => isSlot(reading, key, account));
  return isSame && (safe === null || holdsSafe(safe, account.slots)) ? 'proven' : 'contradicted';
}

/** Whether a slot that was read has the proven word; slots of lists are compared as a whole. */
function isSlot({ slots }: AccountReading, key: string, { slots: words }: ProvenAccount): boolean {
  const name = slotNames[slotKeys.indexOf(key)];
  if (name === undefined || slots === null) return true;
  return words.get(key)?.equals(slots[name]) === true;
}

function compareCode({ code }: AccountReading, wanted: WantedProof, answer: ChainAnswer | undefined): Verdict {
  if (code === null) return 'none';
  if (!wanted.code) {
    if (code.size > code.head.length) return 'none';
    return code.size === 0 || hashOf(code.head.subarray(0, code.size)) === code.hash ? 'proven' : 'contradicted';
  }
  const bytes = resultBytes(answer);
  if (bytes === null) return 'none';
  const isRead = bytes.length === code.size && bytes.subarray(0, code.head.length).equals(code.head);
  return isRead && hashOf(bytes) === code.hash ? 'proven' : 'contradicted';
}

const hashOf = (bytes: Uint8Array): string => hexOf(Buffer.from(keccak_256(bytes)));
