import { type TopicName, topics, type ValueOf } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import {
  emit,
  type Input,
  type KeyedState,
  ok,
  type Output,
  park,
  type Result,
  type EmittedTopic,
} from '../runtime/processor.ts';
import { compareMatches } from './compare-matches.ts';
import type { JoinRules, RowTopic } from './join-rules.ts';
import { createJoinNames } from './join-names.ts';
import { applyMatches, applyNewest, readPrefix, rememberEmitted } from './applied-matches.ts';
import {
  addEnded,
  addEnds,
  disputedAssets,
  endedMatches,
  endsIn,
  endsOf,
  openMatches,
  rowKeys,
  rowsWith,
  storedRow,
  storeDisputedAssets,
  storeMatches,
  storeRow,
} from './row-store.ts';
import { createSubjectIndex, type SubjectIndex } from './subject-index.ts';

/** A broadcast fold over rows and all subjects: rows are partitioned, and every instance reads all subjects. */
export interface Join<R extends RowTopic> {
  readonly name: string;
  readonly input: R;
  readonly global: 'asset.subjects';
  readonly outputs: readonly TopicName[];
  readonly stateVersion: number;
  readonly open: () => JoinView<R>;
}

export interface JoinView<R extends RowTopic> {
  /** Stores a row and emits the changes of its matches. */
  readonly apply: (state: KeyedState, input: Input<R>) => Result;
  /**
   * Applies the subjects of an asset. The returned function matches the rows of a partition that share a lookup with
   * them again.
   */
  readonly update: (record: Input<'asset.subjects'>) => (state: KeyedState) => readonly Output[];
  /** Stores a row that another instance matched. Its matches are read from the log. */
  readonly replay: (state: KeyedState, input: Input<R>) => Result;
  /** Applies the open matches of rows as emitted last. */
  readonly emitted: EmittedTopic;
  /** Matches every stored row of a partition with all subjects, one slice at a time. */
  readonly reconcile: (state: KeyedState) => Iterable<readonly Output[]>;
}

/** A slice is one commit. The event loop is blocked while a slice is matched. */
const outputsPerSlice = 1_000;
const rowsPerSlice = 2_000;

/**
 * A join of rows with subjects. Its outputs are the differences to the open matches of a row. Equal content and times
 * give the same observation id, so emitting an observation twice is harmless.
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
  const names = createJoinNames(rules);
  const rematchRow = (state: KeyedState, rowKey: string, only?: string): readonly Output[] => {
    const stored = storedRow<ValueOf<R>>(state, rowKey);
    if (stored === undefined || rules.refuse(stored.row) !== null) return [];
    const open = openMatches(state, rowKey);
    const disputed = disputedAssets(state, rowKey);
    const known = { stored, open, ends: endsOf(state, rowKey), disputed };
    const { matches, outputs, ended } = compareMatches(
      rules,
      index,
      known,
      only === undefined ? { near: names.assetsNear(rowKey) } : { only },
    );
    const left = only === undefined ? [] : disputed.filter((assetId) => assetId !== only);
    storeDisputedAssets(state, rowKey, left, disputed);
    if (canonicalJson(matches) === canonicalJson(open)) return outputs;
    storeMatches(state, rowKey, matches);
    addEnds(state, rowKey, endsIn(ended));
    addEnded(state, rowKey, { ended, open: matches });
    const time = Math.max(stored.timestamp, ...matches.map((match) => match.eventTime));
    const record = {
      rowKey,
      position: stored.offset,
      matches,
      ends: endsOf(state, rowKey),
      ended: endedMatches(state, rowKey),
    };
    rememberEmitted(state, record);
    return [...outputs, emit(rules.matchesTopic, record, time)];
  };

  const replay = (state: KeyedState, { value: row, offset, timestamp }: Input<R>): Result => {
    const reason = rules.refuse(row);
    if (reason !== null) return park(reason);
    const rowKey = keyOfRow(rules.input, row);
    const stored = storedRow(state, rowKey);
    if (stored !== undefined && stored.offset >= offset) return ok();
    names.putRow(rowKey, row);
    storeRow(state, rowKey, { row, offset, timestamp, lookups: [...new Set(rules.rowLookups(row))].sort() });
    return ok();
  };

  return {
    apply: (state, input) => {
      const rowKey = keyOfRow(rules.input, input.value);
      const before = storedRow(state, rowKey);
      const result = replay(state, input);
      if (result.kind !== 'ok' || (before !== undefined && before.offset >= input.offset)) return result;
      return ok(rematchRow(state, rowKey));
    },
    replay,
    emitted: {
      topic: rules.matchesTopic,
      apply: applyMatches,
      applyNewest,
      rowOf: ({ position }) => position,
      notes: readPrefix,
    },
    update: ({ value: subjects }) => {
      const changed = index.update(subjects);
      if (changed === null) return () => [];
      names.putAsset(subjects.assetId, subjects.subjects);
      const touched = [...changed.before, ...subjects.subjects];
      const lookups = touched.flatMap(rules.subjectLookups);
      const near = names.rowsNear(touched);
      return (state) =>
        [...new Set([...rowsWith(state, lookups), ...near])]
          .sort()
          .flatMap((rowKey) => rematchRow(state, rowKey, subjects.assetId));
    },
    *reconcile(state) {
      let slice: Output[] = [];
      let rows = 0;
      for (const rowKey of rowKeys(state)) {
        const stored = storedRow<ValueOf<R>>(state, rowKey);
        if (stored !== undefined) names.putRow(rowKey, stored.row);
        slice.push(...rematchRow(state, rowKey));
        rows += 1;
        if (slice.length < outputsPerSlice && rows < rowsPerSlice) continue;
        yield slice;
        slice = [];
        rows = 0;
      }
      yield slice;
    },
  };
}

/** The caller guarantees that the row is of the topic. TypeScript cannot infer it through the topic table. */
const keyOfRow = (topic: RowTopic, row: unknown): string =>
  (topics[topic] as { readonly keyOf: (value: unknown) => string }).keyOf(row);
