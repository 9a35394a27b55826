/** A new embedded engine whose observations `detect` folds under given rule sets. */
import { appendValues } from '../../cli/log/append.ts';
import { readTopic } from '../../cli/log/read-topic.ts';
import { createDetect } from '../../pipeline/changes/detect.ts';
import { publishedRules, withFoldTexts } from '../../pipeline/changes/rule-sets.ts';
import type { RuleBook } from '../../pipeline/impact/rulesets.ts';
import type { RuleSet } from '../../pipeline/impact/rule.ts';
import { impactV1 } from '../../pipeline/impact/v1/rules.ts';
import { runFold } from '../../pipeline/runtime/run-fold.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { openWorkplace, silent, type Workplace } from '../cli/harness.ts';
import { assetId as assetOfBuilders } from '../pipeline/changes/builders.ts';
import { reached } from './reached.ts';

/** impact-v1 with a different verdict of one rule. */
export const impactV2: RuleSet = {
  ...withFoldTexts(impactV1),
  version: 'impact-v2',
  rules: impactV1.rules.map((rule) => {
    if (rule.id !== 'list-match-added') return rule;
    return {
      ...rule,
      evaluate: (facts, standing) => {
        const verdict = rule.evaluate(facts, standing);
        return verdict === null ? null : { ...verdict, disposition: 'suppressed', reason: 'Told otherwise.' };
      },
    };
  }),
};

export const bothSets: RuleBook = { initial: publishedRules.initial, sets: [...publishedRules.sets, impactV2] };

/** The observation with another asset id. */
export const ofAsset = (observation: Observation, assetId: string): Observation => {
  const { id: _id, observationSha256: _sha256, value, ...content } = observation;
  return makeObservation({
    ...content,
    assetId: observation.assetId === '' ? '' : assetId,
    value: value?.replaceAll(assetOfBuilders, assetId) ?? null,
  });
};

/** The clock of the fold, which decides nothing that tests compare. */
const foldedAt = Date.UTC(2026, 0, 1);

export interface FoldedWorld extends Workplace {
  readonly append: (...observations: readonly Observation[]) => Promise<void>;
  /** Runs `detect` until it has read all observations. */
  readonly fold: () => Promise<void>;
  readonly changes: () => Promise<readonly Change[]>;
}

export async function openFoldedWorld(rules: RuleBook = bothSets): Promise<FoldedWorld> {
  const place = await openWorkplace();
  const { engine } = place;
  const none = (): Promise<never> => Promise.reject(new Error('detect reads no artifacts'));
  const { log, codec, openStore } = engine;
  return {
    ...place,
    append: async (...observations) => {
      const values = observations.map((value) => ({ value, timestamp: value.observedAt }));
      await appendValues(engine, 'observations', values);
    },
    fold: async () => {
      const running = await runFold(
        {
          log,
          codec,
          openStore,
          logger: silent,
          clock: () => foldedAt,
          random: Math.random,
          onHealth: () => undefined,
          artifact: none,
          reduceArtifact: none,
        },
        createDetect(rules),
      );
      const store = openStore('detect', 'data');
      await reached('detect has read everything', async () =>
        (await log.ranges('observations')).every(
          ({ partition, end }) => (store.position('observations', partition) ?? 0) === end,
        ),
      );
      await running.stop();
    },
    changes: async () => {
      const changes: Change[] = [];
      for await (const { value } of readTopic(engine, 'changes')) if (value !== null) changes.push(value);
      return changes;
    },
  };
}
