import type { VNode } from 'preact';
import { wordDiff } from '../word-diff.ts';
import { Theirs } from './theirs.tsx';

/** A value is a figure or a name up to this length, in characters; a longer one is a list or a sentence. */
const longest = 60;

export const isLong = (before: string | null, after: string | null): boolean =>
  Math.max(before?.length ?? 0, after?.length ?? 0) > longest;

/** What was removed from a long value and added to it, in place of both values in full. */
export function Difference({ before, after }: { readonly before: string; readonly after: string }): VNode | null {
  const pieces = wordDiff(before, after);
  if (pieces === null) return null;
  const textsOf = (kind: 'added' | 'removed'): readonly string[] =>
    pieces.flatMap((piece) => (piece.kind === kind && /[\p{L}\p{N}]/u.test(piece.text) ? [trimmed(piece.text)] : []));
  const [removed, added] = [textsOf('removed'), textsOf('added')];
  return (
    <>
      {removed.length === 0 ? null : (
        <span>
          <span class="muted">Removed:</span>{' '}
          <del>
            <Theirs text={removed.join(', ')} />
          </del>{' '}
        </span>
      )}
      {added.length === 0 ? null : (
        <span>
          <span class="muted">Added:</span>{' '}
          <ins>
            <Theirs text={added.join(', ')} />
          </ins>
        </span>
      )}
    </>
  );
}

const trimmed = (text: string): string => text.replace(/^[\s,;]+|[\s,;]+$/g, '');
