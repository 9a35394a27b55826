import { declaredFacts } from '../../../pipeline/registry/declared-facts.ts';
import { readRow } from '../../../pipeline/screening/register-readings.ts';
import type { Observation, RegisterRow, Subject } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { cellsOf, livelyColumns, register, registerFeed } from './register-rows.ts';
import type { World } from './world.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

const firstRun = Date.parse('2026-01-02T00:00:00Z');
const timeOf = (run: number): number => firstRun + run * dayMs;

/** The facts before the first change: every asset as declared, its register row and the cells that will change. */
export function* baseline(world: World): Generator<Observation> {
  const parties = new Map(world.parties.map((party) => [party.partyId, party]));
  for (const [index, asset] of world.assets.entries()) {
    const declaration = { asset, registryPosition: index, registeredAt: firstRun - dayMs };
    const declared = declaredFacts(declaration, parties).map(({ subjectKind, subjectKey, field, value }) =>
      makeObservation({
        ...plain,
        assetId: asset.assetId,
        subjectKind,
        subjectKey,
        field,
        sourceKey: 'registry',
        value: value === null ? null : canonicalJson(value),
        extractor: 'declare',
        observedAt: firstRun - dayMs,
      }),
    );
    yield* declared;
    // The subjects of an asset come with its declaration; a row is followed if it names the observation that introduced
    // its subject.
    const introducing = declared.find(({ subjectKind, field }) => subjectKind === 'asset' && field === 'declaration');
    yield* readingsOf(world, index, 0, 0, introducing?.id ?? '', ['listed', ...livelyColumns]);
  }
}

/**
 * The same cells read again in each of the runs; `share` of them differ from the run before. Without `now`, the runs are a
 * day apart.
 */
export function* readAgain(world: World, runs: number, share: number, now?: () => number): Generator<Observation> {
  for (let run = 1; run <= runs; run++) {
    for (const index of world.assets.keys()) {
      const readings = readingsOf(world, index, run, share, '', livelyColumns);
      yield* now === undefined ? readings : atTimes(readings, now);
    }
  }
}

/**
 * The first readings of the register rows of assets that a service has declared; `introducing` returns their declarations.
 */
export function* firstReadings(
  world: World,
  introducing: ReadonlyMap<string, string>,
  now: () => number,
): Generator<Observation> {
  for (const [index, { assetId }] of world.assets.entries()) {
    const since = introducing.get(assetId) ?? '';
    yield* atTimes(readingsOf(world, index, 0, 0, since, ['listed', ...livelyColumns]), now);
  }
}

function* atTimes(readings: readonly Observation[], now: () => number): Generator<Observation> {
  for (const { id: _, ...content } of readings) yield makeObservation({ ...content, observedAt: now() });
}

function readingsOf(
  world: World,
  index: number,
  run: number,
  share: number,
  sinceObservationId: string,
  fields: readonly string[],
): readonly Observation[] {
  const asset = world.assets[index];
  if (asset === undefined) return [];
  const row = rowOf(asset.identifiers.dti, cellsOf(world, index, run, share), index, run);
  const subject = { key: `dti:${asset.identifiers.dti[0] ?? ''}`, sinceObservationId } as Subject;
  const readings = readRow(registerFeed(), row, { subject, matchedBy: 'identifier', news: false });
  return readings
    .filter(({ field }) => fields.includes(field))
    .map(({ field, subjectKey, value, quote }) =>
      makeObservation({
        ...plain,
        assetId: asset.assetId,
        subjectKind: 'register_row',
        subjectKey,
        field,
        sourceKey: `register:${register}`,
        value: value === null ? null : canonicalJson(value),
        quote,
        sourceUrl: registerFeed().manifest.files[0]?.url ?? null,
        sourceHash: row.sourceHash,
        artifactId: row.artifactId,
        extractor: 'attribute',
        observedAt: timeOf(run),
      }),
    );
}

const plain = {
  quote: null,
  sourceUrl: null,
  sourceHash: null,
  artifactId: null,
  extractorVersion: '1',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
};

function rowOf(
  dtis: readonly string[],
  columns: Readonly<Record<string, string>>,
  index: number,
  run: number,
): RegisterRow {
  const artifactId = sha256Hex(`bench run ${run}`);
  return {
    register,
    rowId: sha256Hex(`bench row ${index}`).slice(0, 26),
    status: 'listed',
    event: run === 0 ? 'added' : 'changed',
    columns,
    lei: columns['ae_lei'] ?? null,
    dtis,
    ffgs: [],
    successorRowIds: [],
    firstSeenAt: timeOf(0),
    inFirstSnapshot: true,
    missingSince: null,
    asOf: timeOf(run),
    runId: `run-${run}`,
    artifactId,
    sourceHash: `sha256:${artifactId}`,
  };
}
