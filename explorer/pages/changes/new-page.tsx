import type { VNode } from 'preact';
import { changesPath } from '../../labels/feed-paths.ts';
import { counted } from '../../labels/dates.ts';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { documentOf } from '../../render.ts';
import type { Day } from './by-day.ts';
import { Days } from './days.tsx';
import type { SeenControl } from './seen.ts';
import { SeenForm } from './seen-form.tsx';

export interface NewChangesView {
  readonly shown: number;
  /** New changes of the reader, also those that are not shown. */
  readonly all: number;
  readonly days: readonly Day[];
  readonly seen: SeenControl | null;
}

const NewChangesPage = ({ view, frame }: { readonly view: NewChangesView; readonly frame: Frame }): VNode => (
  <Layout title="New changes" frame={frame}>
    <div class="head row between">
      <div>
        <p class="crumbs">
          <a href={changesPath}>Changes</a>
        </p>
        <h1>New changes</h1>
        <p class="muted">
          {view.shown < view.all
            ? `The ${view.shown} that came first, of ${counted(view.all, 'new change')}: mark these as seen, then the next ones are shown.`
            : `${counted(view.all, 'new change')} of every kind and age, the oldest first. Drafts are among them.`}
        </p>
      </div>
      <SeenForm seen={view.seen} frame={frame} />
    </div>
    <div class="stack">
      {view.shown === 0 ? (
        <Empty of="changes-new" next={[{ href: changesPath, name: 'See the changes of the last 90 days' }]}>
          Nothing is new: you have seen every change of the tokens that you watch.
        </Empty>
      ) : (
        <Days days={view.days} />
      )}
    </div>
  </Layout>
);

export const newChangesPage = (view: NewChangesView, frame: Frame): Buffer =>
  documentOf(<NewChangesPage view={view} frame={frame} />);
