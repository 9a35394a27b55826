import type { PageDependencies } from '../api/pages.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SourceName } from './words/sources.ts';

export interface ExplorerOptions {
  /** Whether public pages show confirmed matches with sanctions lists. */
  readonly publicSanctions: boolean;
  /** Keys of form tokens: the first makes them, all of them check. */
  readonly formKeys: readonly [Buffer, ...Buffer[]];
  /** Names of the sources that this build can read. */
  readonly sources: readonly SourceName[];
  /** The key of a demo on this machine, for signing in without one; null before it is loaded. Absent without a demo. */
  readonly demoKey?: () => string | null;
}

/** What the pages are made from. */
export interface ExplorerDependencies extends PageDependencies, ExplorerOptions {
  readonly sessions: Sessions;
}
