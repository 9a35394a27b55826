import type { VNode } from 'preact';
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
      <Difference pieces={pieces} />
    </p>
    <details>
      <summary class="small">Both in full</summary>
      <Quote before={view.before} after={view.after} />
    </details>
  </section>
);

const Value = ({ text, isGone = false }: { readonly text: string | null; readonly isGone?: boolean }): VNode => (
  <span class={`value ${isGone ? 'gone' : ''} ${(text?.length ?? 0) > longestFigure ? 'text' : ''}`}>
    <Theirs text={text ?? 'not stated'} />
  </span>
);

/** A longer value is a sentence: it is not set like a figure. */
const longestFigure = 60;

const Sides = ({ view }: { readonly view: ChangeView }): VNode => (
  <section class="card pad turn" aria-label="Before and after">
    <div>
      <span class="label">
        <Theirs text={view.label} />, before
      </span>
      <Value text={view.before} isGone />
    </div>
    <Icon name="right" size={22} />
    <div>
      <span class="label">
        From <Time at={view.at} />
      </span>
      <Value text={view.after} />
    </div>
  </section>
);
