import type { VNode } from 'preact';
import { type Piece, wordDiff } from '../word-diff.ts';
import { Accounts } from './accounts.tsx';

/** A value is a figure or a name up to this length, in characters; a longer one is a list or a sentence. */
const longest = 60;
/** Below this share of the shorter value in both, one text did not become the other: a list has an entry that it had not. */
const leastShared = 0.5;

const isLong = (before: string, after: string): boolean => Math.max(before.length, after.length) > longest;
const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** What differs between two long values that have most in common; null for any others: they are shown whole. */
export function differenceOf(before: string, after: string): readonly Piece[] | null {
  const pieces = isLong(before, after) ? wordDiff(before, after) : null;
  if (pieces === null) return null;
  const shared = lettersOf(pieces.flatMap(({ kind, text }) => (kind === 'same' ? [text] : [])).join(' '));
  return shared < leastShared * Math.min(lettersOf(before), lettersOf(after)) ? null : pieces;
}

interface DifferenceProps {
  readonly pieces: readonly Piece[];
  /** Slug of the chain whose accounts are shortened; left out where they are not. */
  readonly chain?: string | null;
}

/** What was removed from a long value and added to it, in place of both values in full. */
export function Difference({ pieces, chain = null }: DifferenceProps): VNode {
  const textsOf = (kind: 'added' | 'removed'): readonly string[] =>
    pieces.flatMap((piece) => (piece.kind === kind && lettersOf(piece.text) > 0 ? [trimmed(piece.text)] : []));
  const [removed, added] = [textsOf('removed'), textsOf('added')];
  return (
    <>
      {removed.length === 0 ? null : (
        <span>
          <span class="muted">Removed:</span>{' '}
          <del>
            <Accounts text={removed.join(', ')} chain={chain} />
          </del>{' '}
        </span>
      )}
      {added.length === 0 ? null : (
        <span>
          <span class="muted">Added:</span>{' '}
          <ins>
            <Accounts text={added.join(', ')} chain={chain} />
          </ins>
        </span>
      )}
    </>
  );
}

const trimmed = (text: string): string => text.replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '');
