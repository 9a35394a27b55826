import { checkBatchesAgain } from '../../invariants/batches-again.ts';
import { simulation } from '../../kernel/simulation.ts';
import type { SimulatedAnswer } from '../../ports/network/answer.ts';
import type { SimulatedRequest } from '../../ports/network/http-server.ts';
import { type Call, callContract, emptyWord, type Overrides } from './calls.ts';
import type { Block, SimulatedChain } from './chain.ts';
import { contractsOf, roleAdminSelector } from './contracts.ts';
import { liesOf } from './false-blocks.ts';
import { hex, KnownBlocks, type LogFilter } from './known-blocks.ts';

/** Classes of faults of a node, beside those of the way to it. */
export const nodeFaults = {
  'node-lags': { share: 0.3, probability: 0.05 },
  'node-answers-errors': { share: 0.3, probability: 0.03 },
  'node-has-no-logs': { share: 0.3, probability: 0.8 },
  'node-leaves-out-answers': { share: 0.15, probability: 0.1 },
  'node-refuses-batches': { share: 0.2, probability: 0.1 },
  'node-shuffles-answers': { share: 0.2, probability: 0.5 },
  'node-lies': { share: 0.25, probability: 0.3 },
  'node-leaves-the-chain': { share: 0.2, times: [1] },
} as const;

/** What roles are read by: all logs, those since the first block, or calls that ask about a role. */
export const partsOfRoles = ['histories', 'all', 'calls'] as const;
type PartOfRoles = (typeof partsOfRoles)[number];

export interface NodeOptions {
  readonly name: string;
  /** Whether a call may replace code. */
  readonly takesOverrides: boolean;
  /** Whether it may lie and leave the chain: one node of several at most, so that the others are a quorum. */
  readonly mayLie: boolean;
}

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

const error = (code: number, message: string): Answer => ({ error: { code, message } });
const unknownBlock = error(-32_001, 'header not found');

/** A JSON-RPC node of the chain, with faults of its own. */
export class SimulatedNode {
  readonly #blocks: KnownBlocks;
  readonly #options: NodeOptions;
  #refused: PartOfRoles | null = null;
  /** Single requests since the last batch, and batches that it refused since it took one. */
  #singles = 0;
  #refusals = 0;
  /** The batch that it took last, and the refusals before it. */
  #taken: { readonly text: string; readonly refusals: number } | null = null;

  constructor(chain: SimulatedChain, options: NodeOptions) {
    this.#blocks = new KnownBlocks(chain);
    this.#options = options;
  }

  /** From the final block before the newest on, it has other blocks. */
  leaveChain(): void {
    if (this.#options.mayLie) this.#blocks.leaveChain();
  }

  /** Its answers lack this, so that it shows no roles. */
  refuseRoles(part: PartOfRoles): void {
    this.#refused = part;
  }

  /** Ends what does not end by itself. */
  recover(): void {
    this.#blocks.returnToChain();
    this.#refused = null;
  }

  readonly answer = ({ body }: SimulatedRequest): SimulatedAnswer => {
    const { faults, random } = simulation();
    const text = body.toString('utf8');
    const asked = JSON.parse(text) as Message | readonly Message[];
    this.#blocks.follow(faults.strikes('node-lags'));
    const lies = this.#options.mayLie && faults.strikes('node-lies');
    const answerTo = (message: Message): Answer =>
      message.method === 'eth_getLogs' && faults.strikes('node-has-no-logs')
        ? error(-32_005, 'the query takes too long')
        : this.#answerTo(message, lies);
    const one = (message: Message): object => ({ jsonrpc: '2.0', id: message.id, ...answerTo(message) });
    if ('id' in asked) {
      this.#singles += 1;
      checkBatchesAgain(simulation(), this.#options.name, this.#singles, this.#refusals);
      return json(one(asked));
    }
    this.#singles = 0;
    if (faults.strikes('node-refuses-batches')) {
      // The client that asks the same again did not get the answer, so for it no batch was taken.
      if (this.#taken?.text === text) this.#refusals = this.#taken.refusals;
      this.#refusals += 1;
      return json({ jsonrpc: '2.0', id: null, ...error(-32_600, 'no batches') });
    }
    if (this.#taken?.text !== text) this.#taken = { text, refusals: this.#refusals };
    this.#refusals = 0;
    const answers = asked.map(one);
    if (faults.strikes('node-leaves-out-answers')) answers.splice(random.below(answers.length), 1);
    if (faults.strikes('node-shuffles-answers')) answers.reverse();
    return json(answers);
  };

  #answerTo({ method, params }: Message, lies: boolean): Answer {
    const { faults, random } = simulation();
    if (faults.strikes('node-answers-errors')) {
      return random.pick([error(-32_000, 'missing trie node'), error(-32_005, 'limit exceeded'), unknownBlock]);
    }
    switch (method) {
      case 'eth_chainId':
        return { result: '0x1' };
      case 'eth_blockNumber':
        return { result: hex(this.#blocks.head) };
      case 'eth_getBlockByNumber':
        return { result: headerOf(this.#blocks.byTag(String(params[0]))) };
      case 'eth_getBlockByHash':
        return { result: headerOf(this.#blocks.byHash(String(params[0]))) };
      case 'eth_getLogs':
        return this.#logsAnswer(params[0] as LogFilter);
      case 'eth_getBalance':
        return { result: '0x0' };
      case 'eth_call':
      case 'eth_getCode':
      case 'eth_getStorageAt':
        return this.#stateAnswer(method, params, lies);
      default:
        return error(-32_601, 'the method does not exist');
    }
  }

  #stateAnswer(method: string, params: readonly unknown[], lies: boolean): Answer {
    const at = params[method === 'eth_getStorageAt' ? 2 : 1] as string | { readonly blockHash: string };
    const block = typeof at === 'string' ? this.#blocks.byTag(at) : this.#blocks.byHash(at.blockHash);
    if (block === undefined) return unknownBlock;
    const contracts = contractsOf(lies ? liesOf(block) : block.tokens);
    if (method === 'eth_call') {
      const { data } = params[0] as Call;
      if (this.#refused === 'calls' && data.includes(roleAdminSelector)) return error(-32_000, 'execution timeout');
      const overrides = this.#options.takesOverrides ? (params[2] as Overrides | undefined) : undefined;
      const result = callContract(contracts, params[0] as Call, overrides);
      return result === null ? error(3, 'execution reverted') : { result };
    }
    const contract = contracts.get(String(params[0]));
    if (method === 'eth_getCode') return { result: `0x${contract?.code.toString('hex') ?? ''}` };
    return { result: contract?.slots[String(params[1])] ?? emptyWord };
  }

  #logsAnswer(filter: LogFilter): Answer {
    const isRefused = this.#refused === 'all' || (this.#refused === 'histories' && Number(filter.fromBlock) === 0);
    return isRefused ? error(-32_005, 'the range has too many blocks') : { result: this.#blocks.logs(filter) };
  }
}

const json = (value: unknown): SimulatedAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const headerOf = (block: Block | undefined): object | null =>
  block === undefined
    ? null
    : { number: hex(block.number), hash: block.hash, timestamp: hex(block.timestamp), parentHash: emptyWord };
