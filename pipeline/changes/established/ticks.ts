/** A day begins: when sources were last read whole, and the tick itself, for readers of established facts. */
import { registerListed } from '../../../schemas/facts.ts';
import type { AssetFact, Observation } from '../../../schemas/generated/records.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { emitControl, type KeyedState, type Output } from '../../runtime/processor.ts';
import { baselineOf, type SourceState, valueOf } from '../families/source/source-state.ts';
import { emitFacts } from './facts.ts';

/** Reasons why an asset has obligations, one entry each, so that an asset without any costs nothing at a tick. */
const reasonPrefix = 'obliged\t';
const reasonKey = (assetId: string, reason: string): string => `${reasonPrefix}${assetId}\t${reason}`;
const readKey = (assetId: string, sourceKey: string): string => `read\t${assetId}\t${sourceKey}`;

/** Remembers from its established facts whether an asset has obligations: a declared regime, or a row about its token. */
export function noteReasons(state: KeyedState, facts: readonly AssetFact[]): void {
  for (const { assetId, subjectKind, subjectKey, field, sourceKey, value } of facts) {
    if (field === 'regimes' && sourceKey === 'registry') note(state, reasonKey(assetId, 'declared'), value !== '[]');
    if (subjectKind !== 'register_row' || field !== 'listed') continue;
    const row = storedValue(value, registerListed);
    note(state, reasonKey(assetId, subjectKey), row?.matchedBy === 'identifier' && row.status !== 'removed');
  }
}

function note(state: KeyedState, key: string, holds: boolean): void {
  const isNoted = state.get<boolean>(key) === true;
  if (holds && !isNoted) state.put(key, true);
  if (!holds && isNoted) state.delete(key);
}

/** The outputs of a tick. Readings of sources come before it, so that a reader of the tick knows them. */
export function tickOutputs(state: KeyedState, tick: Observation, position: number): readonly Output[] {
  const { id, observedAt } = tick;
  const assets = new Set<string>();
  for (const [key] of state.entries(reasonPrefix)) assets.add(key.split('\t')[1] ?? '');
  const read = [...assets].flatMap((assetId) => readFacts(state, assetId, tick, position));
  const passed: AssetFact = {
    assetId: '',
    subjectKind: 'control',
    subjectKey: '',
    field: 'tick',
    sourceKey: 'control',
    value: tick.value,
    sourceUrl: null,
    since: observedAt,
    observationId: id,
    position,
  };
  return [...emitFacts(read, observedAt), emitControl('asset.facts', passed, observedAt)];
}

function readFacts(state: KeyedState, assetId: string, tick: Observation, position: number): readonly AssetFact[] {
  const facts: AssetFact[] = [];
  const prefix = `source\t${assetId}\t`;
  for (const [key, source] of [...state.entries<SourceState>(prefix)]) {
    const sourceKey = key.slice(prefix.length);
    const { readAt, pending } = source;
    const baseline = baselineOf(state, { assetId, sourceKey });
    // A pending text, or one that another site answered, is no reading of the source.
    if (readAt === null || pending !== null || baseline?.move !== null) continue;
    if (state.get<number>(readKey(assetId, sourceKey)) === readAt) continue;
    state.put(readKey(assetId, sourceKey), readAt);
    facts.push({
      assetId,
      subjectKind: 'source',
      subjectKey: sourceKey,
      field: 'read',
      sourceKey,
      value: canonicalJson({ at: readAt, documentClass: valueOf(baseline.good).documentClass }),
      sourceUrl: baseline.good.sourceUrl,
      since: readAt,
      observationId: tick.id,
      position,
    });
  }
  return facts;
}
