/** What sources state of tokens now, and the observations that show it. */
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readInSlices } from '../../../api/readmodel/tables/slices.ts';
import type { AccountControlValue } from '../../../schemas/facts.ts';

type Tables = Pick<TableReader, 'query'>;

/** A value as it was stored; null is not stated. */
type StatedJson = boolean | number | object | string;

/** An established value of a fact. Times in milliseconds. */
export interface Statement {
  readonly assetId: string;
  readonly kind: 'asset' | 'authority' | 'issuer' | 'party' | 'register_row';
  readonly subjectKey: string;
  readonly field: string;
  readonly sourceKey: string;
  readonly value: StatedJson;
  readonly sourceUrl: string | null;
  /** First reading with the value. */
  readonly since: number;
  readonly observationId: string;
  readonly observationSha256: string | null;
  readonly place: string | null;
  readonly quote: string | null;
}

const columns = `assumeNotNull(stated) AS value, nullIf(url, '') AS sourceUrl, toUnixTimestamp64Milli(statedSince) AS since,
  observationId, nullIf(sha256, '') AS observationSha256, nullIf(at, '') AS place, nullIf(passage, '') AS quote`;

/** Established values: neither drafts nor readings that are not yet accepted. */
const establishedSql =
  'SELECT assetId, kind, subjectKey, field, sourceKey, ' +
  columns +
  `
FROM (
  SELECT asset_id AS assetId, toString(subject_kind) AS kind, subject_key AS subjectKey, toString(field) AS field,
    toString(source_key) AS sourceKey, value AS stated, source_url AS url, since AS statedSince,
    observation_id AS observationId
  FROM attestry.store_asset_facts FINAL
  WHERE asset_id IN {assetIds:Array(String)} AND subject_kind IN ('asset', 'authority', 'register_row')
    AND value IS NOT NULL
) AS f
LEFT JOIN (
  SELECT id, any(observation_sha256) AS sha256, any(place) AS at, any(quote) AS passage
  FROM attestry.store_observations
  WHERE asset_id IN {assetIds:Array(String)}
    AND id IN (SELECT observation_id FROM attestry.store_asset_facts WHERE asset_id IN {assetIds:Array(String)})
  GROUP BY id
) AS o ON o.id = f.observationId
ORDER BY assetId, kind, subjectKey, field, sourceKey
LIMIT 20000`;

/** What the registry declares of the issuer: its check, and the party itself. */
const declaredSql =
  "SELECT assetId, kind, subjectKey, field, 'registry' AS sourceKey, " +
  columns +
  `
FROM (
  SELECT asset_id AS assetId, toString(subject_kind) AS kind, subject_key AS subjectKey, toString(field) AS field,
    argMax(value, observed_at) AS stated, argMax(source_url, observed_at) AS url, max(observed_at) AS statedSince,
    argMax(id, observed_at) AS observationId, argMax(observation_sha256, observed_at) AS sha256,
    argMax(place, observed_at) AS at, argMax(quote, observed_at) AS passage
  FROM attestry.store_observations
  WHERE asset_id IN {assetIds:Array(String)} AND source_key = 'registry' AND value IS NOT NULL
    AND (subject_kind, field) IN (('issuer', 'kyi'), ('party', 'declaration'))
  GROUP BY asset_id, subject_kind, subject_key, field
)
LIMIT 20000`;

/** Observations by id, of a value that a page can print. */
const observedSql =
  'SELECT assetId, kind, subjectKey, field, sourceKey, ' +
  columns +
  `
FROM (
  SELECT id AS observationId, any(asset_id) AS assetId, any(toString(subject_kind)) AS kind,
    any(subject_key) AS subjectKey, any(toString(field)) AS field, any(toString(source_key)) AS sourceKey,
    any(value) AS stated, any(source_url) AS url, min(observed_at) AS statedSince, any(observation_sha256) AS sha256,
    any(place) AS at, any(quote) AS passage
  FROM attestry.store_observations
  WHERE asset_id = {assetId:String} AND id IN {ids:Array(String)} AND value IS NOT NULL
    AND subject_kind IN ('asset', 'authority', 'issuer', 'party', 'register_row')
  GROUP BY id
)
LIMIT 20000`;

const decode = {
  value: (text: string): StatedJson => JSON.parse(text) as StatedJson,
  since: Number,
} as const;

/** Statements about assets, in a stable order. */
export async function readStatements(tables: Tables, assetIds: readonly string[]): Promise<readonly Statement[]> {
  const read = (sql: string): Promise<readonly Statement[]> =>
    readInSlices(assetIds, (slice) => readRows<Statement>(tables, { sql, decode }, { assetIds: slice }));
  const [established, declared] = await Promise.all([read(establishedSql), read(declaredSql)]);
  return [...established, ...declared];
}

/** Observations of one asset by id, by the time of their reading. */
export const readObserved = (tables: Tables, assetId: string, ids: readonly string[]): Promise<readonly Statement[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : readRows<Statement>(tables, { sql: observedSql, decode }, { assetId, ids: [...new Set(ids)] });

/** What an account with power over a token is, by its newest reading. */
export interface ControlReading {
  readonly address: string;
  readonly value: AccountControlValue;
  /** Milliseconds. */
  readonly at: number;
}

/** A reading of the supply. */
export interface SupplyReading {
  /** Milliseconds. */
  readonly at: number;
  /** Base units. */
  readonly units: string;
}

/** The last reading of each day: a reading is accepted as it arrives, so that each is what the chain stated at its time. */
const supplySql = `
SELECT toUnixTimestamp64Milli(max(observed_at)) AS at,
  argMax(JSONExtractString(assumeNotNull(o.value)), observed_at) AS units
FROM attestry.store_observations AS o
WHERE asset_id = {assetId:String} AND subject_kind = 'asset' AND field = 'supply' AND startsWith(source_key, 'chain:')
  AND match(ifNull(o.value, ''), '^"[0-9]+"$')
GROUP BY toDate(observed_at)
ORDER BY at DESC
LIMIT 90`;

/** Up to 90 days with readings, oldest first. */
export async function readSupply(tables: Tables, assetId: string): Promise<readonly SupplyReading[]> {
  const rows = await readRows<SupplyReading>(tables, { sql: supplySql, decode: { at: Number } }, { assetId });
  return rows.toReversed();
}

const controlsSql = `
SELECT subject_key AS address, argMax(assumeNotNull(o.value), observed_at) AS value,
  toUnixTimestamp64Milli(max(observed_at)) AS at
FROM attestry.store_observations AS o
WHERE asset_id = {assetId:String} AND subject_kind = 'authority' AND field = 'control'
  AND startsWith(source_key, 'chain:') AND o.value IS NOT NULL
GROUP BY subject_key
ORDER BY subject_key
LIMIT 500`;

export const readControls = (tables: Tables, assetId: string): Promise<readonly ControlReading[]> =>
  readRows<ControlReading>(
    tables,
    { sql: controlsSql, decode: { value: (text) => JSON.parse(text) as AccountControlValue, at: Number } },
    { assetId },
  );
