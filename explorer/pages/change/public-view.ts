import type { ExplainedEvidence } from '../../evidence.ts';
import { publicDetail } from '../../readers/asset/public-change.ts';
import { clipped } from '../../labels/clipped.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import type { Rests } from './rests.ts';

const clippedOrNull = (text: string | null): string | null => (text === null ? null : clipped(text));

/** A change as anybody may see it: no text names a reviewer, quotes are clipped, and no other change is named that is not public. */
export const publicView = (view: ChangeView, path: string, group: readonly string[]): ChangeView => ({
  ...view,
  path,
  what: publicDetail({ what: view.gist, whatDetail: view.what }) ?? view.gist,
  old: { ...view.old, quote: clippedOrNull(view.old.quote) },
  new: { ...view.new, quote: clippedOrNull(view.new.quote) },
  group: group.filter((id) => id !== view.id),
});

/** Evidence as anybody may see it: without drafts, without the name of a reviewer, and without bytes, which key holders download. */
export const publicRests = ({ view, chain }: Rests): Rests => ({
  view: { ...view, reviewedBy: view.reviewedBy === null ? null : 'the operator' },
  chain: {
    ...chain,
    files: chain.files.map((file) => ({
      ...file,
      path: null,
      note: file.path === null ? file.note : 'Key holders can download the bytes.',
    })),
    revisions: chain.revisions.filter(({ confirmed }) => confirmed),
  },
});

/** What was computed again, without reviews of operators. */
export const publicExplained = (explained: ExplainedEvidence): ExplainedEvidence => ({
  ...explained,
  steps: explained.steps
    .filter(({ role, sourceKey }) => role !== 'revision' || sourceKey !== 'review')
    .map((step) => ({ ...step, quote: clippedOrNull(step.quote) })),
});
