/** Types shared by the joins, and the rules of each. */
import type { Observation, OpenMatch, Subject } from '../../schemas/generated/records.ts';
import type { ValueOf } from '../../schemas/topics.ts';
import type { ReadName } from './names/reading/word.ts';

export type RowTopic = 'sanctions.entries' | 'register.rows';

/** Value of one field of a match. */
export interface Reading {
  readonly field: string;
  readonly subjectKey: string;
  /** One of the shapes of `schemas/facts.ts`; null when the source was read and does not disclose it. */
  readonly value: unknown;
  /** Passage of the source, verbatim. */
  readonly quote: string | null;
}

/** A subject that a row matches, with its readings. */
export interface Candidate {
  readonly subject: Subject;
  readonly readings: readonly Reading[];
  /** The open match that this one continues through another subject. */
  readonly continues?: OpenMatch | undefined;
}

/**
 * Matches of one row with the subjects of an asset, at most one per subject. `open`: the row's open matches with the
 * asset.
 */
export type MatchAsset = (subjects: readonly Subject[], open: readonly OpenMatch[]) => readonly Candidate[];

/** What differs between the joins. A row and a subject can only match when they share a lookup or have near names. */
export interface JoinRules<R extends RowTopic> {
  readonly name: string;
  readonly version: string;
  readonly input: R;
  readonly matchesTopic: 'screen.matches' | 'attribute.matches';
  readonly stateVersion: number;
  /** Why this row can never be matched, as a sentence; null when it can. */
  readonly refuse: (row: ValueOf<R>) => string | null;
  readonly rowLookups: (row: ValueOf<R>) => readonly string[];
  readonly subjectLookups: (subject: Subject) => readonly string[];
  /** Names of both sides. A row and a subject can also match when two of their names are near. */
  readonly names?: {
    readonly ofRow: (row: ValueOf<R>) => readonly ReadName[];
    readonly ofSubject: (subject: Subject) => readonly ReadName[];
  };
  /** Prepares a row once for all assets. A removed row matches none. */
  readonly matcher: (row: ValueOf<R>) => MatchAsset;
  /** Readings for a match that ends while the asset still has the subject. */
  readonly closing: (row: ValueOf<R>, open: OpenMatch) => readonly Reading[];
  readonly source: (
    row: ValueOf<R>,
  ) => Pick<Observation, 'subjectKind' | 'sourceKey' | 'sourceUrl' | 'sourceHash' | 'artifactId'>;
}
