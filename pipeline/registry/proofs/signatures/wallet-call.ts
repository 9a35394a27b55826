import { keccak_256 } from '@noble/hashes/sha3.js';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { ChainAnswer, ChainRequest } from '../../../chain/exchange.ts';

const callGas = '0xf4240';
const noAddress = `0x${'0'.repeat(40)}`;

/** A call of a contract at a block, from no account. */
export const callAt = ({ hash: blockHash }: ChainBlock, to: string, data: string): ChainRequest => ({
  method: 'eth_call',
  params: [
    { from: noAddress, to: to.toLowerCase(), data, gas: callGas },
    { blockHash, requireCanonical: true },
  ],
});

/** `isValidSignature(bytes32,bytes)`. */
const selector = '1626ba7e';
const magic = `0x${selector.padEnd(64, '0')}`;
/** The answer of an older draft of the standard, which hashes otherwise. */
const oldMagic = '0x20c13b0b';

/** Asks a wallet whether it accepts a signature of a hash. */
export function signatureRequest(block: ChainBlock, to: string, hash: Uint8Array, signature: string): ChainRequest {
  const bytes = signature.slice(2);
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0');
  const data = `0x${selector}${Buffer.from(hash).toString('hex')}${word(64)}${word(bytes.length / 2)}${padded}`;
  return callAt(block, to, data);
}

/** 65 bytes that no key signed: the same for the same hash, so that a replay asks the same. */
export function noSignature(hash: Uint8Array): string {
  const first = keccak_256(Buffer.concat([hash, Buffer.from('attestry control')]));
  return `0x${Buffer.from(first).toString('hex')}${Buffer.from(keccak_256(first)).toString('hex')}1b`;
}

export const isMagic = (answer: ChainAnswer | undefined): boolean =>
  answer?.kind === 'result' && answer.result === magic;

/** What an account without code answers to any call. */
export const isNoAnswer = (answer: ChainAnswer | undefined): boolean =>
  answer?.kind === 'result' && answer.result === '0x';

type NodeError = Extract<ChainAnswer, { readonly kind: 'error' }>;
const isRevert = ({ code, message }: NodeError): boolean => code === 3 || /\brevert/i.test(message);
const isOutOfGas = ({ message }: NodeError): boolean => /out ?of ?gas|gas required exceeds/i.test(message);
const isFailedCall = (error: NodeError): boolean =>
  isRevert(error) || isOutOfGas(error) || /invalid opcode|invalid jump|stack (?:under|over)flow/i.test(error.message);

/** The reason of a contract or node, for the operator who imports the proof. */
const wordsOf = ({ words, message }: NodeError): string => words ?? message;

/** Whether the wallet answered or failed, rather than the node. */
export const isKnown = (answer: ChainAnswer | undefined): boolean =>
  answer?.kind === 'result' ? typeof answer.result === 'string' : answer !== undefined && isFailedCall(answer);

/** Why an answer is not that the wallet accepts the signature; null if it is. */
export function answerProblem(answer: ChainAnswer | undefined, wallet: string): string | null {
  if (isMagic(answer)) return null;
  if (answer?.kind === 'error') {
    if (isRevert(answer)) return `${wallet} reverted: ${wordsOf(answer)}`;
    if (isOutOfGas(answer)) return `${wallet} used up ${Number(callGas)} gas`;
    return isFailedCall(answer) ? `${wallet} failed: ${wordsOf(answer)}` : `was not answered: ${wordsOf(answer)}`;
  }
  const text = answer?.result;
  if (typeof text !== 'string') return 'was not answered';
  if (text === '0x') return `there is no contract at ${wallet}, or none that answers isValidSignature`;
  if (text.startsWith(oldMagic)) {
    return `${wallet} answers by an older draft of EIP-1271 (0x20c13b0b), which hashes otherwise`;
  }
  return `${wallet} does not accept it: it answered ${text.slice(0, 80)}${text.length > 80 ? '…' : ''}`;
}
