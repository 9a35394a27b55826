import type { EndedMatch, OpenMatch } from '../../schemas/generated/records.ts';
import type { ValueOf } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { emit, type Output } from '../runtime/processor.ts';
import type { JoinRules, Reading, RowTopic } from './join-rules.ts';
import { type Ends, identityOf, type StoredRow } from './row-store.ts';
import type { SubjectIndex } from './subject-index.ts';

/** State of a row in the join. */
interface RowState<R extends RowTopic> {
  readonly stored: StoredRow<ValueOf<R>>;
  readonly open: readonly OpenMatch[];
  readonly ends: Ends;
  /** Assets whose matches are all stated or ended again, because readers may have others. */
  readonly disputed: readonly string[];
}

interface MatchComparison {
  readonly matches: readonly OpenMatch[];
  readonly outputs: readonly Output[];
  /** Matches that ended now. */
  readonly ended: readonly EndedMatch[];
}

/** One asset, or all that share a lookup with the row and those with a near name. */
type Among = { readonly only: string } | { readonly near: readonly string[] };

/** Before every time. */
const never = Number.NEGATIVE_INFINITY;

/**
 * The current matches of a row, and observations for the readings that differ from those emitted last. With `only`,
 * compares the matches of that asset and leaves the others unchanged; with `near`, also those of assets with a near name. The event time of a match is the maximum of the
 * row's record time, the subject's `since` and one millisecond after the last reading of the row and the asset.
 * Otherwise, a value that returns would be the same observation, which readers ignore. Disputed matches of an asset are
 * stated or ended in any case, after all that is known.
 */
export function compareMatches<R extends RowTopic>(
  rules: JoinRules<R>,
  index: SubjectIndex,
  { stored, open, ends, disputed }: RowState<R>,
  among: Among,
): MatchComparison {
  const only = 'only' in among ? among.only : undefined;
  const assetIds =
    'only' in among ? [among.only] : [...new Set([...index.assetsWith(stored.lookups), ...among.near])].sort();
  const before = only === undefined ? open : open.filter(({ assetId }) => assetId === only);
  const prior = new Map(before.map((match) => [identityOf(match), match]));
  const matches: OpenMatch[] = only === undefined ? [] : open.filter(({ assetId }) => assetId !== only);
  const matchAsset = rules.matcher(stored.row);
  const outputs: Output[] = [];
  const ended: EndedMatch[] = [];
  const held: (readonly [assetId: string, readings: readonly Reading[]])[] = [];
  const restatedFrom = new Map(disputed.map((assetId) => [assetId, timeAfter(assetId, before, ends)]));
  for (const assetId of assetIds) {
    const ofAsset = before.filter((match) => match.assetId === assetId);
    const candidates = [...matchAsset(index.subjectsOf(assetId), ofAsset)];
    for (const candidate of candidates.sort((a, b) => (a.subject.key < b.subject.key ? -1 : 1))) {
      const { key: subjectKey, sinceObservationId } = candidate.subject;
      const identity = { assetId, subjectKey, sinceObservationId };
      const stated = prior.get(identityOf(identity));
      prior.delete(identityOf(identity));
      const { continues } = candidate;
      held.push([assetId, candidate.readings]);
      const current = candidate.readings.map((reading) => [reading, canonicalJson(reading.value)] as const);
      const changed = current
        .filter(([reading, text]) => restatedFrom.has(assetId) || stated?.emitted[reading.field] !== text)
        .map(([reading]) => reading);
      if (stated !== undefined && changed.length === 0) {
        matches.push(stated);
        continue;
      }
      const previous = Math.max(stated?.eventTime ?? ends[assetId] ?? never, continues?.eventTime ?? never);
      const earliest = Math.max(previous + 1, restatedFrom.get(assetId) ?? never);
      const eventTime = Math.max(stored.timestamp, candidate.subject.since, earliest);
      matches.push({
        ...identity,
        eventTime,
        emitted: Object.fromEntries(current.map(([r, text]) => [r.field, text])),
      });
      outputs.push(...changed.map((reading) => observe(rules, stored.row, assetId, reading, eventTime)));
    }
  }
  // Another match of the row with the asset states these facts: a match that it continues has no end.
  const facts = new Set(
    prior.size === 0 ? [] : held.flatMap(([assetId, readings]) => readings.map((reading) => factIn(assetId, reading))),
  );
  for (const gone of prior.values()) {
    const eventTime = Math.max(stored.timestamp, gone.eventTime, restatedFrom.get(gone.assetId) ?? never);
    const { assetId, subjectKey, sinceObservationId } = gone;
    ended.push({ assetId, subjectKey, sinceObservationId, endedAt: eventTime });
    // The subject left the asset: the fold of the asset closes the match, and the join only removes it.
    if (!index.holds(gone.assetId, gone.subjectKey, gone.sinceObservationId)) continue;
    const readings = rules.closing(stored.row, gone).filter((reading) => !facts.has(factIn(gone.assetId, reading)));
    outputs.push(...readings.map((reading) => observe(rules, stored.row, gone.assetId, reading, eventTime)));
  }
  const sorted = only === undefined ? matches : matches.sort(byAssetAndSubject);
  return { matches: sorted, outputs, ended };
}

/** One millisecond after all that is known of the row and the asset. */
const timeAfter = (assetId: string, matches: readonly OpenMatch[], ends: Ends): number =>
  1 +
  matches.reduce(
    (time, match) => (match.assetId === assetId ? Math.max(time, match.eventTime) : time),
    ends[assetId] ?? never,
  );

const factIn = (assetId: string, { subjectKey, field }: Reading): string => [assetId, subjectKey, field].join(' ');

const byAssetAndSubject = (a: OpenMatch, b: OpenMatch): number =>
  a.assetId < b.assetId || (a.assetId === b.assetId && a.subjectKey < b.subjectKey) ? -1 : 1;

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
