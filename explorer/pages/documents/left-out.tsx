import type { VNode } from 'preact';
import { Quoted } from '../../parts/quote.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { counted } from '../../labels/dates.ts';
import type { LeftOutView } from './left-out-view.ts';

/** Passages that are about a field and state no value, with the reason. */
export const LeftOutPassages = ({ leftOut }: { readonly leftOut: LeftOutView | null }): VNode | null =>
  leftOut === null ? null : (
    <section class="card">
      <div class="card-head">
        <h2>What was left out</h2>
        <p class="small muted">
          Passages of the newest reading that are about a value, and state none for certain. That a value is left out
          does not mean that there is none.
        </p>
      </div>
      {leftOut.incomplete === null ? null : (
        <p class="pad small">
          No value of this reading is stated: <Theirs text={leftOut.incomplete} />.
        </p>
      )}
      <dl class="facts">
        {leftOut.passages.map(({ label, why, quote, where }, at) => (
          <div key={at}>
            <dt>
              <Theirs text={label} />
            </dt>
            <dd>
              <Quoted text={quote} small />
              <span class="muted">
                left out: <Theirs text={why} />
                {where === null ? '' : `, ${where}`}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {leftOut.more === 0 ? null : (
        <p class="pad small muted">{`${counted(leftOut.more, 'further passage')} not shown.`}</p>
      )}
    </section>
  );
