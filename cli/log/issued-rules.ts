import { UsageError } from '../../infra/errors.ts';
import type { NewRecord } from '../../infra/log/log.ts';
import { type IssuedRules, issuedRulesObservation } from '../../pipeline/changes/established/regime-dates.ts';
import { obligations } from '../../pipeline/obligations/v1/rules.ts';
import type { Regime } from '../../schemas/vocabulary.ts';
import type { Engine } from '../engine/open-engine.ts';
import { recordOf } from './append.ts';
import { readTopic } from './read-topic.ts';

/** Regimes whose obligations count earlier once their final rules are issued. */
const regimesWithFinalRules: readonly Regime[] = [
  ...new Set(
    obligations.flatMap(({ regime, orAfterFinalRules }) =>
      regime === null || orAfterFinalRules === undefined ? [] : [regime],
    ),
  ),
];

/**
 * Declares in every partition when the final rules of a regime were issued. Returns in how many it was written: none if all
 * have this declaration as their newest one. Run again, it completes an attempt that was interrupted.
 */
export async function declareIssuedRules(
  engine: Pick<Engine, 'log' | 'codec'>,
  declared: Omit<IssuedRules, 'regime'> & { readonly regime: string },
): Promise<number> {
  const regime = regimesWithFinalRules.find((one) => one === declared.regime);
  if (regime === undefined) {
    throw new UsageError(`${declared.regime} does not wait for final rules; ${regimesWithFinalRules.join(', ')} does`);
  }
  const newest = await newestOf(engine, regime);
  const begun = newest.find((one) => one !== null && isSame(one, { ...declared, regime }));
  const observation = issuedRulesObservation({ ...declared, regime, at: begun?.at ?? declared.at });
  const record = recordOf(engine, 'observations', observation, observation.observedAt);
  const lacking = newest.flatMap((one, partition) => (one?.id === observation.id ? [] : [partition]));
  if (lacking.length > 0) await engine.log.append(lacking.map((partition): NewRecord => ({ ...record, partition })));
  return lacking.length;
}

interface Newest extends Omit<IssuedRules, 'regime'> {
  readonly id: string;
}

const isSame = (one: Newest, { issued, by, why }: IssuedRules): boolean =>
  one.issued === issued && one.by === by && one.why === why;

/** The newest declaration of a regime in each partition; null where there is none. */
async function newestOf(engine: Pick<Engine, 'log' | 'codec'>, regime: string): Promise<readonly (Newest | null)[]> {
  const newest = Array.from({ length: engine.log.partitionsOf('observations') }, (): Newest | null => null);
  // Control records name no asset, so their key is empty. Only these are decoded.
  const wanted = ({ key }: { readonly key: Buffer | null }): boolean => key === null || key.length === 0;
  for await (const { record, value } of readTopic(engine, 'observations', { wanted })) {
    if (value?.field !== 'regime' || value.subjectKey !== regime || value.value === null) continue;
    const { issued, by, why } = JSON.parse(value.value) as Omit<IssuedRules, 'regime' | 'at'>;
    newest[record.partition] = { id: value.id, at: value.observedAt, issued, by, why };
  }
  return newest;
}
