import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Agrees } from '../../parts/agrees.tsx';
import { Copied } from '../../parts/copied.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { SideBox } from '../../parts/side-box.tsx';
import { Time } from '../../parts/time.tsx';
import { Token } from '../../parts/token-tag.tsx';
import { Quoted } from '../../parts/quote.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { headlineOf, type Story, tagsOf } from '../../stories.ts';
import { revisionText } from './given-review.ts';
import { ReviewFields } from './review-fields.tsx';
import type { OpenView } from './sides.ts';

/** The changes of a story that a review can decide, each ticked: what is decided is decided of these. */
const Members = ({ members }: { readonly members: readonly OpenView[] }): VNode => {
  const [first, ...others] = members;
  if (first !== undefined && others.length === 0)
    return <input type="hidden" name="change" value={revisionText(first)} />;
  return (
    <fieldset class="plainset">
      <legend class="label">Decided of</legend>
      <div class="row">
        {members.map((member) => (
          <label key={member.id} class="row">
            <input type="checkbox" name="change" value={revisionText(member)} checked />
            <span>
              <Theirs text={member.token.symbol} /> {member.token.chain}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

const Decide = ({ story, frame }: { readonly story: Story<OpenView> } & { readonly frame: Frame }): VNode => {
  const [view] = story.members;
  const headline = headlineOf(story);
  const about = (
    <span class="hidden">
      : <Theirs text={headline} />
    </span>
  );
  return (
    <Form
      class="pad stack"
      frame={frame}
      action="/operator/changes"
      hidden={{ story: view.id }}
      label={`Decide: ${headline}`}
    >
      <Members members={story.members.filter(({ isReviewable }) => isReviewable)} />
      <ReviewFields />
      <div class="row">
        <button class="btn" name="verdict" value="dismissed" type="submit">
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

/** Whether a review can decide a change of a story. */
const isDecidable = ({ members }: Story<OpenView>): boolean => members.some(({ isReviewable }) => isReviewable);

/** A card that is folded to what it is about: many sides and forms at once are not read. */
export const Open = (
  props: { readonly story: Story<OpenView>; readonly unfolded: boolean } & { readonly frame: Frame },
): VNode => {
  const { story, unfolded } = props;
  const [view] = story.members;
  return (
    <details class="card" id={view.id.replace(':', '-')} open={unfolded}>
      <summary class="pad">
        <h2 class="inline">
          <Theirs text={headlineOf(story)} />
        </h2>
        <span class="row small">
          <DirectionMark direction={view.direction} />
          {view.level === null ? null : <span class="tag">{view.level}</span>}
          {tagsOf(story).map((tag) => (
            <Token key={`${tag.symbol} ${tag.chain}`} {...tag} path={null} />
          ))}
          <span class="muted">
            known since <Time at={view.since} />
          </span>
          {isDecidable(story) ? null : <span class="tag">waits for a second reading</span>}
        </span>
      </summary>
      <div class="pad stack">
        <p class="row small">
          {story.members.map(({ id, token }) =>
            token.path === null ? null : (
              <a key={id} href={token.path}>
                Page of <Theirs text={token.symbol} /> on {token.chain}
              </a>
            ),
          )}
          {story.members.flatMap(({ id, path, isWatched, token }) =>
            isWatched
              ? [
                  <a key={id} href={path}>
                    Change of <Theirs text={token.symbol} />
                  </a>,
                  <a key={`${id} evidence`} href={`${path}/evidence`}>
                    Evidence
                  </a>,
                ]
              : [],
          )}
        </p>
        <div class="meaning">
          <SideBox side={view.theirs} />
          <SideBox side={view.ours} />
          {view.agrees === null ? null : <Agrees text={view.agrees} />}
          <div>
            <h3 class="label">What is known of it</h3>
            {view.known.map((sentence) => (
              <p key={sentence}>
                <Theirs text={sentence} />
              </p>
            ))}
          </div>
        </div>
        <Quoted text={view.quote} />
      </div>
      {isDecidable(story) ? (
        <Decide {...props} />
      ) : (
        <p class="pad small muted">
          No review decides it: the next reading of its source confirms it or withdraws it, and it goes from here by
          itself.
        </p>
      )}
    </details>
  );
};
