import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { type Order, orders } from '../../operator-port.ts';
import { OperatorFrame } from './frame.tsx';
import type { OpenView } from './sides.ts';
import { Open } from './open-card.tsx';

/** A decision that was recorded, as it stands on the change. */
interface DecidedView {
  readonly headline: string;
  readonly standing: string;
  readonly at: number;
}

export interface OpenPageProps {
  readonly frame: Frame;
  readonly order: Order;
  readonly open: readonly OpenView[];
  /** There are more than the page shows. */
  readonly more: boolean;
  readonly decided: DecidedView | null;
}

const Standing = ({ decided }: { readonly decided: DecidedView }): VNode => (
  <section class="card pad stack" role="status">
    <h2>Recorded</h2>
    <p>
      <b>
        <Theirs text={decided.headline} />
      </b>
    </p>
    <p>
      <Theirs text={decided.standing} />
    </p>
    <p class="small muted">
      <Time at={decided.at} exact />
    </p>
  </section>
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

const OpenPage = (props: OpenPageProps): VNode => {
  const { frame, open, more, order, decided } = props;
  return (
    <OperatorFrame
      frame={frame}
      title="To decide"
      lead={`${counted(open.length, 'candidate or draft', 'candidates and drafts')} ${open.length === 1 ? 'waits' : 'wait'} for a review or a second reading${more ? '; the oldest are shown, there are more' : ''}.`}
    >
      {decided === null ? null : <Standing decided={decided} />}
      {open.length < 2 ? null : <Orders order={order} />}
      {open.length === 0 ? (
        <Empty of="open" next={[{ href: '/sources', name: 'See what was read, and when' }]}>
          Nothing is open. A name on a sanctions list that is similar to one of a token, and a value that one reading
          alone states, wait here for a decision.
        </Empty>
      ) : (
        open.map((view, index) => (
          <Open
            key={view.id}
            view={view}
            frame={frame}
            unfolded={frame.refused === null ? index === 0 : frame.refused.fields.get('id') === view.id}
          />
        ))
      )}
    </OperatorFrame>
  );
};

export const openPage = (props: OpenPageProps): Buffer => documentOf(<OpenPage {...props} />);
