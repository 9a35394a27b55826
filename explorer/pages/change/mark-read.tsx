import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';

/** Notifications of a change and of those that are one story with it. */
export interface StoryNotices {
  readonly all: number;
  /** Ids of the unread ones. */
  readonly unread: readonly string[];
}

/** Marks the story of a page as read. Opening the page marks nothing. */
export const MarkRead = ({
  notices,
  frame,
}: {
  readonly notices: StoryNotices;
  readonly frame: Frame;
}): VNode | null => {
  if (notices.all === 0) return null;
  if (notices.unread.length === 0) {
    return (
      <p class="row small muted">
        <Icon name="check" size={13} />
        Read
      </p>
    );
  }
  return (
    <Form
      class="row"
      frame={frame}
      action="/inbox/read"
      hidden={{ one: notices.unread.join(' '), back: frame.path }}
      label="Notification of this change"
    >
      <button class="btn main" name="then" value="next" type="submit">
        <Icon name="check" />
        Mark read, next
      </button>
      <button class="btn" name="then" value="stay" type="submit">
        Mark read
      </button>
    </Form>
  );
};
