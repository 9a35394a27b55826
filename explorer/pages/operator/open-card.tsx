import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Copied } from '../../parts/copied.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { reviewLimits } from '../../operator-port.ts';
import type { OpenView, Side } from './sides.ts';

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

const Decide = ({ view, frame }: { readonly view: OpenView } & { readonly frame: Frame }): VNode => {
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
export const Open = (
  props: { readonly view: OpenView; readonly unfolded: boolean } & { readonly frame: Frame },
): VNode => {
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
        <div class="meaning">
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
