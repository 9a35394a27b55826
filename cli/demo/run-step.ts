/** The steps of the demo: files of feeds, declarations, readings and documents, each at its own time. */
import { basename, join } from 'node:path';
import type { Config } from '../../infra/config/config.ts';
import { packageRoot } from '../../infra/disk/package-root.ts';
import { captureFromFiles } from '../../pipeline/publishers/snapshot.ts';
import { chainFeeds } from '../../pipeline/publishers/chain/chain-feeds.ts';
import { planImport } from '../../pipeline/registry/import/plan-import.ts';
import { planObservations } from '../../pipeline/registry/import/plan-observations.ts';
import type { FeedCapture } from '../../schemas/generated/records.ts';
import { appendValues } from '../log/append.ts';
import { appendOutputs } from '../log/append-outputs.ts';
import { readTopic } from '../log/read-topic.ts';
import { sendCommands, watchBody } from '../accounts/accounts.ts';
import type { Engine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { captureFromCassette } from '../feeds/chain-capture.ts';
import { fetchDemoDocument } from './fetch-demo-document.ts';
import { captureById, feedById, notProcessed } from '../feeds/feed-runs.ts';
import { readInputFile, readTextFiles } from '../program/input/input-files.ts';
import { observedSigners, registrySnapshot } from '../registry/registry-view.ts';

/** One step of `demo/steps.json`; files are below `demo/files`. */
export type DemoStep =
  | { readonly feed: string; readonly asOf: string; readonly files: readonly string[] }
  /** A cassette, whose block has the time. */
  | { readonly chain: string; readonly cassette: string }
  | { readonly registry: string; readonly asOf: string }
  | { readonly observe: string }
  /** A declared address, which answers with this file. */
  | { readonly document: string; readonly file: string; readonly asOf: string }
  | { readonly watch: 'all'; readonly at: string };

/** Whether the step captures what others publish: it needs no processor to be done with the one before it. */
export const isCapture = (step: DemoStep): boolean => 'feed' in step || 'chain' in step || 'document' in step;

/** A step as a progress line names it. */
export function describeStep(step: DemoStep): string {
  if ('feed' in step) return `${step.feed} as of ${step.asOf}`;
  if ('registry' in step) return `registry as of ${step.asOf.slice(0, 10)}`;
  if ('chain' in step) return `${step.chain}, ${step.cassette}`;
  if ('document' in step) return `${step.document} as of ${step.asOf.slice(0, 10)}`;
  return 'observe' in step ? 'observations' : 'watchlist';
}

export interface StepDeps {
  readonly engine: Engine;
  readonly config: Config;
  readonly clock: () => number;
  /** The demo's tenant. */
  readonly tenantId: string;
  /** An earlier start may have been interrupted in this step. */
  readonly mayBeBegun: boolean;
  /** Gets the captures of feeds that the step appends, by id, with the step as a message names it. */
  readonly captured: Map<string, string>;
  /** Port of the web server that has the demo's files. */
  readonly documentPort: () => Promise<number>;
}

/** Runs a step. A capture is only appended here: `requireAccepted` checks the run that `ingest` writes for it. */
export async function runStep(
  step: DemoStep,
  { engine, config, clock, tenantId, mayBeBegun, captured, documentPort }: StepDeps,
): Promise<void> {
  const append = async (capture: FeedCapture): Promise<void> => {
    captured.set(capture.captureId, describeStep(step));
    // A second capture of the same file would add a run without changes.
    if (mayBeBegun && (await captureById(engine, capture.captureId)) !== null) return;
    await appendValues(engine, 'feed.captures', [{ value: capture, timestamp: clock() }]);
  };
  if ('feed' in step) {
    const feed = feedById(step.feed);
    const files = step.files.map((name) => ({ name: basename(name), bytes: readInputFile(demoPath('files', name)) }));
    await append(await captureFromFiles(feed, files, Date.parse(step.asOf), false, engine));
  } else if ('chain' in step) {
    const path = demoPath('files', step.chain, step.cassette);
    const feed = chainFeeds.get(step.chain);
    if (feed === undefined) throw new CommandFailed(`demo, ${step.chain} is not the feed of a chain`);
    await append(await captureFromCassette(engine, feed, { path, force: false, now: clock() }));
  } else if ('registry' in step) {
    const plan = planImport({
      files: readTextFiles([demoPath('files', step.registry)]),
      asOf: Date.parse(step.asOf),
      now: clock(),
      registry: await registrySnapshot(engine),
      signersOf: await observedSigners(engine),
      usedChallenges: new Map(),
    });
    if (!plan.ok) throw new CommandFailed(`demo, ${step.registry}: ${plan.issues[0]?.reason ?? ''}`);
    await appendOutputs(engine, plan.records);
  } else if ('document' in step) {
    const { document: url, file, asOf } = step;
    await fetchDemoDocument(engine, config, await documentPort(), { url, file, asOf: Date.parse(asOf) });
  } else if ('observe' in step) {
    const { assets } = await registrySnapshot(engine);
    const files = readTextFiles([demoPath('files', step.observe)]);
    const plan = planObservations({ files, assetOf: (assetId) => assets.get(assetId)?.value, now: clock() });
    if (!plan.ok) throw new CommandFailed(`demo, ${step.observe}: ${plan.issues[0]?.reason ?? ''}`);
    await appendOutputs(engine, plan.records);
  } else {
    const at = Date.parse(step.at);
    const assetIds = [...(await registrySnapshot(engine)).assets.keys()];
    const commands = assetIds.map((assetId) => ({
      tenantId,
      type: 'watch.add' as const,
      at,
      body: watchBody(assetId),
    }));
    // Together: one wait for all outcomes instead of one for each asset.
    await sendCommands(engine, commands, clock());
  }
}

/** Throws CommandFailed unless these captures, which `ingest` has read, were all accepted. */
export async function requireAccepted(engine: Engine, captured: ReadonlyMap<string, string>): Promise<void> {
  const missing = new Map(captured);
  for await (const { value } of readTopic(engine, 'feed.runs')) {
    const step = value === null ? undefined : missing.get(value.captureId);
    if (value?.status === 'rejected' && step !== undefined) {
      throw new CommandFailed(`demo, ${step}: ${value.reason ?? ''}`);
    }
    missing.delete(value?.captureId ?? '');
  }
  for (const step of missing.values()) {
    throw new CommandFailed(`demo, ${step}: ${notProcessed}`);
  }
}

/** Path of a file of the folder `demo`. */
export const demoPath = (...parts: readonly string[]): string => join(packageRoot(), 'demo', ...parts);
