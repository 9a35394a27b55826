import { simulation } from '../../kernel/simulation.ts';
import type { Block, SimulatedChain } from './chain.ts';
import { otherBlock } from './false-blocks.ts';

/** A query of logs, as a node gets it. */
export interface LogFilter {
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly address?: string | readonly string[];
  readonly topics: readonly [readonly string[]];
}

export const hex = (value: number): string => `0x${value.toString(16)}`;

/** How many blocks a node that falls behind loses of the final ones, and how long it stays behind, milliseconds. */
const mostBehind = 4;
const mostBehindMs = 4_000;

/** The blocks that a node knows: it falls behind, or leaves the chain and has others. */
export class KnownBlocks {
  readonly #chain: SimulatedChain;
  /** It knows no later block; null: it is not behind. */
  #frozen: { readonly finalized: number; readonly until: number } | null = null;
  /** Later blocks are of another chain; null: it is on the right one. */
  #leftAt: number | null = null;

  constructor(chain: SimulatedChain) {
    this.#chain = chain;
  }

  /** It has the chain's new blocks, unless it is or falls behind. */
  follow(fallsBehind: boolean): void {
    const { random, now } = simulation();
    if (fallsBehind) {
      const finalized = Math.max(0, this.#chain.finalized.number - random.below(mostBehind));
      this.#frozen ??= { finalized, until: now + mostBehindMs * random.fraction() };
    }
    if (this.#frozen !== null && now >= this.#frozen.until) this.#frozen = null;
  }

  /** From the final block before the newest on, it has other blocks. */
  leaveChain(): void {
    this.#leftAt ??= this.#chain.finalized.number - 1;
  }

  returnToChain(): void {
    this.#leftAt = null;
  }

  get #finalized(): number {
    return this.#frozen?.finalized ?? this.#chain.finalized.number;
  }

  /** A node that is behind knows one block more than those that are final for it. */
  get head(): number {
    return this.#frozen === null ? this.#chain.head : Math.min(this.#chain.head, this.#frozen.finalized + 1);
  }

  byTag(tag: string): Block | undefined {
    if (tag === 'finalized') return this.#block(this.#finalized);
    return this.#block(tag === 'latest' ? this.head : Number(tag));
  }

  #block(number: number): Block | undefined {
    const block = number > this.head ? undefined : this.#chain.block(number);
    return block !== undefined && this.#leftAt !== null && number > this.#leftAt ? otherBlock(block) : block;
  }

  byHash(hash: string): Block | undefined {
    for (let number = this.head; number >= 0; number--) {
      const block = this.#block(number);
      if (block?.hash === hash) return block;
    }
    return undefined;
  }

  /** Fewer than there are, and no error, when it is behind. */
  logs({ fromBlock, toBlock, address, topics: [wanted] }: LogFilter): readonly object[] {
    const logs: object[] = [];
    const addresses = address === undefined ? null : new Set([address].flat());
    for (let number = Number(fromBlock); number <= Math.min(this.head, Number(toBlock)); number++) {
      for (const log of this.#block(number)?.logs ?? []) {
        const isWanted = wanted.includes(log.topics[0] ?? '') && addresses?.has(log.address) !== false;
        if (isWanted) logs.push({ ...log, blockNumber: hex(number), data: '0x' });
      }
    }
    return logs;
  }
}
