/** What the joins have in common, and what each of them decides. */
import type { Observation, OpenMatch, Subject } from '../../schemas/generated/records.ts';
import type { ValueOf } from '../../schemas/topics.ts';

export type RowTopic = 'sanctions.entries' | 'register.rows';

/** What is stated about one field of a match. */
export interface Reading {
  readonly field: string;
  readonly subjectKey: string;
  /** One of the shapes of `schemas/facts.ts`; null when it was looked for and is not disclosed. */
  readonly value: unknown;
  /** Passage of the source, verbatim. */
  readonly quote: string | null;
}

/** A subject that a row matches, and what is to be said about it. */
export interface Candidate {
  readonly subject: Subject;
  readonly readings: readonly Reading[];
  /** The open match that this one carries on through another subject. */
  readonly continues?: OpenMatch | undefined;
}

/** Matches of one row with the subjects of an asset, at most one per subject. `open` are those it has with it so far. */
export type MatchAsset = (subjects: readonly Subject[], open: readonly OpenMatch[]) => readonly Candidate[];

/** What differs between the joins. A row and a subject can only match when they share a lookup. */
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
  /** Prepares a row once for all assets; a row that is gone matches none. */
  readonly matcher: (row: ValueOf<R>) => MatchAsset;
  /** What is said when a match ends although the asset still has the subject. */
  readonly closing: (row: ValueOf<R>, open: OpenMatch) => readonly Reading[];
  readonly source: (
    row: ValueOf<R>,
  ) => Pick<Observation, 'subjectKind' | 'sourceKey' | 'sourceUrl' | 'sourceHash' | 'artifactId'>;
}
