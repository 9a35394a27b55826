import type { VNode } from 'preact';
import { type Piece, wordDiff } from '../word-diff.ts';
import { VisibleText } from './theirs.tsx';

/** A passage of a document or a file, in its own direction; nothing where there is none. */
export const Quoted = ({ text, small }: { readonly text: string | null; readonly small?: boolean }): VNode | null =>
  text === null ? null : (
    <blockquote class={small === true ? 'quote small' : 'quote'} dir="auto">
      <VisibleText text={text} />
    </blockquote>
  );

/** Two passages as one, with removed and added text marked; both in full if they share too little or are too long to compare. */
export function Quote({ before, after }: { readonly before: string | null; readonly after: string | null }): VNode {
  const pieces = before === null || after === null ? null : wordDiff(before, after);
  if (pieces === null) return <BothTexts before={before} after={after} />;
  return (
    <>
      <Passage pieces={pieces} />
      <details>
        <summary class="small">Both texts in full</summary>
        <BothTexts before={before} after={after} />
      </details>
    </>
  );
}

/** One passage with what was removed from it and added to it; marked without colour, too. */
export const Passage = ({ pieces }: { readonly pieces: readonly Piece[] }): VNode => (
  <blockquote class="quote" dir="auto">
    {pieces.map(({ kind, text }, index) => {
      if (kind === 'removed') {
        return (
          <del key={index}>
            <span class="hidden">removed: </span>
            <VisibleText text={text} />
          </del>
        );
      }
      if (kind === 'added') {
        return (
          <ins key={index}>
            <span class="hidden">added: </span>
            <VisibleText text={text} />
          </ins>
        );
      }
      return <VisibleText key={index} text={text} />;
    })}
  </blockquote>
);

const BothTexts = ({ before, after }: { readonly before: string | null; readonly after: string | null }): VNode => (
  <div class="pairs">
    {before === null ? null : (
      <div>
        <span class="label">Before</span>
        <Quoted text={before} />
      </div>
    )}
    {after === null ? null : (
      <div>
        <span class="label">Now</span>
        <Quoted text={after} />
      </div>
    )}
  </div>
);
