import { keccak_256 } from '@noble/hashes/sha3.js';
import type { ChainAnswer, ChainRequest, Plan } from '../../exchange.ts';
import { together } from '../../exchange.ts';
import { bytesOf, hexOf } from './abi.ts';
import { blockParameter, codeRequest } from './block-requests.ts';
import type { Outcome } from './outcome.ts';
import { answerOneCode, gasPerView, headBytes, longestAnswer, slotsCode, surveyCode } from './reader-code.ts';
import { decodeSurvey, notRead, surveyCalldata, type TargetReading } from './survey-output.ts';

/** Where and how contracts are read. */
export interface ReadAt {
  readonly blockHash: string;
  /** Whether the node lets a call replace an account's code; without that, every question is a request of its own. */
  readonly overrides: boolean;
}

/** Targets of one call. */
const targetsPerCall = 200;
/** An address that has no code on any chain: the last 20 bytes of keccak-256 of `attestry reader`. */
export const readerAddress = '0xbde2faa954882cd78096bf330335064f2ed8a065';

/** Asks whether the node takes code overrides: a node that ignores them answers with nothing. */
export function* takesOverrides(blockHash: string): Plan<boolean> {
  const overrides = { [readerAddress]: { code: answerOneCode } };
  const [answer] = yield [callRequest(blockHash, { to: readerAddress, data: '0x' }, overrides)];
  return answer?.kind === 'result' && answer.result === `0x${'1'.padStart(64, '0')}`;
}

/** Code and answers of each target. A target that cannot be read is `not_read`, whatever the others do. */
export function* readViews(
  at: ReadAt,
  targets: readonly string[],
  calls: readonly string[],
): Plan<readonly TargetReading[]> {
  const parts = at.overrides
    ? inParts(targets, targetsPerCall).map((part) => surveyPart(at, part, calls, {}))
    : targets.map((target) => askSingly(at, target, calls));
  return (yield* together(parts)).flat();
}

/** The storage of each target at the given slots, 32 bytes each; null: not read. */
export function* readSlots(
  at: ReadAt,
  targets: readonly string[],
  keys: readonly string[],
): Plan<readonly (readonly Buffer[] | null)[]> {
  if (!at.overrides) return yield* together(targets.map((target) => slotsSingly(at, target, keys)));
  const call = `0x${keys.map((key) => key.slice(2)).join('')}`;
  const parts = inParts(targets, targetsPerCall).map((part) => {
    const overrides = Object.fromEntries(part.map((target) => [target, { code: slotsCode }]));
    return surveyPart(at, part, [call], overrides);
  });
  return (yield* together(parts)).flat().map(({ outcomes: [outcome] }) => {
    if (outcome?.kind !== 'ok' || outcome.data.length !== keys.length * 32) return null;
    const { data } = outcome;
    return keys.map((_, index) => data.subarray(index * 32, index * 32 + 32));
  });
}

type Overrides = Readonly<Record<string, { readonly code: string }>>;

/** One call for all targets; one that fails is halved, so that what fails alone is `not_read` alone. */
function* surveyPart(
  at: ReadAt,
  targets: readonly string[],
  calls: readonly string[],
  overrides: Overrides,
): Plan<readonly TargetReading[]> {
  const own = Object.fromEntries(Object.entries(overrides).filter(([target]) => targets.includes(target)));
  const data = surveyCalldata(targets, calls);
  const [answer] = yield [
    callRequest(at.blockHash, { to: readerAddress, data }, { ...own, [readerAddress]: { code: surveyCode } }),
  ];
  const readings = decodeSurvey(resultBytes(answer), targets.length, calls.length);
  if (readings !== null) return readings;
  if (targets.length === 1) return [{ code: null, outcomes: calls.map(() => notRead) }];
  const half = Math.ceil(targets.length / 2);
  const halves = [targets.slice(0, half), targets.slice(half)];
  return (yield* together(halves.map((part) => surveyPart(at, part, calls, overrides)))).flat();
}

function* askSingly(at: ReadAt, target: string, calls: readonly string[]): Plan<readonly TargetReading[]> {
  const gas = `0x${(gasPerView + 30_000).toString(16)}`;
  const [codeAnswer, ...answers] = yield [
    codeRequest(at.blockHash, target),
    ...calls.map((data) => callRequest(at.blockHash, { to: target, data, gas })),
  ];
  const bytes = resultBytes(codeAnswer);
  if (bytes === null) return [{ code: null, outcomes: calls.map(() => notRead) }];
  const head = Buffer.alloc(headBytes);
  bytes.copy(head);
  const code = { hash: hexOf(Buffer.from(keccak_256(bytes))), size: bytes.length, head };
  return [{ code, outcomes: answers.map((answer) => (code.size === 0 ? { kind: 'no_code' } : singleOutcome(answer))) }];
}

/** The outcome of a call of its own. Nodes have no common code for a failed call, so its text is read as well. */
export function singleOutcome(answer: ChainAnswer | undefined, most = longestAnswer): Outcome {
  if (answer?.kind === 'error') {
    if (isRevert(answer)) return { kind: 'reverted' };
    return usedUp.test(answer.message) ? { kind: 'gas_used_up' } : notRead;
  }
  const data = resultBytes(answer);
  if (data === null) return notRead;
  return data.length > most ? { kind: 'too_long' } : { kind: 'ok', data };
}

const isRevert = ({ code, message }: Extract<ChainAnswer, { readonly kind: 'error' }>): boolean =>
  code === 3 || /\brevert/i.test(message);

/** What ends a call with all of its gas. */
const usedUp = /invalid ?(?:fe ?)?opcode|out ?of ?gas|EVM error|stack (?:over|under)flow|invalid ?jump/i;

function* slotsSingly(at: ReadAt, target: string, keys: readonly string[]): Plan<readonly Buffer[] | null> {
  const answers = yield keys.map((key) => ({
    method: 'eth_getStorageAt',
    params: [target, key, blockParameter(at.blockHash)],
  }));
  const words = answers.map(resultBytes).filter((bytes) => bytes?.length === 32);
  return words.length === keys.length ? (words as Buffer[]) : null;
}

/** The bytes of a result in hex; null for an error or anything else. */
export function resultBytes(answer: ChainAnswer | undefined): Buffer | null {
  if (answer?.kind !== 'result' || typeof answer.result !== 'string' || !answer.result.startsWith('0x')) return null;
  const bytes = bytesOf(answer.result);
  // Decoding ends at the first pair that is not of two hex digits.
  return bytes.length * 2 === answer.result.length - 2 ? bytes : null;
}

export interface CallObject {
  readonly from?: string;
  readonly to: string;
  readonly data: string;
  readonly gas?: string;
}

export const callRequest = (blockHash: string, call: CallObject, overrides?: Overrides): ChainRequest => ({
  method: 'eth_call',
  params: [call, blockParameter(blockHash), ...(overrides === undefined ? [] : [overrides])],
});

export function inParts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}
