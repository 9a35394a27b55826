import type { VNode } from 'preact';
import type { DecidedReview } from '../../operator-port.ts';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';

const verdicts = { confirmed: 'Confirmed', dismissed: 'Dismissed' } as const;

/** The newest reviews: what was decided, by whom and why. */
export const Decided = ({ reviews }: { readonly reviews: readonly DecidedReview[] }): VNode | null =>
  reviews.length === 0 ? null : (
    <section class="card">
      <h2>Decided</h2>
      <ul class="others">
        {reviews.map(({ changeId, title, verdict, by, why, at }) => (
          <li key={`${changeId} ${at}`}>
            <span class="row">
              <b>{verdicts[verdict]}</b>
              <Theirs text={title} />
              <span class="muted">
                <Time at={at} exact />
              </span>
            </span>
            <span>
              <Theirs text={by} />: “<Theirs text={why} />”
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
