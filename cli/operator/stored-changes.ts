import { readChanges } from '../../api/readmodel/memory/changes/change-cache.ts';
import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import type { ListMatchValue } from '../../schemas/facts.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';

/** Open changes that one page considers. */
const mostOpen = 500;

/** Rows that were open in some revision. Without FINAL, which would read every column of the sorting key. */
const openSql = `
SELECT DISTINCT asset_id, id, toUnixTimestamp64Milli(detected_at) AS detected_at
FROM attestry.store_changes
PREWHERE NOT confirmed AND disposition = 'held'
ORDER BY detected_at, id
LIMIT {most:UInt32}`;

const placeSql = `
SELECT DISTINCT asset_id, id, toUnixTimestamp64Milli(detected_at) AS detected_at
FROM attestry.store_changes
WHERE id = {id:String}
LIMIT 1`;

interface PlaceRow {
  readonly asset_id: string;
  readonly id: string;
  readonly detected_at: string;
}

/** Changes that wait or once waited for a review, the oldest first, each in its newest revision. */
export async function readOnceOpen(
  tables: TableReader,
): Promise<{ readonly changes: readonly Change[]; readonly more: boolean }> {
  const rows = await tables.query<PlaceRow>(openSql, { most: mostOpen + 1 });
  const changes = await changesAt(tables, rows.slice(0, mostOpen));
  return { changes, more: rows.length > mostOpen };
}

/** The newest revision of a change; null if the tables have none. */
export async function readStoredChange(tables: TableReader, id: string): Promise<Change | null> {
  const [change] = await changesAt(tables, await tables.query<PlaceRow>(placeSql, { id }));
  return change ?? null;
}

const changesAt = async (tables: TableReader, rows: readonly PlaceRow[]): Promise<readonly Change[]> => {
  const places = rows.map(({ asset_id: assetId, id, detected_at: at }) => ({
    assetId,
    id,
    revision: 0,
    detectedAt: Number(at),
  }));
  return [...(await readChanges(tables, places)).values()];
};

const causesSql = `
SELECT asset_id AS assetId, observation_sha256 AS observationSha256, toString(field) AS field, value,
  toString(subject_kind) AS subjectKind
FROM attestry.store_observations
WHERE asset_id IN {assetIds:Array(String)} AND observation_sha256 IN {hashes:Array(String)}`;

/** The newest reading of each match, for candidates whose newest revision a review caused. */
const matchesSql = `
SELECT asset_id AS assetId, subject_key AS subjectKey, argMax(value, observed_at) AS value
FROM attestry.store_observations
WHERE asset_id IN {assetIds:Array(String)} AND subject_key IN {subjectKeys:Array(String)}
  AND subject_kind = 'list_entry' AND field = 'match'
GROUP BY asset_id, subject_key`;

type Cause = Pick<Observation, 'assetId' | 'field' | 'observationSha256' | 'subjectKind' | 'value'>;
type MatchRow = Pick<Observation, 'assetId' | 'subjectKey' | 'value'>;

/** Whether the tables have a revision, and the observation that caused it: the sink inserts that one later. */
export async function isStored(tables: TableReader, change: Change): Promise<boolean> {
  const stored = await readStoredChange(tables, change.id);
  if (stored === null || stored.revision < change.revision) return false;
  return (await tables.query<Cause>(causesSql, placesOf([change]))).length > 0;
}

/**
 * The reading that the newest revision of each candidate on a sanctions list states, by the id of the change: the observation
 * that caused it, or of one that a review opened again the newest of its entry. The sink inserts observations after the changes
 * that they cause, so a new one may be missing.
 */
export async function readCauses(
  tables: TableReader,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, Pick<Observation, 'field' | 'value'>>> {
  const candidates = changes.filter(({ category }) => category === 'sanctions');
  if (candidates.length === 0) return new Map();
  const rows = await tables.query<Cause>(causesSql, placesOf(candidates));
  const byHash = new Map(rows.map((row) => [`${row.assetId} ${row.observationSha256}`, row]));
  const causeOf = (change: Change): Cause | undefined => byHash.get(`${change.assetId} ${hashOf(change)}`);
  const reopened = candidates.filter((change) => causeOf(change)?.subjectKind === 'review');
  const bySubject = await readNewestMatches(tables, reopened);
  return new Map(
    candidates.flatMap((change) => {
      const { id, assetId, subjectKey } = change;
      const cause = causeOf(change);
      const reading = cause?.subjectKind === 'review' ? bySubject.get(`${assetId} ${subjectKey}`) : cause;
      return reading === undefined ? [] : [[id, reading] as const];
    }),
  );
}

async function readNewestMatches(
  tables: TableReader,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, Pick<Observation, 'field' | 'value'>>> {
  if (changes.length === 0) return new Map();
  const rows = await tables.query<MatchRow>(matchesSql, {
    assetIds: [...new Set(changes.map(({ assetId }) => assetId))],
    subjectKeys: [...new Set(changes.map(({ subjectKey }) => subjectKey))],
  });
  return new Map(rows.map(({ assetId, subjectKey, value }) => [`${assetId} ${subjectKey}`, { field: 'match', value }]));
}

/** The match behind a candidate; null for an observation of another kind. */
export const matchOf = ({ field, value }: Pick<Observation, 'field' | 'value'>): ListMatchValue | null =>
  field === 'match' && value !== null ? (JSON.parse(value) as ListMatchValue) : null;

const placesOf = (changes: readonly Change[]) => ({
  assetIds: [...new Set(changes.map(({ assetId }) => assetId))],
  hashes: [...new Set(changes.map(hashOf))],
});

const hashOf = ({ assessment }: Change): string => assessment.evidence.new.observationSha256 ?? '';
