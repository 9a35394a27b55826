import type { ChangeKind } from '../../schemas/vocabulary.ts';

/** Kinds of change after which a match with a sanctions list is no longer open. */
export const matchEnds: ReadonlySet<string> = new Set<ChangeKind>(['delisted', 'removed', 'corrected']);
