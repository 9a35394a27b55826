import type { SourceName } from '../../../explorer/labels/sources.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';

/** The sources of this build, for pages. */
export const sourceNames = (): readonly SourceName[] =>
  [...feeds.values()].map(({ kind, manifest }) => {
    const { id, label, owner, everyMs, files, licence, containedIn = null, copyBy = null } = manifest;
    return {
      feed: id,
      label,
      owner,
      everyMs,
      isSanctionsList: kind === 'sanctions',
      hosts: [...new Set(files.map(({ url }) => new URL(url).hostname))],
      licence,
      containedIn,
      copyBy,
    };
  });
