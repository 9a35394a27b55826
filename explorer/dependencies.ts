import type { Readable } from 'node:stream';
import type { PageDependencies } from '../api/route/pages.ts';
import type { OperatorPort } from './operator-port.ts';
import type { ReadLeftOut } from './left-out.ts';
import type { Evidence } from './evidence.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { DescribeValue } from './labels/field-values.ts';
import type { ObligationReading } from './labels/obligations.ts';
import type { SourceName } from './labels/sources.ts';

/** The raw bytes of sources, for downloads. */
export interface ArtifactFiles {
  readonly has: (sha256: string) => Promise<boolean>;
  /** Null where the bytes are not at hand. */
  readonly open: (sha256: string) => Promise<Readable | null>;
}

/** Whole keys of a demo. */
export interface DemoKeys {
  readonly reader: string;
  /** Null where the demo has no operator. */
  readonly operator: string | null;
}

export interface ExplorerOptions {
  /** Whether public pages show confirmed matches with sanctions lists. */
  readonly publicSanctions: boolean;
  /** Whom to ask for a key, a mail address or an https URL; null without the setting. */
  readonly keyContact: string | null;
  /** Keys of form tokens: the first makes them, all of them check. */
  readonly formKeys: readonly [Buffer, ...Buffer[]];
  /** Names of the sources that this build can read. */
  readonly sources: readonly SourceName[];
  /** How each obligation is read. */
  readonly obligations: readonly ObligationReading[];
  readonly describeValue: DescribeValue;
  readonly artifacts: ArtifactFiles;
  readonly evidence: Evidence;
  readonly readLeftOut: ReadLeftOut;
  /** The keys of a demo on this machine, for signing in without one; null before it is loaded. Absent without a demo. */
  readonly demoKeys?: () => DemoKeys | null;
  /** What the pages of the operator read and decide. */
  readonly operator: OperatorPort;
}

/** What the pages are made from. */
export interface ExplorerDependencies extends PageDependencies, ExplorerOptions {
  readonly sessions: Sessions;
}
