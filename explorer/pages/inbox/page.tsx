import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { DirectionMark } from '../../parts/direction.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { KeysButton } from '../../parts/keys.tsx';
import { Layout } from '../../parts/layout.tsx';
import { StoryText } from '../../parts/story.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Term } from '../../parts/term.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { severityNames } from '../../labels/severities.ts';
import type { Severity } from '../../../schemas/vocabulary.ts';
import type { InboxStory, ShownStory, InboxView } from './view.ts';

export interface InboxProps {
  readonly view: InboxView;
  readonly frame: Frame;
  /** Ids that the last action marked as read, for Undo; empty without one. */
  readonly undo: readonly string[];
  /** Number of notifications that Undo has made unread again; null without one. */
  readonly undone: number | null;
  /** The page begins with the newest notification. */
  readonly isFirst: boolean;
}

const Row = ({ story, index }: { readonly story: ShownStory; readonly index: number }): VNode => (
  <li class={story.isUnread ? '' : 'read'} data-row>
    <span class="tick">
      <input
        type="checkbox"
        name="id"
        value={story.ids.join(' ')}
        aria-label={`Choose: ${story.headline}`}
        disabled={!story.isUnread}
      />
    </span>
    <div class="dircell">
      {'direction' in story.mark ? (
        <DirectionMark direction={story.mark.direction} />
      ) : (
        <span class="tag">
          <Icon name={story.mark.about === 'Intake' ? 'check' : 'rule'} size={12} />
          {story.mark.about}
        </span>
      )}
    </div>
    <StoryText {...story} news="Unread" isOld={!story.isUnread}>
      <span class="muted small">
        <Time at={story.at} />
      </span>
      {story.isCut ? <span class="muted small">Older notifications may name more tokens.</span> : null}
    </StoryText>
    <button
      class="btn quiet act"
      type="submit"
      name="one"
      value={story.ids.join(' ')}
      hidden={!story.isUnread}
      data-mark
    >
      <Icon name="check" />
      Mark read
      <span class="hidden">
        : <Theirs text={story.headline} /> ({index + 1})
      </span>
    </button>
    <span class="muted small act" data-marked hidden={story.isUnread}>
      read
    </span>
  </li>
);

interface GroupProps {
  readonly severity: Severity;
  readonly stories: readonly ShownStory[];
  /** Number of stories before it on the page. */
  readonly from: number;
}

const Group = ({ severity, stories, from }: GroupProps): VNode => (
  <section>
    <div class="group">
      <h2>
        <a href="/help#severity">{severityNames[severity]}</a>
      </h2>
      <span class="muted small">newest first</span>
    </div>
    <ol class="stories inbox">
      {stories.map((story, index) => (
        <Row key={story.ids[0]} story={story} index={from + index} />
      ))}
    </ol>
  </section>
);

/** Changes that may be urgent and that no second reading or review decided yet. They cannot be marked: none is a notification. */
const NotConfirmed = ({ open }: { readonly open: InboxView['open'] }): VNode => (
  <section>
    <div class="group">
      <h2>Not confirmed</h2>
      <span class="muted small">high if confirmed; no notification yet</span>
    </div>
    <ol class="stories inbox">
      {open.map((change) => (
        <li key={change.id}>
          <span class="tick" />
          <div class="dircell">
            <DirectionMark direction={change.direction} />
          </div>
          <StoryText {...change} news={null} tags={[change.token]}>
            <span class="muted small">
              <Time at={change.knownAt} />
            </span>
          </StoryText>
        </li>
      ))}
    </ol>
  </section>
);

/** Groups with the number of stories before each. */
const placed = (groups: InboxView['groups']): readonly GroupProps[] => {
  let from = 0;
  return groups.map((group) => {
    const one = { ...group, from };
    from += group.stories.length;
    return one;
  });
};

/** What the last action did, and how it is taken back. Scripts fill it in; without any it comes with the page. */
const Toast = ({ frame, undo, undone }: Pick<InboxProps, 'frame' | 'undo' | 'undone'>): VNode => (
  <div class="toast" data-toast hidden={undo.length === 0 && undone === null}>
    <span data-announcement>
      {undone === null
        ? `${counted(undo.length, 'notification')} marked as read.`
        : `${counted(undone, 'notification')} unread again.`}
    </span>
    <Form frame={frame} action="/inbox/unread" inPlace="unread">
      <input type="hidden" name="id" value={undo.join(' ')} />
      <button class="btn quiet" type="submit" data-undo hidden={undo.length === 0}>
        <Icon name="undo" />
        Undo
      </button>
    </Form>
  </div>
);

const Bulk = ({ view }: { readonly view: InboxView }): VNode => (
  <div class="bulk">
    <div class="tabs">
      <a href="/inbox" {...(view.showsAll ? {} : { 'aria-current': 'page' })}>
        Unread
      </a>
      <a href="/inbox?show=all" {...(view.showsAll ? { 'aria-current': 'page' } : {})}>
        All
      </a>
    </div>
    <button class="btn" type="submit" name="do" value="chosen">
      <Icon name="check" />
      Mark chosen as read
    </button>
    <button class="btn quiet" type="submit" name="do" value="all">
      Mark all shown as read
    </button>
    <KeysButton />
  </div>
);

/** A page behind the first can be empty once its notifications were read. */
const EmptyInbox = ({ view, isFirst }: { readonly view: InboxView; readonly isFirst: boolean }): VNode => {
  if (!isFirst) {
    return (
      <Empty of="inbox-older" next={[{ href: view.showsAll ? '/inbox?show=all' : '/inbox', name: 'Show the newest' }]}>
        Nothing older is {view.showsAll ? 'in the inbox' : 'unread'}.
      </Empty>
    );
  }
  return view.showsAll ? (
    <Empty of="inbox-all" next={[{ href: '/watchlist', name: 'See the tokens that you watch' }]}>
      No notification yet. One comes with each notable change of a token that you watch.
    </Empty>
  ) : (
    <Empty of="inbox" next={[{ href: '/inbox?show=all', name: 'Show all' }]}>
      Nothing is unread. What you have read stays under All.
    </Empty>
  );
};

const InboxPage = ({ view, frame, undo, undone, isFirst }: InboxProps): VNode => {
  const all = view.groups.flatMap(({ stories }) => stories);
  const groups = placed(view.groups);
  const urgent = groups.filter(isUrgent);
  const others = groups.filter((group) => !isUrgent(group));
  return (
    <Layout title="Inbox" frame={frame}>
      <div class="head">
        <h1>Inbox</h1>
        <p>
          <span data-unread-head>{counted(view.unread, 'unread notification')}</span>. This page has{' '}
          {view.nextPath === null ? '' : 'the most urgent '}
          {counted(view.shown, 'notification')}, shown as {counted(all.length, 'story', 'stories')}, each with its{' '}
          <Term of="direction">direction</Term>.
        </p>
      </div>
      <div class="stack">
        {frame.done === null ? <Toast frame={frame} undo={undo} undone={undone} /> : null}
        {all.length === 0 ? (
          <>
            <EmptyInbox view={view} isFirst={isFirst} />
            {view.open.length === 0 ? null : (
              <div class="card">
                <NotConfirmed open={view.open} />
              </div>
            )}
          </>
        ) : (
          <Form class="card" frame={frame} action="/inbox/read" label="Notifications" inPlace="read">
            <input type="hidden" name="shown" value={idsOf(all.filter(({ isUnread }) => isUnread)).join(' ')} />
            <input type="hidden" name="back" value={frame.path} />
            <Bulk view={view} />
            {urgent.map((group) => (
              <Group key={group.severity} {...group} />
            ))}
            {view.open.length === 0 ? null : <NotConfirmed open={view.open} />}
            {others.map((group) => (
              <Group key={group.severity} {...group} />
            ))}
          </Form>
        )}
        {view.nextPath === null ? null : (
          <p>
            <a class="btn" href={view.nextPath}>
              Older
            </a>
          </p>
        )}
      </div>
    </Layout>
  );
};

const isUrgent = ({ severity }: GroupProps): boolean => severity === 'severe' || severity === 'high';

const idsOf = (stories: readonly InboxStory[]): readonly string[] => stories.flatMap(({ ids }) => ids);

export const inboxPage = (props: InboxProps): Buffer => documentOf(<InboxPage {...props} />);
