import type { OpenMatch, ScreenMatch } from '../../schemas/generated/records.ts';
import { hashOf } from '../../schemas/values/hash.ts';
import type { Input, KeyedState } from '../runtime/processor.ts';
import {
  addEnds,
  disputedAssets,
  type Ends,
  endsOf,
  identityOf,
  openMatches,
  storeDisputedAssets,
  storeMatches,
} from './row-store.ts';

/** Start of the keys of what this state wrote to the log and has not read there. */
export const unreadPrefix = 'unread/';

/** Records beyond are read as those of another owner: their matches are stated once more. */
const unreadAtMost = 32;

const unreadOf = (state: KeyedState, rowKey: string): readonly string[] =>
  state.get<readonly string[]>(`${unreadPrefix}${rowKey}`) ?? [];

function storeUnread(state: KeyedState, rowKey: string, unread: readonly string[]): void {
  if (unread.length > 0) state.put(`${unreadPrefix}${rowKey}`, unread.slice(-unreadAtMost));
  else state.delete(`${unreadPrefix}${rowKey}`);
}

const digestOf = (record: ScreenMatch): string => hashOf(record).slice(0, 16);

/** Remembers a record that this state emits, to recognise it on the log. */
export function rememberEmitted(state: KeyedState, record: ScreenMatch): void {
  storeUnread(state, record.rowKey, [...unreadOf(state, record.rowKey), digestOf(record)]);
}

/**
 * Replaces the matches of a row by those of a record that another owner wrote, and adds the times at which matches ended. An
 * owner that had read what is known here states each known match at its time or later, or its end, and each known end. A
 * fenced (zombie) owner had not, or this owner had not read its record when it wrote the next one. Matches of such an asset
 * are disputed: readers may have those of either owner, as they ignore an observation that they have. All stay open until
 * they are compared with the row, and each is stated or ended then.
 */
export function applyMatches(state: KeyedState, { value }: Input<'screen.matches'> | Input<'attribute.matches'>): void {
  const { rowKey, matches, ends } = value;
  const unread = unreadOf(state, rowKey);
  const at = unread.indexOf(digestOf(value));
  if (at >= 0) {
    storeUnread(state, rowKey, unread.slice(at + 1));
    return;
  }
  const known = { open: openMatches(state, rowKey), ends: endsOf(state, rowKey) };
  const recorded = new Map(matches.map((match) => [identityOf(match), match]));
  const isUnknown = unread.length > 0;
  const disputedBefore = disputedAssets(state, rowKey);
  const disputed = new Set([
    ...disputedBefore,
    ...(isUnknown ? [...known.open, ...matches].map(({ assetId }) => assetId) : missedBy({ recorded, ends }, known)),
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
}

/** Before every time. */
const never = Number.NEGATIVE_INFINITY;

/** Assets of which a record was written without what is known, some of them twice. */
function* missedBy(
  { recorded, ends }: { readonly recorded: ReadonlyMap<string, OpenMatch>; readonly ends: Ends },
  known: { readonly open: readonly OpenMatch[]; readonly ends: Ends },
): Generator<string> {
  for (const match of known.open) {
    const reached = recorded.get(identityOf(match))?.eventTime ?? ends[match.assetId] ?? never;
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
