import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { ChainBlock } from '../../chain/cassette-header.ts';
import { type Cassette, writeCassette } from '../../chain/cassette.ts';
import { type Plan, replay } from '../../chain/exchange.ts';
import { type ProofClaim, type ProofVerdict, type RefusedProof, refused } from './proof.ts';

/** The exchanges with nodes that a proof rests on, or why there are none, as a sentence without its full stop. */
export type ProofReading =
  | { readonly ok: true; readonly cassette: Cassette }
  | { readonly ok: false; readonly reason: string };

/** What a method asks of the chain, once everything that needs no chain was checked. */
export interface ChainProof {
  /** Version of the plan: another one may ask and decide otherwise. */
  readonly version: string;
  /** The final block that is read; with a hash, the block of this transaction, which the line does not number. */
  readonly at: ProofPlace;
  readonly plan: (block: ChainBlock) => Plan<ProofVerdict>;
}

export type ProofPlace = { readonly blockNumber: number } | { readonly transactionHash: string };

/** A proof that needs its chain, or the reason why it is refused before. */
export type PreparedProof = ChainProof | RefusedProof;

/** The verdict that a quorum of the recorded providers gives. The verified proof has the exchanges as its evidence. */
export function chainVerdict(
  claim: ProofClaim,
  prepared: PreparedProof,
  reading: ProofReading | undefined,
): ProofVerdict {
  if ('verified' in prepared) return prepared;
  if (reading === undefined) return refused('method', 'the exchanges with a node that it rests on are missing');
  if (!reading.ok) return refused('method', reading.reason);
  const { header, exchanges } = reading.cassette;
  const isOther =
    header.block === null ||
    header.chain !== claim.chain.caip2 ||
    header.plan !== prepared.version ||
    ('blockNumber' in prepared.at && header.block.number !== prepared.at.blockNumber);
  if (isOther) return refused('evidence.cassette', 'is of another chain, plan or block than the proof');
  const { block, providers, quorum } = header;
  const verdicts: ProofVerdict[] = [];
  for (const by of providers) {
    const replayed = replay(prepared.plan(block), by, exchanges);
    if (!replayed.ok) {
      return refused('evidence.cassette', `lacks an answer of provider ${by} to ${replayed.missing.method}`);
    }
    verdicts.push(replayed.value);
  }
  const verified = verdicts.filter((verdict) => verdict.verified);
  const [first] = verified;
  const refusal = verdicts.find((verdict) => !verdict.verified);
  if (new Set(verified.map((verdict) => canonicalJson(verdict))).size > 1) {
    return refused('method', `providers ${providers.join(', ')} do not agree on what they show`);
  }
  if (first !== undefined && verified.length >= quorum) return { ...first, cassette: writeCassette(reading.cassette) };
  if (first !== undefined && refusal !== undefined) {
    return refused('method', `providers ${providers.join(', ')} do not agree: for one, ${refusal.reason}`);
  }
  return refusal ?? refused('method', `${quorum} providers must agree, and ${verified.length} were asked`);
}
