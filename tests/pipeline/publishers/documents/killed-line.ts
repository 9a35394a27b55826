/** The way of a document from its server to its changes, whose parts are killed at a step and start again. */
import * as assert from 'uvu/assert';
import { detectProcessor } from '../../../../pipeline/changes/detect.ts';
import { discloseProcessor } from '../../../../pipeline/documents/reading/disclose.ts';
import type { Processor } from '../../../../pipeline/runtime/processor.ts';
import { runFold } from '../../../../pipeline/runtime/run-fold.ts';
import { startDocuments } from '../../../../pipeline/publishers/documents/publisher.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { type TopicName, topics } from '../../../../schemas/topics.ts';
import { assetId, declared, declaredParty } from '../../changes/builders.ts';
import { reached } from '../../../support/reached.ts';
import { openWorld } from '../../runtime/harness.ts';
import { html, plannedOf, type Site, worldOf } from './server.ts';
import { terms, termsText } from './stated-documents.ts';

const hour = 3_600_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Steps of all parts, one after the other. From the kill on none of them has an effect, until `revive`. */
function createLife() {
  let left = Infinity;
  const tick = (): void => {
    left -= 1;
    if (left <= 0) throw new Error('killed');
  };
  return {
    tick,
    isDead: () => left <= 0,
    /** Killed at the `steps`th step from now. */
    limit: (steps: number) => void (left = steps),
    revive: () => void (left = Infinity),
    /** A step with a kill before it and one behind it. */
    step: async <T>(work: () => Promise<T>): Promise<T> => {
      tick();
      const result = await work();
      tick();
      return result;
    },
  };
}

async function createLine(site: Site) {
  const [log, siteWorld, life] = [await openWorld(1), await worldOf(site), createLife()];
  const { artifacts } = siteWorld.deps;
  log.faults.before = life.tick;
  log.faults.after = life.tick;
  const deps = { ...log.deps, artifact: artifacts.get };
  const documents = plannedOf([{ ...terms, url: `http://issuer.test:${site.port}${terms.path}`, assetId }], siteWorld);
  await log.append('observations', [declared(siteWorld.clock.now - hour), declaredParty(siteWorld.clock.now - hour)]);

  /** A new publisher, until it has fetched what is due. */
  const publish = async (): Promise<void> => {
    let [isIdle, read] = [false, 0];
    const running = startDocuments({
      ...siteWorld.deps,
      artifacts: { put: (bytes) => life.step(() => artifacts.put(bytes)), has: artifacts.has, get: artifacts.get },
      requests: { ...siteWorld.deps.requests, lanes: siteWorld.lanes },
      planned: () => Promise.resolve(new Map(documents.map((one) => [one.documentId, one]))),
      appended: async () => {
        const all = await log.values('document.captures');
        const fresh = all.slice(read);
        read = all.length;
        return fresh;
      },
      append: (capture) => life.step(() => log.append('document.captures', [capture], capture.asOf)),
      onCapture: () => Promise.resolve(void (isIdle = true)),
      onRound: (all) => void (isIdle ||= all.every(({ dueAt }) => dueAt > siteWorld.clock.now)),
      // The rule of the lane passes; nothing else is waited for.
      sleep: (milliseconds) => {
        if (milliseconds > 2_000) return new Promise(() => undefined);
        siteWorld.clock.now += milliseconds;
        return Promise.resolve();
      },
      logger: quiet,
    });
    await reached('the publisher has fetched', () => isIdle || life.isDead());
    await running.stop();
  };
  const folded = async <T extends TopicName>(processor: Processor<T>): Promise<void> => {
    const store = log.engine.openStore(processor.name, topics[processor.input].environment);
    const running = await runFold(deps, processor);
    running.done.catch(() => undefined);
    await reached(`${processor.name} has read`, async () => {
      if (life.isDead()) return true;
      const ranges = await log.engine.log.ranges(processor.input);
      return ranges.every(({ partition, end }) => (store.position(processor.input, partition) ?? 0) === end);
    });
    await running.stop();
  };
  const parts = [publish, () => folded(discloseProcessor), () => folded(detectProcessor)];
  return {
    log,
    life,
    clock: siteWorld.clock,
    /** Every part in turn; where one was killed, all start again. Returns the kills. */
    run: async (): Promise<number> => {
      let kills = 0;
      for (let at = 0; at < parts.length; ) {
        await parts[at]?.();
        at = life.isDead() ? 0 : at + 1;
        if (!life.isDead()) continue;
        kills += 1;
        life.revive();
      }
      return kills;
    },
  };
}

/**
 * One new text a day, with a kill at the step `first`, then at `first + every`, until a day needs fewer steps. Asserts after
 * each day that the document has one change more and each fetch one capture: the first text needs one fetch, each other two.
 * Returns the kills.
 */
export async function changesUnderKills(site: Site, first: number, every: number): Promise<number> {
  const { log, life, clock, run } = await createLine(site);
  const feeOf = (day: number): string => `0.${25 + day}`;
  try {
    let kills = 0;
    // The first two days are whole: the first value, and its first change.
    for (let [day, isWhole] = [0, false]; !isWhole; day += 1) {
      site.pages.set(terms.path, html(termsText(feeOf(day))));
      life.limit(day < 2 ? Infinity : first + (day - 2) * every);
      const before = kills;
      // The fetch that finds the text, and the one that settles it.
      for (const wait of [24, 7]) {
        clock.now += wait * hour;
        kills += await run();
      }
      isWhole = day >= 2 && kills === before;
      assert.equal(
        changesOf(await log.values('changes')),
        Array.from({ length: day }, (_, at) => [`${feeOf(at)} %`, `${feeOf(at + 1)} %`, ['draft', 'confirmed']]),
        `changes after day ${day}`,
      );
      assert.is((await log.values('document.captures')).length, 2 * day + 1, `captures after day ${day}`);
    }
    return kills;
  } finally {
    await log.close();
  }
}

/** Each change with its two values and all of its versions, in the order of the log. */
function changesOf(records: readonly Change[]): readonly unknown[] {
  const changes = new Map<string, [before: string | null, after: string | null, versions: string[]]>();
  for (const { id, before, after, confirmed } of records) {
    const change = changes.get(id) ?? [before, after, []];
    change[2].push(confirmed ? 'confirmed' : 'draft');
    changes.set(id, change);
  }
  return [...changes.values()];
}
