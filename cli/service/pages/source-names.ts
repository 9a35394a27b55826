import type { SourceName } from '../../../explorer/labels/sources.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';

/** The sources of this build, for pages. */
export const sourceNames = (): readonly SourceName[] =>
  [...feeds.values()].map(({ kind, manifest: { id, label, owner, everyMs, containedIn = null, copyBy = null } }) => ({
    feed: id,
    label,
    owner,
    everyMs,
    isSanctionsList: kind === 'sanctions',
    containedIn,
    copyBy,
  }));
