import type { NewCounts } from '../../../api/readmodel/resources/changes/new-changes.ts';
import type { ChangeWithText } from '../../../api/readmodel/resources/changes/read.ts';
import { seenBehindMs } from '../../../api/readmodel/resources/changes/seen.ts';
import type { TenantSnapshot } from '../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { visibility } from '../../../api/readmodel/visibility/visible.ts';

/** How the new changes of a page can be marked as seen (conformance U-04). */
export type SeenControl =
  /** The page has every new change up to a time, in milliseconds: `count` of them. */
  | { readonly kind: 'button'; readonly upTo: number; readonly count: number }
  /** The page leaves out some of `all`. */
  | { readonly kind: 'link'; readonly all: number };

/** New changes on a page that can be marked as seen: those of the last 30 s cannot. */
interface Markable {
  /** When the last of them reached the tenant, milliseconds. */
  readonly upTo: number;
  readonly count: number;
}

export function markableOf(changes: readonly ChangeWithText[], snapshot: TenantSnapshot, now: number): Markable {
  const latest = now - seenBehindMs;
  const times = changes
    .filter(({ picked }) => picked.isNew)
    .map(({ change }) => visibility(change, snapshot)?.reachedAt ?? change.detectedAt)
    .filter((reachedAt) => reachedAt <= latest);
  return { upTo: times.length === 0 ? latest : Math.max(...times), count: times.length };
}

/** Null where nothing is new. */
export function seenControlOf({ upTo, count }: Markable, counts: NewCounts): SeenControl | null {
  if (count > 0 && count === counts.upTo) return { kind: 'button', upTo, count };
  return counts.upTo === 0 ? null : { kind: 'link', all: counts.all };
}
