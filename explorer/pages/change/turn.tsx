import type { VNode } from 'preact';
import { Accounts } from '../../parts/accounts.tsx';
import { Difference, differenceOf } from '../../parts/difference.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Quote } from '../../parts/quote.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import type { Piece } from '../../word-diff.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';

/** What was stated before, and what is now. */
export const Turn = ({ view }: { readonly view: ChangeView }): VNode => {
  const { before, after } = view;
  const pieces = before === null || after === null ? null : differenceOf(before, after);
  return pieces === null ? <Sides view={view} /> : <LongTurn view={view} pieces={pieces} />;
};

/** Lists of codes and sentences: what differs, and both in full. */
const LongTurn = ({ view, pieces }: { readonly view: ChangeView; readonly pieces: readonly Piece[] }): VNode => (
  <section class="card pad stack" aria-label="Before and after">
    <span class="label">
      <Theirs text={view.label} />, from <Time at={view.at} />
    </span>
    <p>
      <Difference pieces={pieces} chain={view.chain} />
    </p>
    <details>
      <summary class="small">Both in full</summary>
      <Quote before={view.before} after={view.after} />
    </details>
  </section>
);

interface ValueProps {
  readonly text: string | null;
  readonly chain: string | null;
  /** Set like a sentence, not like a figure. */
  readonly isText: boolean;
  readonly isGone?: boolean;
}

const Value = ({ text, chain, isText, isGone = false }: ValueProps): VNode => (
  <span class={`value ${isGone ? 'gone' : ''} ${isText ? 'text' : ''}`}>
    <Accounts text={text ?? 'not stated'} chain={chain} />
  </span>
);

/** A longer value is a sentence. What stands beside it is set like it. */
const longestFigure = 60;

const Sides = ({ view }: { readonly view: ChangeView }): VNode => {
  const isText = [view.before, view.after].some((text) => (text?.length ?? 0) > longestFigure);
  return (
    <section class="card pad turn" aria-label="Before and after">
      <div>
        <span class="label">
          <Theirs text={view.label} />, before
        </span>
        <Value text={view.before} chain={view.chain} isText={isText} isGone />
      </div>
      <Icon name="right" size={22} />
      <div>
        <span class="label">
          From <Time at={view.at} />
        </span>
        <Value text={view.after} chain={view.chain} isText={isText} />
      </div>
    </section>
  );
};
