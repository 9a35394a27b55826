/** Calldata and output of the code that reads many contracts in one call. */
import { hexOf } from './abi.ts';
import type { Outcome } from './outcome.ts';
import { headBytes, viewStatus } from './reader-code.ts';

/** The code of an account. */
export interface CodeReading {
  /** keccak-256. */
  readonly hash: string;
  readonly size: number;
  /** The first 48 bytes, padded with zeros. */
  readonly head: Buffer;
}

export interface TargetReading {
  /** Null: not read. */
  readonly code: CodeReading | null;
  /** One a view, in the order of the calls. */
  readonly outcomes: readonly Outcome[];
}

/** What the reader's code is called with: the targets, then the calls. */
export function surveyCalldata(targets: readonly string[], calls: readonly string[]): string {
  const bytes = (hex: string): string => hex.slice(2);
  const views = calls.map((call) => `${u16((call.length - 2) / 2)}${bytes(call)}`);
  return `0x${u16(targets.length)}${targets.map(bytes).join('')}${u16(calls.length)}${views.join('')}`;
}

const u16 = (value: number): string => value.toString(16).padStart(4, '0');

/** The reader's output; null when it is of another form. */
export function decodeSurvey(data: Buffer | null, targets: number, views: number): readonly TargetReading[] | null {
  if (data === null) return null;
  let at = 0;
  const readings: TargetReading[] = [];
  for (let target = 0; target < targets; target += 1) {
    if (at + 36 + headBytes > data.length) return null;
    const size = data.readUInt32BE(at + 32);
    const code = { hash: hexOf(data.subarray(at, at + 32)), size, head: data.subarray(at + 36, at + 36 + headBytes) };
    at += 36 + headBytes;
    const outcomes: Outcome[] = [];
    for (let view = 0; view < views; view += 1) {
      if (at + 3 > data.length) return null;
      const length = data.readUInt16BE(at + 1);
      if (at + 3 + length > data.length) return null;
      outcomes.push(outcomeOf(data.readUInt8(at), size, data, at + 3, at + 3 + length));
      at += 3 + length;
    }
    readings.push({ code, outcomes });
  }
  return at === data.length ? readings : null;
}

export const notRead: Outcome = { kind: 'not_read' };
const noCode: Outcome = { kind: 'no_code' };
const tooLong: Outcome = { kind: 'too_long' };
const gasUsedUp: Outcome = { kind: 'gas_used_up' };
const reverted: Outcome = { kind: 'reverted' };

function outcomeOf(status: number, size: number, data: Buffer, from: number, to: number): Outcome {
  if (size === 0) return noCode;
  if (status === viewStatus.ok) return { kind: 'ok', data: data.subarray(from, to) };
  if (status === viewStatus.tooLong) return tooLong;
  if (status === viewStatus.reverted) return reverted;
  return status === viewStatus.gasUsedUp ? gasUsedUp : notRead;
}
