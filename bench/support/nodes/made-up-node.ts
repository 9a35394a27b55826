import type { RpcAnswer, RpcProvider, RpcRequest } from '../../../infra/rpc/rpc-types.ts';
import type { ChainBlock } from '../../../pipeline/chain/cassette-header.ts';
import { answerOneCode, surveyCode } from '../../../pipeline/chain/evm/calls/reader-code.ts';
import { viewNames } from '../../../pipeline/chain/evm/calls/views.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256Hex } from '../../../schemas/values/hash.ts';

const deepest = 3;
const slotMs = 12_000;
const epochMs = 32 * slotMs;
const headBytes = 48;
const slotBytes = 9 * 32;
const [ownerView, adminView, delayView] = (['owner', 'admin', 'delay'] as const).map((name) => viewNames.indexOf(name));

/** A token by its number, or the account that many levels above it. The last one is a key. */
export const tokenAt = (index: number, level = 0): string =>
  `0x${(0x10 + level).toString(16)}${index.toString(16).padStart(38, '0')}`;

/** The block that is final at a time: one an epoch. */
export function blockAt(time: number): ChainBlock {
  const epoch = Math.floor(time / epochMs);
  return { number: epoch * 32, hash: `0x${sha256Hex(String(epoch))}`, timestamp: (epoch * epochMs) / 1_000 };
}

export interface MadeUpNode extends RpcProvider {
  /** Requests by method. */
  readonly asked: ReadonlyMap<string, number>;
}

/**
 * A node in memory of tokens that a time lock owns, which another one administers, which a key does. A real one of 100,000
 * contracts would be measured instead.
 */
export function madeUpNode(label: string, clock: () => number): MadeUpNode {
  const asked = new Map<string, number>();
  return {
    label,
    asked,
    send: async (requests) => ({
      kind: 'answers',
      answers: requests.map((request) => {
        asked.set(request.method, (asked.get(request.method) ?? 0) + 1);
        return answerTo(request, clock());
      }),
    }),
  };
}

function answerTo({ method, params }: RpcRequest, now: number): RpcAnswer {
  const result = (value: unknown): RpcAnswer => ({ kind: 'result', result: value });
  switch (method) {
    case 'eth_chainId':
      return result('0x1');
    case 'eth_getBlockByNumber':
      return result(headerOf(blockAt(params[0] === 'finalized' ? now : Number(params[0]) * slotMs)));
    case 'eth_getBlockByHash':
      return result(headerOf(blockAt(now).hash === params[0] ? blockAt(now) : blockAt(now - epochMs)));
    case 'eth_getLogs':
      return result([]);
    case 'eth_getCode':
      return result(`0x${contractCode.toString('hex')}`);
    case 'eth_call':
      return result(called(params as Call));
    default:
      return { kind: 'error', code: -32_601, message: 'method not found' };
  }
}

const headerOf = ({ number, hash, timestamp }: ChainBlock) => ({
  number: `0x${number.toString(16)}`,
  hash,
  timestamp: `0x${timestamp.toString(16)}`,
});

type Call = readonly [
  { readonly to: string; readonly data: string },
  unknown,
  Readonly<Record<string, { readonly code: string }>> | undefined,
];

function called([{ to, data }, , overrides]: Call): string {
  const code = overrides?.[to]?.code;
  if (code === answerOneCode) return `0x${'1'.padStart(64, '0')}`;
  const bytes = Buffer.from(data.slice(2), 'hex');
  const count = bytes.readUInt16BE(0);
  // Probes: no account may do anything.
  if (code !== surveyCode) return `0x${'00'.repeat(count)}`;
  const targets = Array.from({ length: count }, (_, index) => bytes.subarray(2 + index * 20, 22 + index * 20));
  const views = bytes.readUInt16BE(2 + count * 20);
  return `0x${targets.map((target) => surveyOf(target, views)).join('')}`;
}

/** Code that does nothing. */
const contractCode = Buffer.alloc(1_000, 0x00);
const contractHash = Buffer.from(keccak_256(contractCode)).toString('hex');

function surveyOf(target: Buffer, views: number): string {
  const level = target.readUInt8(0) - 0x10;
  const size = level < deepest ? contractCode.length : 0;
  const code = `${contractHash}${size.toString(16).padStart(8, '0')}${'00'.repeat(headBytes)}`;
  const reverted = '000000';
  if (views === 1) return `${code}${size === 0 ? reverted : `01${u16(slotBytes)}${'00'.repeat(slotBytes)}`}`;
  const above = `01${u16(32)}${'0'.repeat(24)}${(0x11 + level).toString(16)}${target.toString('hex', 1)}`;
  const day = `01${u16(32)}${(86_400).toString(16).padStart(64, '0')}`;
  const answerOf = (view: number): string => {
    if (level === 0) return view === ownerView ? above : reverted;
    return view === adminView ? above : view === delayView ? day : reverted;
  };
  const answers = Array.from({ length: views }, (_, view) => (size > 0 ? answerOf(view) : reverted));
  return `${code}${answers.join('')}`;
}

const u16 = (value: number): string => value.toString(16).padStart(4, '0');
