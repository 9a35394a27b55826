import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { epochMs } from '../../kernel/globals.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { type Change, firstLogs, firstTokens, type Log, randomChange, type Tokens } from './tokens.ts';

export interface Block {
  readonly number: number;
  /** `0x` and 64 hex digits. */
  readonly hash: string;
  /** Seconds. */
  readonly timestamp: number;
  /** After the block. */
  readonly tokens: Tokens;
  readonly logs: readonly Log[];
}

/** Blocks that exist when the world begins. */
const firstBlocks = 5;

/** A chain whose newest blocks may be replaced, until they are final. */
export class SimulatedChain {
  readonly #simulation: Simulation;
  readonly #blocks: Block[] = [];
  #finalized = 0;
  #waiting: ((tokens: Tokens) => Change)[] = [];

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    for (let number = 0; number < firstBlocks; number++) this.mine();
    this.finalize(0);
  }

  get head(): number {
    return this.#blocks.length - 1;
  }

  /** The newest block that cannot be replaced. */
  get finalized(): Block {
    return this.block(this.#finalized) ?? this.#newest();
  }

  block(number: number): Block | undefined {
    return this.#blocks[number];
  }

  byHash(hash: string): Block | undefined {
    return this.#blocks.find((block) => block.hash === hash);
  }

  /** Changes something with the next block. */
  change(changed = randomChange): void {
    this.#waiting.push((tokens) => changed(this.#simulation.random, tokens));
  }

  /** Changes something with a block that is final at once. */
  finalizeChange(changed: typeof randomChange): void {
    this.change(changed);
    this.mine();
    this.finalize(0);
  }

  mine(): void {
    const { random, now } = this.#simulation;
    const before = this.#blocks.at(-1);
    const number = this.#blocks.length;
    let tokens = before?.tokens ?? firstTokens;
    const logs: Log[] = number === 0 ? [...firstLogs] : [];
    for (const change of this.#waiting.splice(0)) {
      const made = change(tokens);
      this.#simulation.note(made.what);
      tokens = made.tokens;
      logs.push(...made.logs);
    }
    const hash = `0x${sha256Hex(Buffer.from(`${before?.hash ?? ''} ${number} ${random.word()}`))}`;
    const second = Math.floor((epochMs + now) / 1_000) - (now === 0 ? firstBlocks - number : 0);
    const timestamp = Math.max(second, (before?.timestamp ?? 0) + (now === 0 ? 1 : 0));
    this.#blocks.push({ number, hash, timestamp, tokens, logs });
  }

  /** All blocks but the newest `depth` become final. */
  finalize(depth: number): void {
    this.#finalized = Math.max(this.#finalized, this.head - depth);
  }

  /** Replaces some of the blocks that are not final; what they changed is gone. */
  reorganise(): void {
    const most = this.head - this.#finalized;
    if (most === 0) return;
    const count = 1 + this.#simulation.random.below(most);
    this.#blocks.splice(this.#blocks.length - count);
    if (this.#simulation.random.chance(0.5)) this.change();
    for (let mined = 0; mined < count + 1; mined++) this.mine();
  }

  #newest(): Block {
    const block = this.#blocks.at(-1);
    if (block === undefined) throw new Error('the chain has no block');
    return block;
  }
}
