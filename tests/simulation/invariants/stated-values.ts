import { createMemoryState } from '../../../infra/state/memory.ts';
import { discloseProcessor } from '../../../pipeline/documents/reading/disclose.ts';
import { fieldExtractor } from '../../../pipeline/documents/reading/disclose-fields.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { reader } from '../../../schemas/values/reading.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { DocumentsState } from '../worlds/documents/documents-state.ts';
import { partitions } from '../worlds/observer.ts';

/** Of the fields that the documents state, the one that changes. */
export const feeField = 'redemption_fee';

export function observationsOf({ observer, codec }: DocumentsState): readonly Observation[] {
  return partitions
    .flatMap((partition) => observer.recordsOf('observations', partition))
    .flatMap(({ value }) => (value === null ? [] : [codec.decode('observations', value)]));
}

/** Folds of the world, with what each reads. */
const folds = [
  ['disclose', 'document.captures'],
  ['detect', 'observations'],
] as const;

/** What documents state now that is not the newest value on the log, and folds that have not read all of their input. */
export function outdatedValues(state: DocumentsState): readonly string[] {
  const { sites, observer } = state;
  const behind = folds.filter(([processor, topic]) =>
    observer.endsOf(topic).some((end, partition) => observer.positionOf(processor, topic, partition) < end),
  );
  if (behind.length > 0) return behind.map(([processor]) => `${processor} has not read all`);
  const observations = observationsOf(state);
  return sites.flatMap(({ assetIds, host, current, fee }) =>
    assetIds.flatMap((assetId) => {
      const newest = observations.findLast((one) => one.assetId === assetId && one.field === feeField);
      return newest?.artifactId === sha256Hex(current)
        ? []
        : [`${host} states ${fee} of ${assetId}, and the log ${newest?.value ?? 'nothing'}`];
    }),
  );
}

/**
 * A value is stated with its bytes, the reading of the whole document and a quote that is in it, and it is what the bytes
 * state. All observations of documents are the replay of their captures: none is lost, none invented.
 */
export function checkStatedValues(state: DocumentsState): void {
  const { simulation, artifacts, sites, wholeReadings } = state;
  const violate = (message: string): void => simulation.violate('stated-values', message);
  const observations = observationsOf(state);
  for (const { id, field, extractor, artifactId, reading, quote, value } of observations) {
    if (extractor !== fieldExtractor) continue;
    const fee = sites.map(({ published }) => published.get(artifactId ?? '')).find((one) => one !== undefined);
    if (fee === undefined) violate(`observation ${id} is of ${artifactId ?? 'nothing'}, which no site published`);
    if (reading === null || !wholeReadings.has(reading))
      violate(`observation ${id} is of a document that was not read whole`);
    else if (quote !== null && !isQuoted(artifacts.bytes(reading), quote))
      violate(`${quote} is not in reading ${reading}`);
    if (
      field === feeField &&
      fee !== undefined &&
      value !== JSON.stringify({ bps: String(Math.round(100 * Number(fee))) })
    ) {
      violate(`observation ${id} states ${value ?? 'nothing'} of a document with ${fee}`);
    }
  }
  const replayed = replay(state);
  const ofDocuments = observations.filter(({ extractor }) => extractor === fieldExtractor || extractor === reader.name);
  const onLog = new Map(ofDocuments.map((one) => [one.id, canonicalJson(one)]));
  for (const [id, text] of replayed)
    if (onLog.get(id) !== text) violate(`observation ${id} of the replay is not on the log`);
  for (const id of onLog.keys())
    if (!replayed.has(id)) violate(`observation ${id} is on the log, and no capture explains it`);
}

/** A quote may span blocks of a reading, whose text is JSON. */
const isQuoted = (reading: Buffer, quote: string): boolean =>
  reading.includes(JSON.stringify(quote).slice(1, -1)) ||
  quote.split('\n').every((line) => reading.includes(JSON.stringify(line).slice(1, -1)));

function replay({ observer, codec, artifacts }: DocumentsState): ReadonlyMap<string, string> {
  const replayed = new Map<string, string>();
  for (const partition of partitions) {
    const state = createMemoryState();
    for (const { offset, timestamp, value: bytes } of observer.recordsOf('document.captures', partition)) {
      if (bytes === null) continue;
      const value = codec.decode('document.captures', bytes);
      const needs = (discloseProcessor.artifactsOf?.(state, value) ?? []).filter((need) => typeof need === 'string');
      const files = new Map(needs.map((sha256) => [sha256, artifacts.bytes(sha256)]));
      const result = discloseProcessor.apply(
        state,
        { topic: 'document.captures', partition, offset, timestamp, value },
        files,
      );
      if (result.kind !== 'ok') throw new Error(result.reason);
      for (const { topic, value: output } of result.outputs) {
        if (topic === 'observations') replayed.set(output.id, canonicalJson(output));
      }
    }
  }
  return replayed;
}
