import type { WantedKind } from '../../pipeline/ingest/feed.ts';
import { isReserveIssuer } from '../../pipeline/screening/reserve.ts';
import type { Subject } from '../../schemas/generated/records.ts';
import { isIsin } from '../../schemas/values/isin.ts';
import { isLei } from '../../schemas/values/lei.ts';
import { pagesOfPartition } from '../log/read-partition.ts';
import { decodeOrNull } from '../log/read-topic.ts';
import type { Engine } from '../engine/open-engine.ts';

/** Issuers of instruments are compared with lists by LEI alone: their GLEIF records state no fact about the asset. */
const isWanted: Readonly<Record<WantedKind, (subject: Subject) => boolean>> = {
  lei: (subject) => subject.kind === 'lei' && isLei(subject.value) && !isReserveIssuer(subject),
  isin: (subject) => subject.kind === 'isin' && isIsin(subject.value),
};

/**
 * Valid identifiers of a kind that the assets name, sorted, from the log: LEIs of parties, ISINs of tokens, parties and
 * reserves. Every call reads only the records appended since the previous call.
 */
export function wantedIdentifiers(
  engine: Pick<Engine, 'log' | 'codec'>,
): (kind: WantedKind) => Promise<readonly string[]> {
  const byAsset = new Map<string, readonly Subject[]>();
  const next = new Map<number, number>();
  const readOn = async (): Promise<void> => {
    for (const { partition, low, end } of await engine.log.ranges('asset.subjects')) {
      let from = Math.max(next.get(partition) ?? 0, low);
      for await (const records of pagesOfPartition(engine.log, { topic: 'asset.subjects', partition, from, end })) {
        await engine.codec.prepare(records.map(({ value }) => value));
        for (const record of records) {
          const value = decodeOrNull(engine, 'asset.subjects', record);
          if (value === null) continue;
          byAsset.set(value.assetId, value.subjects.filter(isOfAnyKind));
        }
        from = (records.at(-1)?.offset ?? end) + 1;
      }
      next.set(partition, Math.max(from, next.get(partition) ?? 0));
    }
  };
  // One reading at a time: two would store the subjects of an asset in another order than the log has them.
  let reading = Promise.resolve();
  return async (kind) => {
    const turn = reading.then(readOn);
    reading = turn.catch(() => undefined);
    await turn;
    const wanted = [...byAsset.values()].flat().filter(isWanted[kind]);
    return [...new Set(wanted.map(({ value }) => value))].sort();
  };
}

const isOfAnyKind = (subject: Subject): boolean => Object.values(isWanted).some((isOfKind) => isOfKind(subject));
