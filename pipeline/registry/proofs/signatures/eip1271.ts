import { keccak_256 } from '@noble/hashes/sha3.js';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { ChainRequest, Plan } from '../../../chain/exchange.ts';
import { sameAccount } from '../../addresses.ts';
import { blockAgeProblem, blockProblem, blockRequests } from '../chain-block.ts';
import type { PreparedProof } from '../chain-proof.ts';
import { challengeTimeProblem, checkChallenge } from '../statement/challenge.ts';
import { eip191Hash } from './eip191.ts';
import {
  evidenceText,
  type ProofClaim,
  type ProofVerdict,
  type RefusedProof,
  refused,
  unknownMember,
} from '../proof.ts';
import { typedChallengeProblem, typedTimeProblem } from '../statement/typed-challenge.ts';
import { readTypedData, typedDataId } from '../typed/typed-data.ts';
import { typedDigest } from '../typed/typed-digest.ts';
import { blockMoment, type Moment } from '../statement/validity.ts';
import { answerProblem, isKnown, isMagic, isNoAnswer, noSignature, signatureRequest } from './wallet-call.ts';
import { unwrapSignature } from './wrapped-signature.ts';
import { signersOf, signersRequests } from './wallet-signers.ts';

type InnerScheme = 'eip191' | 'eip712';

const planVersion = 'eip1271-2';
const longestSignature = 8_192;

/**
 * Prepares `contract_signature` / `eip1271`: `evidence.signature` is what the wallet at the authority's address accepts for
 * the challenge at the final block `method.blockNumber`, by `isValidSignature`.
 */
export function prepareEip1271(claim: ProofClaim): PreparedProof {
  const { chain, method, evidence } = claim;
  if (chain.encoding !== 'evm') {
    return refused('method.scheme', `eip1271 proves control of an EVM contract; the asset is on ${chain.slug}`);
  }
  const unknown = unknownMember(claim, {
    method: ['type', 'scheme', 'innerScheme', 'inner_scheme', 'caip2', 'blockNumber', 'block_number'],
    evidence: ['signature', 'blockNumber'],
  });
  if (unknown !== null) return unknown;
  const { caip2 = chain.caip2 } = method;
  const inner = agreed({ 'method.innerScheme': method['innerScheme'], 'method.inner_scheme': method['inner_scheme'] });
  if ('verified' in inner) return inner;
  const innerScheme = inner.value;
  if (!isInner(innerScheme)) return refused('method.innerScheme', 'is neither eip191 nor eip712');
  if (caip2 !== chain.caip2) return refused('method.caip2', `is not ${chain.caip2}, the chain of the asset`);
  const block = agreed({
    'method.blockNumber': method['blockNumber'],
    'method.block_number': method['block_number'],
    'evidence.blockNumber': evidence['blockNumber'],
  });
  if ('verified' in block) return block;
  const blockNumber = block.value;
  if (typeof blockNumber !== 'number' || !Number.isSafeInteger(blockNumber) || blockNumber < 0) {
    return refused('method.blockNumber', 'is not the number of a block');
  }
  const signature = evidenceText(claim, 'signature');
  if (typeof signature !== 'string') return signature;
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(signature)) return refused('evidence.signature', 'is not hex with 0x');
  if (signature.length > 2 + 2 * longestSignature) {
    return refused('evidence.signature', `has more than ${longestSignature} bytes`);
  }
  const unwrapped = unwrapSignature(signature.toLowerCase());
  if ('problem' in unwrapped) return refused('evidence.signature', unwrapped.problem);
  const signed = signedHash(claim, innerScheme);
  if ('problem' in signed) return refused('challenge', signed.problem);
  const plan = (block: ChainBlock): Plan<ProofVerdict> =>
    askWallet(claim, block, { inner: innerScheme, ...unwrapped, ...signed });
  return { version: planVersion, at: { blockNumber }, plan };
}

const isInner = (value: unknown): value is InnerScheme => value === 'eip191' || value === 'eip712';

/** The value of members that may all state it: lines of imports, and stored proofs, have different names for it. */
function agreed(stated: Readonly<Record<string, unknown>>): { readonly value: unknown } | RefusedProof {
  const [first, ...others] = Object.entries(stated).filter(([, value]) => value !== undefined);
  const other = others.find(([, value]) => value !== first?.[1]);
  if (first === undefined || other === undefined) return { value: first?.[1] };
  return refused(other[0], `is not ${JSON.stringify(first[1])}, as in ${first[0]}`);
}

interface SignedHash {
  /** What the wallet is asked about, 32 bytes. */
  readonly hash: Uint8Array;
  readonly challengeId?: string;
  /** Why what was signed was not valid at a moment; null when it was. */
  readonly timeProblem: (moment: Moment) => string | null;
}

function signedHash(claim: ProofClaim, inner: InnerScheme): SignedHash | { readonly problem: string } {
  if (inner === 'eip712') {
    const data = readTypedData(claim.challenge);
    if (typeof data === 'string') return { problem: data };
    const problem = typedChallengeProblem(claim, data);
    if (problem !== null) return { problem };
    const timeProblem = (moment: Moment): string | null => typedTimeProblem(data, moment);
    return { hash: typedDigest(data), challengeId: typedDataId(data), timeProblem };
  }
  const challenge = checkChallenge(claim);
  if (typeof challenge === 'string') return { problem: challenge };
  const { signer } = challenge;
  if (signer !== null && !sameAccount(claim.chain, signer, claim.authority.address)) {
    return { problem: `names ${signer} as its signer, not ${claim.authority.address}` };
  }
  return {
    hash: eip191Hash(claim.challenge),
    timeProblem: (moment) => challengeTimeProblem(claim.challenge, moment),
  };
}

interface Question extends SignedHash {
  readonly inner: InnerScheme;
  readonly signature: string;
  /** It came in the wrapper for a wallet that may not be deployed yet. */
  readonly isWrapped: boolean;
}

/** Without its factory, whose code is not trusted, nothing shows that the wallet is that of the signer. */
const notDeployed = (address: string, block: number): string =>
  `is for a wallet that is not deployed (ERC-6492): ${address} has no contract at block ${block}, and a proof needs it`;

/**
 * Asks the wallet to verify the signature, and adds two calls that an honest wallet must reject: another hash with this
 * signature, and this hash with a made-up signature. A wallet that accepts one of them accepts anything.
 */
function* askWallet(
  claim: ProofClaim,
  block: ChainBlock,
  { inner, signature, isWrapped, hash, challengeId, timeProblem }: Question,
): Plan<ProofVerdict> {
  const { address } = claim.authority;
  const known = yield blockRequests(block);
  const problem = blockProblem(claim, block, known) ?? blockAgeProblem(claim, block);
  if (problem !== null) return refused('method.blockNumber', problem);
  const time = timeProblem(blockMoment(block));
  if (time !== null) return refused('challenge', time);
  const ask = (about: Uint8Array, with_: string): ChainRequest => signatureRequest(block, address, about, with_);
  const [answer, otherHash, otherSignature, owners, threshold] = yield [
    ask(hash, signature),
    ask(keccak_256(hash), signature),
    ask(hash, noSignature(hash)),
    ...signersRequests(block, address),
  ];
  if (isWrapped && isNoAnswer(answer)) return refused('evidence.signature', notDeployed(address, block.number));
  const refusal = answerProblem(answer, `${address} at block ${block.number}`);
  if (refusal !== null) return refused('evidence.signature', refusal);
  for (const [control, what] of [
    [otherHash, 'another hash with this signature'],
    [otherSignature, 'this hash with 65 bytes that are no signature'],
  ] as const) {
    if (!isKnown(control)) return refused('method', `the node did not answer whether ${address} accepts ${what}`);
    if (isMagic(control)) {
      return refused('evidence.signature', `proves nothing: ${address} also accepts ${what}`);
    }
  }
  if (!isKnown(owners) || !isKnown(threshold))
    return refused('method', `the node did not answer who signs for ${address}`);
  const wallet = signersOf(block, owners, threshold);
  return {
    verified: true,
    method: {
      type: 'contract_signature',
      scheme: 'eip1271',
      inner_scheme: inner,
      caip2: claim.chain.caip2,
      block_number: block.number,
    },
    provedBy: address,
    verifiedBy: 'attestry eip1271',
    ...(challengeId === undefined ? {} : { challengeId }),
    ...(wallet === null ? {} : { wallet }),
  };
}
