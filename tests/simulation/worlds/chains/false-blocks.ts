import { sha256Hex } from '../../../../schemas/values/hash.ts';
import type { Block } from './chain.ts';
import { lieOf } from './tokens.ts';

const lies = new WeakMap<Block, Block['tokens']>();
/** What a node that lies states of a block. */
export function liesOf(block: Block): Block['tokens'] {
  const made = lies.get(block) ?? lieOf(block.tokens);
  lies.set(block, made);
  return made;
}

const others = new WeakMap<Block, Block>();
/** The block of another chain in the place of one. */
export function otherBlock(block: Block): Block {
  const made = others.get(block) ?? {
    ...block,
    hash: `0x${sha256Hex(Buffer.from(`other ${block.hash}`))}`,
    tokens: liesOf(block),
  };
  others.set(block, made);
  return made;
}
