/**
 * The JSON-RPC face of a Solana node over HTTP, with accounts and transactions of the test's choice, and those of real
 * programs where a test opens them (`solana-programs.ts`). It is no node: it has one slot, the test's.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProvider, type RpcProvider } from '../../../infra/rpc/provider.ts';
import { clockSysvar, sysvarOwner } from '../../../pipeline/chain/solana/keys.ts';

const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKHrgJtMkhHqc';

export interface FaceAccount {
  readonly owner: string;
  readonly data: Buffer;
  readonly executable?: boolean;
}

type Members = Readonly<Record<string, unknown>>;
type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** State of the face; a test changes its members. */
export interface SolanaFace {
  readonly accounts: Map<string, FaceAccount>;
  /** Accounts of real programs, which a test did not put there. */
  programs: (key: string) => FaceAccount | undefined;
  readonly transactions: Map<string, unknown>;
  /** Signatures that name an address, newest first. */
  readonly signatures: Map<string, readonly Members[]>;
  slot: number;
  time: number;
  genesis: string;
  /** Replaces an answer; `count` is how many requests of the method came before. Undefined keeps it. */
  spoil: (method: string, params: readonly unknown[], answer: Answer, count: number) => Answer | undefined;
  /** Requests by method, and HTTP bodies. */
  readonly asked: Map<string, number>;
  bodies: number;
}

export interface SolanaNode extends SolanaFace {
  readonly url: string;
  readonly provider: (label?: string) => RpcProvider;
}

export async function startSolanaNode(): Promise<SolanaNode> {
  const face: SolanaFace = {
    accounts: new Map(),
    programs: () => undefined,
    transactions: new Map(),
    signatures: new Map(),
    slot: 437_047_333,
    time: 1_785_000_000,
    genesis: mainnetGenesis,
    spoil: () => undefined,
    asked: new Map(),
    bodies: 0,
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      face.bodies += 1;
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as RpcMember | readonly RpcMember[];
      const members = (Array.isArray(body) ? body : [body]) as readonly RpcMember[];
      const answers = members.map((member) => ({ jsonrpc: '2.0', id: member.id, ...answered(face, member) }));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = (label = 'own'): RpcProvider =>
    createProvider({ label, url, rate: null, clock: () => 0, userAgent: 'attestry-test' });
  return Object.assign(face, { url, provider });
}

interface RpcMember {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

function answered(face: SolanaFace, { method, params }: RpcMember): Answer {
  const count = face.asked.get(method) ?? 0;
  face.asked.set(method, count + 1);
  const answer = answerOf(face, method, params);
  return face.spoil(method, params, answer, count) ?? answer;
}

function answerOf(face: SolanaFace, method: string, params: readonly unknown[]): Answer {
  const context = { apiVersion: '2.3.0', slot: face.slot };
  switch (method) {
    case 'getGenesisHash':
      return { result: face.genesis };
    case 'getLatestBlockhash':
      return { result: { context, value: { blockhash: blockHash, lastValidBlockHeight: face.slot } } };
    case 'getBlockTime':
      return { result: face.time };
    case 'getBlock': {
      const [slot] = params as readonly [number];
      if (slot > face.slot) return { error: { code: -32_004, message: `Block not available for slot ${slot}` } };
      return { result: { blockHeight: slot, blockTime: face.time, blockhash: blockHash, parentSlot: slot - 1 } };
    }
    case 'getMultipleAccounts': {
      const [keys, options] = params as readonly [readonly string[], Members];
      if (keys.length > 100) return { error: { code: -32_602, message: 'Too many inputs provided; max 100' } };
      if (Number(options['minContextSlot']) > face.slot) {
        return { error: { code: -32_016, message: 'Minimum context slot has not been reached' } };
      }
      const { length } = (options['dataSlice'] ?? { length: Number.MAX_SAFE_INTEGER }) as { readonly length: number };
      return { result: { context, value: keys.map((key) => shownAccount(face, key, length)) } };
    }
    case 'getSignaturesForAddress':
      return { result: face.signatures.get(String(params[0])) ?? [] };
    case 'getTransaction':
      return { result: face.transactions.get(String(params[0])) ?? null };
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

const blockHash = '9sHcv6xwn9YkB8nxTUGKDwPwNnmqVp5oAXxU8Fdkm4J6';

function shownAccount(face: SolanaFace, key: string, length: number): unknown {
  const account =
    key === clockSysvar ? clockAccount(face.slot, face.time) : (face.accounts.get(key) ?? face.programs(key));
  return account === undefined ? null : accountJson(account, length);
}

/** As nodes show it. */
export const accountJson = ({ owner, data, executable = false }: FaceAccount, length = data.length): Members => ({
  data: [data.subarray(0, length).toString('base64'), 'base64'],
  executable,
  lamports: 1_461_600,
  owner,
  rentEpoch: 0,
  space: data.length,
});

/** The clock: slot, start of the epoch, epoch, epoch of the next leaders, time. */
export function clockAccount(slot: number, time: number): FaceAccount {
  const data = Buffer.alloc(40);
  data.writeBigUInt64LE(BigInt(slot), 0);
  data.writeBigUInt64LE(1_011n, 16);
  data.writeBigInt64LE(BigInt(time), 32);
  return { owner: sysvarOwner, data };
}
