import type { VNode } from 'preact';
import { counted } from '../../labels/dates.ts';
import type { Frame } from '../../page-route.ts';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { SeenControl } from './seen.ts';

/** Path of all new changes of the reader, the oldest first. */
export const newPath = '/changes/new';

/** A button where the page has every new change, a link to those where it leaves out some (conformance U-04, U-17). */
export const SeenForm = ({
  seen,
  frame,
}: {
  readonly seen: SeenControl | null;
  readonly frame: Frame;
}): VNode | null => {
  if (seen === null || frame.signedIn?.scopes.includes('watchlist:write') !== true) return null;
  if (seen.kind === 'link') {
    return (
      <a class="btn" href={newPath}>
        {seen.all === 1 ? 'Show the new one to mark it seen' : `Show all ${seen.all} new ones to mark them seen`}
      </a>
    );
  }
  const { upTo, count } = seen;
  return (
    <Form frame={frame} action="/changes/seen" hidden={{ upTo: String(upTo), count: String(count), back: frame.path }}>
      <button class="btn" type="submit">
        <Icon name="check" />
        Mark {counted(count, 'new change')} as seen
      </button>
    </Form>
  );
};
