import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Copied } from '../../parts/copied.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { type Order, orders, reviewLimits } from '../../operator-port.ts';
import { OperatorFrame } from './frame.tsx';
import type { OpenView, Side } from './sides.ts';

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

/** Longest name of a reviewer on the form, characters: the id of the key is recorded behind it. */
export const longestName = 80;

const SideBox = ({ side }: { readonly side: Side }): VNode => (
  <div>
    <h3 class="label">{side.title}</h3>
    <p>
      <b>
        <Theirs text={side.name} />
      </b>
    </p>
    {side.notes.map((note) => (
      <p key={note} class="small muted">
        <Theirs text={note} />
      </p>
    ))}
  </div>
);

const Decide = ({ view, frame }: { readonly view: OpenView } & Pick<OpenPageProps, 'frame'>): VNode => {
  const about = (
    <span class="hidden">
      : <Theirs text={view.headline} />
    </span>
  );
  return (
    <Form
      class="pad stack"
      frame={frame}
      action="/operator/changes"
      hidden={{ id: view.id }}
      label={`Decide: ${view.headline}`}
    >
      <input type="hidden" name="revision" value={String(view.revision)} />
      <Field
        name="why"
        class="field wide"
        label="Why (recorded with the decision, shown on the change)"
        rows={2}
        maxLength={reviewLimits.why}
        required
      />
      <Field
        name="by"
        class="field"
        label="Who decides (shown on the change, with the id of the key)"
        maxLength={longestName}
        required
        autocomplete="name"
      />
      <div class="row">
        <button class="btn main" name="verdict" value="dismissed" type="submit">
          <Icon name="cross" />
          {view.verdicts.dismissed}
          {about}
        </button>
        <button class="btn" name="verdict" value="confirmed" type="submit">
          <Icon name="check" />
          {view.verdicts.confirmed}
          {about}
        </button>
        <Copied text={view.id} what="id of the change" />
      </div>
    </Form>
  );
};

/** A card that is folded to what it is about: many sides and forms at once are not read. */
const Open = (props: { readonly view: OpenView; readonly unfolded: boolean } & Pick<OpenPageProps, 'frame'>): VNode => {
  const { view, unfolded } = props;
  return (
    <details class="card" id={view.id.replace(':', '-')} open={unfolded}>
      <summary class="pad">
        <h2 class="inline">
          <Theirs text={view.headline} />
        </h2>
        <span class="row small">
          <DirectionMark direction={view.direction} />
          <Token {...view.token} path={null} />
          <span class="muted">
            since <Time at={view.since} />
          </span>
        </span>
      </summary>
      <div class="pad stack">
        {view.token.path === null ? null : (
          <p class="small">
            <a href={view.token.path}>
              Page of <Theirs text={view.token.symbol} /> on {view.token.chain}
            </a>
          </p>
        )}
        <div class="says">
          <SideBox side={view.theirs} />
          <SideBox side={view.ours} />
          <div>
            <h3 class="label">What agrees</h3>
            {view.agrees.map((sentence) => (
              <p key={sentence}>
                <Theirs text={sentence} />
              </p>
            ))}
          </div>
        </div>
        {view.quote === null ? null : (
          <blockquote class="quote" dir="auto">
            {view.quote}
          </blockquote>
        )}
      </div>
      <Decide {...props} />
    </details>
  );
};

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
