import type { VNode } from 'preact';
import type { DecidedReview } from '../../operator-port.ts';
import type { Frame } from '../../page-route.ts';
import { Form } from '../../parts/form.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import { revisionText } from './given-review.ts';
import { ReviewFields } from './review-fields.tsx';

const verdicts = { confirmed: 'Confirmed', dismissed: 'Dismissed', reopened: 'Reopened' } as const;

/** The newest reviews: what was decided, by whom and why. One that is in force can be taken back. */
export const Decided = (props: { readonly reviews: readonly DecidedReview[]; readonly frame: Frame }): VNode | null => {
  const { reviews, frame } = props;
  return reviews.length === 0 ? null : (
    <section class="card" id="decided">
      <h2>Decided</h2>
      <ul class="others">
        {reviews.map((review) => (
          <li key={`${review.changeId} ${review.at}`}>
            <span class="row">
              <b>{verdicts[review.verdict]}</b>
              <Theirs text={review.title} />
              <span class="muted">
                <Time at={review.at} exact />
              </span>
            </span>
            <span>
              <Theirs text={review.by} />: “<Theirs text={review.why} />”
            </span>
            {review.reopens === null ? null : (
              <Reopen changeId={review.changeId} title={review.title} revision={review.reopens} frame={frame} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

interface ReopenProps extends Pick<DecidedReview, 'changeId' | 'title'> {
  readonly revision: number;
  readonly frame: Frame;
}

const Reopen = ({ changeId, title, revision, frame }: ReopenProps): VNode => {
  const action = '/operator/changes/reopen';
  const change = revisionText({ id: changeId, revision });
  const isRefused = frame.refused?.action === action && frame.refused.fields.get('change') === change;
  const about = (
    <span class="hidden">
      : <Theirs text={title} />
    </span>
  );
  return (
    <details class="small" open={isRefused}>
      <summary>Reopen{about}</summary>
      <Form class="stack pad" frame={frame} action={action} hidden={{ change }} label={`Reopen: ${title}`}>
        <p>
          It becomes a candidate again and waits here for a decision. A confirmed match ends on the pages of its token.
        </p>
        <ReviewFields />
        <div class="row">
          <button class="btn" type="submit">
            Reopen{about}
          </button>
        </div>
      </Form>
    </details>
  );
};
