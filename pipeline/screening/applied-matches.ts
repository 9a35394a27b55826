import type { OpenMatch, ScreenMatch } from '../../schemas/generated/records.ts';
import { hashOf } from '../../schemas/values/hash.ts';
import type { Input, KeyedState } from '../runtime/processor.ts';
import {
  addEnded,
  addEnds,
  disputedAssets,
  type Ends,
  endsOf,
  identityOf,
  openMatches,
  storeDisputedAssets,
  storeMatches,
} from './row-store.ts';

/** Start of the keys of what this state knows of the records on the log. */
export const readPrefix = 'read/';

interface ReadRecords {
  /** Offset of the newest record that was read. */
  readonly upTo: number;
  /** Digests of records that this state emitted and has not read on the log, oldest first. */
  readonly unread: readonly string[];
  /** Those before which a record of another owner was read: the log has them behind it, or compaction has removed them. */
  readonly overtaken: readonly string[];
}

/** Earlier ones are read as those of another owner: their matches may be stated once more. */
const mostDigests = 32;

const readOf = (state: KeyedState, rowKey: string): ReadRecords =>
  state.get<ReadRecords>(`${readPrefix}${rowKey}`) ?? { upTo: -1, unread: [], overtaken: [] };

const storeRead = (state: KeyedState, rowKey: string, { upTo, unread, overtaken }: ReadRecords): void =>
  state.put(`${readPrefix}${rowKey}`, {
    upTo,
    unread: unread.slice(-mostDigests),
    overtaken: overtaken.slice(-mostDigests),
  } satisfies ReadRecords);

const digestOf = (record: ScreenMatch): string => hashOf(record).slice(0, 16);

/** Remembers a record that this state emits, to recognise it on the log. */
export function rememberEmitted(state: KeyedState, record: ScreenMatch): void {
  const read = readOf(state, record.rowKey);
  storeRead(state, record.rowKey, { ...read, unread: [...read.unread, digestOf(record)] });
}

/** Applies a record of the log: an own one changes nothing. */
export function applyMatches(
  state: KeyedState,
  { offset, value }: Input<'screen.matches'> | Input<'attribute.matches'>,
): void {
  const { upTo, unread, overtaken } = readOf(state, value.rowKey);
  // A catch-up that was interrupted reads them again.
  if (offset <= upTo) return;
  const digest = digestOf(value);
  const at = unread.indexOf(digest);
  if (at >= 0) {
    storeRead(state, value.rowKey, { upTo: offset, unread: unread.slice(at + 1), overtaken });
    return;
  }
  storeRead(state, value.rowKey, { upTo: offset, unread: [], overtaken: [...overtaken, ...unread] });
  replaceMatches(state, value, overtaken.includes(digest));
}

/**
 * Own records of a row that were not read behind its newest record on the log have been removed by compaction, which keeps the
 * newest alone: another owner repeated an earlier own record behind them.
 */
export function applyNewest(state: KeyedState, records: Iterable<ScreenMatch>): void {
  for (const record of records) {
    const { upTo, unread, overtaken } = readOf(state, record.rowKey);
    if (unread.length === 0) continue;
    storeRead(state, record.rowKey, { upTo, unread: [], overtaken: [...overtaken, ...unread] });
    replaceMatches(state, record, false);
  }
}

/**
 * Replaces the matches of a row by those of a record that another owner wrote, and adds the times at which matches ended. An
 * owner that had read what is known here states each known match at its time or later, or its end, and each known end. A
 * fenced (zombie) owner had not, or this owner had not read its record when it wrote the next one. Matches of such an asset
 * are disputed: readers may have those of either owner, as they ignore an observation that they have. All stay open until
 * they are compared with the row, and each is stated or ended then.
 */
function replaceMatches(state: KeyedState, { rowKey, matches, ends, ended }: ScreenMatch, isOvertaken: boolean): void {
  const known = { open: openMatches(state, rowKey), ends: endsOf(state, rowKey) };
  const recorded = new Map(matches.map((match) => [identityOf(match), match]));
  const disputedBefore = disputedAssets(state, rowKey);
  const disputed = new Set([
    ...disputedBefore,
    ...(isOvertaken
      ? [...known.open, ...matches].map(({ assetId }) => assetId)
      : missedBy({ recorded, ends, ended }, known)),
  ]);
  const times = new Map(known.open.map((match) => [identityOf(match), match.eventTime]));
  const applied = matches.map((match) => {
    const eventTime = Math.max(match.eventTime, times.get(identityOf(match)) ?? match.eventTime);
    return eventTime === match.eventTime ? match : { ...match, eventTime };
  });
  const left = known.open.filter((match) => disputed.has(match.assetId) && !recorded.has(identityOf(match)));
  storeMatches(state, rowKey, [...applied, ...left]);
  storeDisputedAssets(state, rowKey, [...disputed].sort(), disputedBefore);
  addEnds(state, rowKey, ends);
  addEnded(state, rowKey, { ended, open: [...applied, ...left] });
}

/** Before every time. */
const never = Number.NEGATIVE_INFINITY;

interface MatchRecord extends Pick<ScreenMatch, 'ends' | 'ended'> {
  /** By identity. */
  readonly recorded: ReadonlyMap<string, OpenMatch>;
}

/**
 * Assets of which a record was written without what is known, some of them twice. A record that ends another match of an asset has
 * a time of it, too, so a known match counts as ended only if the record names it.
 */
function* missedBy(
  { recorded, ends, ended }: MatchRecord,
  known: { readonly open: readonly OpenMatch[]; readonly ends: Ends },
): Generator<string> {
  const endedAt = new Map(ended.map((match) => [identityOf(match), match.endedAt]));
  for (const match of known.open) {
    const identity = identityOf(match);
    const reached = recorded.get(identity)?.eventTime ?? endedAt.get(identity) ?? never;
    if (reached < match.eventTime) yield match.assetId;
  }
  for (const [assetId, time] of Object.entries(known.ends)) {
    if ((ends[assetId] ?? never) < time) yield assetId;
  }
  const isKnown = new Set(known.open.map(identityOf));
  for (const [identity, { assetId, eventTime }] of recorded) {
    if (!isKnown.has(identity) && eventTime <= (known.ends[assetId] ?? never)) yield assetId;
  }
}
