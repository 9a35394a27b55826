import { headBytes, slotsCode, surveyCode, viewStatus } from '../../../../pipeline/chain/evm/calls/reader-code.ts';
import { probeStatus, proberCode } from '../../../../pipeline/chain/evm/calls/probe-code.ts';
import { readerAddress } from '../../../../pipeline/chain/evm/calls/read-many.ts';
import type { Contract } from './contracts.ts';

type Contracts = ReadonlyMap<string, Contract>;

export interface Call {
  readonly to: string;
  readonly data: string;
  readonly from?: string;
}

/** Code that a call puts in the place of accounts'. */
export type Overrides = Readonly<Record<string, { readonly code: string }>>;

/** Zeros, as an empty slot has. */
export const emptyWord = `0x${'0'.repeat(64)}`;

/**
 * The result of `eth_call`, or null for a revert. The program's own code for readers and probes is known by its bytes: it is
 * answered as its comments state, without an interpreter.
 */
export function callContract(contracts: Contracts, { to, data, from }: Call, overrides: Overrides = {}): string | null {
  const lent = overrides[to]?.code;
  if (to === readerAddress && lent === surveyCode)
    return survey(contracts, Buffer.from(data.slice(2), 'hex'), overrides);
  if (to === readerAddress && lent === proberCode) return probe(contracts, Buffer.from(data.slice(2), 'hex'));
  // The code that answers 1, of which the program learns that overrides are taken.
  if (to === readerAddress && lent !== undefined) return `0x${'1'.padStart(64, '0')}`;
  const called = contracts.get(to);
  if (called === undefined) return '0x';
  if (from !== undefined) return called.mayCall(from, data) ? '0x' : null;
  return called.answer(data);
}

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

const hexOf = (bytes: Buffer): string => `0x${bytes.toString('hex')}`;

function survey(contracts: Contracts, data: Buffer, overrides: Overrides): string {
  const count = data.readUInt16BE(0);
  const targets = Array.from({ length: count }, (_, n) => hexOf(data.subarray(2 + 20 * n, 22 + 20 * n)));
  const calls: string[] = [];
  for (let at = 4 + 20 * count; at < data.length; at += 2 + data.readUInt16BE(at)) {
    calls.push(hexOf(data.subarray(at + 2, at + 2 + data.readUInt16BE(at))));
  }
  const parts = targets.flatMap((target): readonly Buffer[] => {
    const contract = contracts.get(target);
    const isSlots = overrides[target]?.code === slotsCode;
    const code = isSlots ? Buffer.from(slotsCode.slice(2), 'hex') : (contract?.code ?? Buffer.alloc(0));
    const head = Buffer.alloc(36 + headBytes);
    if (contract !== undefined && !isSlots) contract.codeHash.copy(head);
    head.writeUInt32BE(code.length, 32);
    code.copy(head, 36);
    const answers = calls.map((call) => {
      if (isSlots) return answered(slotsOf(contract, call));
      return contract === undefined ? Buffer.from([viewStatus.notAsked, 0, 0]) : answered(contract.answer(call));
    });
    return [head, ...answers];
  });
  return hexOf(Buffer.concat(parts));
}

function answered(result: string | null): Buffer {
  if (result === null) return Buffer.from([viewStatus.reverted, 0, 0]);
  const bytes = Buffer.from(result.slice(2), 'hex');
  return Buffer.concat([Buffer.from([viewStatus.ok]), u16(bytes.length), bytes]);
}

/** The words at the slots that are the calldata. */
function slotsOf(contract: Contract | undefined, call: string): string {
  const keys = call.slice(2).match(/.{64}/g) ?? [];
  return `0x${keys.map((key) => (contract?.slots[`0x${key}`] ?? emptyWord).slice(2)).join('')}`;
}

function probe(contracts: Contracts, data: Buffer): string {
  const statuses: number[] = [];
  for (let at = 2; at < data.length; ) {
    const [from, to] = [hexOf(data.subarray(at, at + 20)), hexOf(data.subarray(at + 20, at + 40))];
    const length = data.readUInt16BE(at + 40);
    const succeeds = contracts.get(to)?.mayCall(from, hexOf(data.subarray(at + 42, at + 42 + length))) === true;
    statuses.push(succeeds ? probeStatus.succeeded : probeStatus.failed);
    at += 42 + length;
  }
  return hexOf(Buffer.from(statuses));
}
