import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { type DecidedReview, type Order, orders } from '../../operator-port.ts';
import type { Story } from '../../stories.ts';
import type { AttentionLine } from './attention.ts';
import { Decided } from './decided.tsx';
import { OperatorFrame } from './frame.tsx';
import type { OpenView } from './sides.ts';
import { Open } from './open-card.tsx';

export interface OpenPageProps {
  readonly frame: Frame;
  readonly order: Order;
  /** Changes of one story are decided by one form. */
  readonly open: readonly Story<OpenView>[];
  readonly attention: readonly AttentionLine[];
  /** There are more than the page shows. */
  readonly more: boolean;
  readonly decided: readonly DecidedReview[];
}

/** What needs the operator, counted, each with a link to it. */
const Attention = ({
  lines,
  waiting,
}: {
  readonly lines: OpenPageProps['attention'];
  readonly waiting: number;
}): VNode | null =>
  lines.length === 0 ? null : (
    <ul class="row dots" aria-label="Needs you">
      {[...lines, ...(waiting === 0 ? [] : [{ text: `${waiting} to decide`, path: '/operator' }])].map(
        ({ text, path }) => (
          <li key={text}>
            <a href={path}>{text}</a>
          </li>
        ),
      )}
    </ul>
  );

const Orders = ({ order }: { readonly order: Order }): VNode => (
  <nav class="tabs" aria-label="Order">
    {orders.map((one) => (
      <a key={one} href={`/operator?order=${one}`} {...(one === order ? { 'aria-current': 'page' } : {})}>
        By {one}
      </a>
    ))}
  </nav>
);

/** How many changes a review decides, and how many the next reading of their source. */
const waitingText = (reviews: number, readings: number): string =>
  [
    `${counted(reviews, 'candidate or draft', 'candidates and drafts')} ${reviews === 1 ? 'waits' : 'wait'} for a review`,
    ...(readings === 0 ? [] : [`${counted(readings, 'change')} for a second reading`]),
  ].join(', ');

const OpenPage = (props: OpenPageProps): VNode => {
  const { frame, open, attention, more, order, decided } = props;
  const all = open.flatMap(({ members }) => members);
  const waiting = all.filter(({ isReviewable }) => isReviewable).length;
  return (
    <OperatorFrame
      frame={frame}
      title="To decide"
      lead={`${waitingText(waiting, all.length - waiting)}${more ? '; the oldest are shown, there are more' : ''}.`}
    >
      <Attention lines={attention} waiting={waiting} />
      {open.length < 2 ? null : <Orders order={order} />}
      {open.length === 0 ? (
        <Empty of="open" next={[{ href: '/sources', name: 'See what was read, and when' }]}>
          Nothing is open. A name on a sanctions list that is similar to one of a token, and a value that one reading
          alone states, wait here for a decision.
        </Empty>
      ) : (
        open.map((story, index) => (
          <Open
            key={story.members[0].id}
            story={story}
            frame={frame}
            unfolded={frame.refused === null ? index === 0 : frame.refused.fields.get('story') === story.members[0].id}
          />
        ))
      )}
      <Decided reviews={decided} frame={frame} />
    </OperatorFrame>
  );
};

export const openPage = (props: OpenPageProps): Buffer => documentOf(<OpenPage {...props} />);
