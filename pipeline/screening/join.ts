import type { Observation, OpenMatch, Subject } from '../../schemas/generated/records.ts';
import { type TopicName, topics, type ValueOf } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { emit, type Input, type KeyedState, ok, type Output, park, type Result } from '../runtime/processor.ts';
import { openMatches, rowKeys, rowsWith, type StoredRow, storedRow, storeMatches, storeRow } from './row-store.ts';
import { createSubjectIndex, type SubjectIndex } from './subject-index.ts';

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
  /**
   * Matches of a row with the subjects of one asset, at most one per subject; none for a row that is gone. `open` are
   * the matches of the row with that asset so far.
   */
  readonly match: (row: ValueOf<R>, subjects: readonly Subject[], open: readonly OpenMatch[]) => readonly Candidate[];
  /** What is said when a match ends although the asset still has the subject. */
  readonly closing: (row: ValueOf<R>, open: OpenMatch) => readonly Reading[];
  readonly source: (
    row: ValueOf<R>,
  ) => Pick<Observation, 'subjectKind' | 'sourceKey' | 'sourceUrl' | 'sourceHash' | 'artifactId'>;
}

/** A broadcast fold over rows and all subjects: rows are partitioned, subjects are read in full by every instance. */
export interface Join<R extends RowTopic> {
  readonly name: string;
  readonly input: R;
  readonly global: 'asset.subjects';
  readonly outputs: readonly TopicName[];
  readonly stateVersion: number;
  readonly open: () => JoinView<R>;
}

export interface JoinView<R extends RowTopic> {
  /** Stores a row and says what changed about its matches. */
  readonly apply: (state: KeyedState, input: Input<R>) => Result;
  /** Takes the subjects of an asset in; the answer re-matches the rows of a partition that share a value with them. */
  readonly update: (record: Input<'asset.subjects'>) => (state: KeyedState) => readonly Output[];
  /** Every stored row of a partition against all subjects, a slice at a time. */
  readonly rematch: (state: KeyedState) => Iterable<readonly Output[]>;
}

/** A slice is one commit: large enough that a re-match without news is a single one. */
const outputsPerSlice = 1_000;

/**
 * A join of rows with subjects (architecture: Joins). Outputs are differences against the open matches of a row; the
 * same content and times give the same observation id, so what is said twice is harmless.
 */
export function createJoin<R extends RowTopic>(rules: JoinRules<R>): Join<R> {
  return {
    name: rules.name,
    input: rules.input,
    global: 'asset.subjects',
    outputs: ['observations', rules.matchesTopic],
    stateVersion: rules.stateVersion,
    open: () => openView(rules, createSubjectIndex(rules.subjectLookups)),
  };
}

function openView<R extends RowTopic>(rules: JoinRules<R>, index: SubjectIndex): JoinView<R> {
  const rematchRow = (state: KeyedState, rowKey: string): readonly Output[] => {
    const stored = storedRow<ValueOf<R>>(state, rowKey);
    if (stored === undefined || rules.refuse(stored.row) !== null) return [];
    const before = openMatches(state, rowKey);
    const { matches, outputs } = compareMatches(rules, index, stored, before);
    if (canonicalJson(matches) === canonicalJson(before)) return outputs;
    storeMatches(state, rowKey, matches);
    const time = Math.max(stored.timestamp, ...matches.map((match) => match.eventTime));
    return [...outputs, emit(rules.matchesTopic, { rowKey, position: stored.offset, matches }, time)];
  };

  return {
    apply: (state, { value: row, offset, timestamp }) => {
      const reason = rules.refuse(row);
      if (reason !== null) return park(reason);
      const rowKey = keyOfRow(rules.input, row);
      const stored = storedRow(state, rowKey);
      if (stored !== undefined && stored.offset >= offset) return ok();
      storeRow(state, rowKey, { row, offset, timestamp, lookups: [...new Set(rules.rowLookups(row))].sort() });
      return ok(rematchRow(state, rowKey));
    },
    update: ({ value: subjects }) => {
      const changed = index.update(subjects);
      if (changed === null) return () => [];
      const lookups = [...changed.before, ...subjects.subjects].flatMap(rules.subjectLookups);
      return (state) => rowsWith(state, lookups).flatMap((rowKey) => rematchRow(state, rowKey));
    },
    *rematch(state) {
      let slice: Output[] = [];
      for (const rowKey of rowKeys(state)) {
        slice.push(...rematchRow(state, rowKey));
        if (slice.length < outputsPerSlice) continue;
        yield slice;
        slice = [];
      }
      yield slice;
    },
  };
}

function compareMatches<R extends RowTopic>(
  rules: JoinRules<R>,
  index: SubjectIndex,
  stored: StoredRow<ValueOf<R>>,
  before: readonly OpenMatch[],
): { readonly matches: readonly OpenMatch[]; readonly outputs: readonly Output[] } {
  const prior = new Map(before.map((match) => [identityOf(match), match]));
  const matches: OpenMatch[] = [];
  const outputs: Output[] = [];
  for (const assetId of index.assetsWith(stored.lookups)) {
    const ofAsset = before.filter((match) => match.assetId === assetId);
    const candidates = [...rules.match(stored.row, index.subjectsOf(assetId), ofAsset)];
    for (const candidate of candidates.sort((a, b) => (a.subject.key < b.subject.key ? -1 : 1))) {
      const { key: subjectKey, sinceObservationId } = candidate.subject;
      const identity = { assetId, subjectKey, sinceObservationId };
      const open = prior.get(identityOf(identity));
      prior.delete(identityOf(identity));
      const said = candidate.readings.map((reading) => [reading, canonicalJson(reading.value)] as const);
      const news = said.filter(([reading, text]) => open?.emitted[reading.field] !== text).map(([reading]) => reading);
      if (open !== undefined && news.length === 0) {
        matches.push(open);
        continue;
      }
      const eventTime = eventTimeOf(stored.timestamp, candidate, open);
      matches.push({ ...identity, eventTime, emitted: Object.fromEntries(said.map(([r, text]) => [r.field, text])) });
      outputs.push(...news.map((reading) => observe(rules, stored.row, assetId, reading, eventTime)));
    }
  }
  for (const open of prior.values()) {
    // A subject that left the asset takes its matches with it where the asset is folded: the join only forgets them.
    if (!index.holds(open.assetId, open.subjectKey, open.sinceObservationId)) continue;
    const eventTime = Math.max(stored.timestamp, open.eventTime);
    const readings = rules.closing(stored.row, open);
    outputs.push(...readings.map((reading) => observe(rules, stored.row, open.assetId, reading, eventTime)));
  }
  return { matches, outputs };
}

/**
 * The latest of the row's record time, the subject's `since` and the previous event time. What is stated again about an
 * open match is later than what was stated before: a value that returns would else be the same observation, which
 * readers ignore.
 */
function eventTimeOf(rowTime: number, { subject, continues }: Candidate, open: OpenMatch | undefined): number {
  const previous = open === undefined ? (continues?.eventTime ?? 0) : open.eventTime + 1;
  return Math.max(rowTime, subject.since, previous);
}

const identityOf = (match: Pick<OpenMatch, 'assetId' | 'subjectKey' | 'sinceObservationId'>): string =>
  `${match.assetId} ${match.sinceObservationId} ${match.subjectKey}`;

function observe<R extends RowTopic>(
  rules: JoinRules<R>,
  row: ValueOf<R>,
  assetId: string,
  reading: Reading,
  eventTime: number,
): Output {
  const observation = makeObservation({
    ...rules.source(row),
    assetId,
    subjectKey: reading.subjectKey,
    field: reading.field,
    value: reading.value === null ? null : canonicalJson(reading.value),
    quote: reading.quote,
    extractor: rules.name,
    extractorVersion: rules.version,
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: eventTime,
  });
  return emit('observations', observation, eventTime);
}

/** The pair (topic, row) is kept together by the caller; TypeScript cannot follow it through the topic table. */
const keyOfRow = (topic: RowTopic, row: unknown): string =>
  (topics[topic] as { readonly keyOf: (value: unknown) => string }).keyOf(row);
