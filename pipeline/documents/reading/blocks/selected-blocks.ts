/** The blocks of a page that the rules read: without parts that the profile removes, and within the parts that it selects. */
import type { Reading, ReadingBlock } from '../../../../schemas/values/reading.ts';
import type { Profile } from '../profiles/schema.ts';
import { isRemovedBy } from './reading-text.ts';

/**
 * Blocks in order of the page. A selected part begins after the last block inside of `startAfter`, else with the page, and
 * ends before the first block after it inside of `endBefore`, else with the page. A part whose begin is not there is empty.
 */
export function selectedBlocks(
  { blocks }: Pick<Reading, 'blocks'>,
  { remove = [], select }: Pick<Profile, 'remove' | 'select'>,
): readonly ReadingBlock[] {
  const isRemoved = isRemovedBy(remove);
  const isSelected = select === undefined ? null : new Set(select.flatMap((part) => partOf(blocks, part)));
  return blocks.filter((block) => block.own && !isRemoved(block.path) && (isSelected?.has(block) ?? true));
}

/** Blocks inside of the elements that a selector means. */
export function blocksInside({ blocks }: Pick<Reading, 'blocks'>, selector: string): readonly ReadingBlock[] {
  const isInside = isRemovedBy([selector]);
  return blocks.filter(({ path }) => isInside(path));
}

/** Whether the page has the begin and the end of every part: else nothing that is not read is gone. */
export const hasEveryPart = (reading: Pick<Reading, 'blocks'>, { select = [] }: Pick<Profile, 'select'>): boolean =>
  select.every(({ startAfter, endBefore }) =>
    [startAfter, endBefore].every((selector) => selector === undefined || blocksInside(reading, selector).length > 0),
  );

type Part = NonNullable<Profile['select']>[number];

function partOf(blocks: readonly ReadingBlock[], { startAfter, endBefore }: Part): readonly ReadingBlock[] {
  const isBegin = startAfter === undefined ? null : isRemovedBy([startAfter]);
  const first = isBegin === null ? 0 : blocks.findIndex(({ path }) => isBegin(path));
  if (first === -1) return [];
  const after = isBegin === null ? blocks : blocks.slice(first).filter(({ path }) => !isBegin(path));
  const isEnd = endBefore === undefined ? () => false : isRemovedBy([endBefore]);
  const end = after.findIndex(({ path }) => isEnd(path));
  return end === -1 ? after : after.slice(0, end);
}
