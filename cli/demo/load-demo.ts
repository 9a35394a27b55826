import { readFileSync, rmSync } from 'node:fs';
import type { Config } from '../../infra/config/config.ts';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import type { Scope } from '../../schemas/vocabulary.ts';
import { readAccounts } from '../accounts/accounts.ts';
import { addKey, issueKey } from '../accounts/issue-key.ts';
import type { Engine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { readTopic } from '../log/read-topic.ts';
import { sealedOnLog, tenantTextsOf } from '../accounts/tenant-keys.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { untilIdle } from '../engine/until-idle.ts';
import { demoFileOf, type DemoState, readJson, writeJson } from './demo-file.ts';
import { type FolderServer, serveFolder } from './serve-folder.ts';
import { demoPath, type DemoStep, describeStep, isCapture, requireAccepted, runStep } from './run-step.ts';

interface DemoPlan {
  /** Creation time of the demo key: before the first register file. */
  readonly keyAt: string;
  /** The same in every demo, so that ids of its watchlist and inbox are those of the examples of the API. */
  readonly tenantId: string;
  readonly address: string;
  readonly steps: readonly DemoStep[];
}

export interface DemoOptions {
  readonly service: {
    readonly engine: Engine;
    /** Refreshes the API's caches from the tables. */
    readonly refreshCaches: () => Promise<void>;
  };
  readonly config: Config;
  readonly clock: () => number;
  readonly stage: (sentence: string) => void;
  /** Called before every step and before the final wait, for a progress line. */
  readonly onStep?: (done: number, total: number, step: string) => void;
  /** Also waits between two files of feeds: then the outputs on the way are the same every time, on every engine. */
  readonly stepByStep?: boolean;
  /** Who makes the key; the operator unless given. */
  readonly actor?: string;
  /** Ends the load before its next step; the next start resumes it. */
  readonly signal?: AbortSignal;
}

/** On a busy machine a step takes minutes; a load that stands still for this long has failed. Milliseconds. */
const standstillMs = 300_000;

/** Progress of the load, stored next to its result, so that the next start resumes an interrupted load. */
interface DemoProgress {
  readonly key: string;
  readonly tenantId: string;
  /** Number of completed steps. */
  readonly done: number;
}

/** Fills the data directory with the demo once; later starts read the stored result. Throws the reason of an abort. */
export async function ensureDemo(options: DemoOptions): Promise<DemoState> {
  const { service, config, clock, stage, signal, onStep = () => undefined } = options;
  const file = demoFileOf(config.dataDir);
  const earlier = readJson<DemoState>(file);
  if (earlier !== null) return earlier;
  const { engine } = service;
  const progressFile = `${file}.started`;
  const plan = JSON.parse(readFileSync(demoPath('steps.json'), 'utf8')) as DemoPlan;
  stage('demo data');
  let progress = readJson<DemoProgress>(progressFile) ?? (await beginDemo(options, plan));
  writeJson(progressFile, progress);
  const first = progress.done;
  const captured = new Map<string, string>();
  const untilRead = async (only: ReadonlySet<string> | null): Promise<void> => {
    await untilIdle(engine, { standstillMs, clock, only, ...(signal === undefined ? {} : { signal }) });
    await requireAccepted(engine, captured);
    captured.clear();
  };
  // One server for all documents, and none for a demo that is loaded already.
  const opened: { server?: Promise<FolderServer> } = {};
  const documentPort = async (): Promise<number> => (await (opened.server ??= serveFolder(demoPath('files'), 0))).port;
  try {
    for (const [index, step] of plan.steps.entries()) {
      if (index < progress.done) continue;
      signal?.throwIfAborted();
      onStep(index, plan.steps.length, describeStep(step));
      // A file can be read while other processors still work on the one before it. All other steps require idle
      // processors before and after. No step reads the tables, so the sinks may lag until the end.
      const before = plan.steps[index - 1] ?? step;
      if (options.stepByStep === true) await untilRead(null);
      else if (!(isCapture(step) && isCapture(before))) await untilRead(processors);
      const { tenantId } = progress;
      await runStep(step, { engine, config, clock, tenantId, mayBeBegun: index === first, captured, documentPort });
      progress = { ...progress, done: progress.done + 1 };
      writeJson(progressFile, progress);
    }
  } finally {
    await (await opened.server)?.close();
  }
  onStep(plan.steps.length, plan.steps.length, 'filling the tables');
  await untilRead(null);
  await service.refreshCaches();
  const state = { key: progress.key, scopes, address: plan.address, newestChangeAt: await newestChange(engine) };
  writeJson(file, state);
  rmSync(progressFile);
  return state;
}

/** All consumers but the sink lanes. */
const processors: ReadonlySet<string> = new Set(
  consumers.map(({ name }) => name).filter((name) => name !== 'sink' && name !== 'accounts-sink'),
);

const scopes: readonly Scope[] = ['monitoring:read', 'watchlist:write'];

/** Creates the demo's tenant; requires an empty registry. */
async function beginDemo({ service, config, clock, actor }: DemoOptions, plan: DemoPlan): Promise<DemoProgress> {
  const { engine } = service;
  if ((await registrySnapshot(engine)).parties.size > 0) {
    throw new CommandFailed(
      `the registry of ${config.kafkaBrokers === null ? config.dataDir : 'this log'} is not the demo's, which goes into an empty one; start without --demo, or set ATTESTRY_DATA_DIR`,
    );
  }
  const { tenantId } = plan;
  const issuing = { engine, texts: tenantTextsOf(config, clock, sealedOnLog(engine)) };
  const request = { name: 'demo', scopes, limit: 50, expiresAt: null, at: Date.parse(plan.keyAt) };
  // A start that was interrupted before it stored the key has made the tenant.
  const isMade = (await readAccounts(engine)).tenants.has(tenantId);
  const { key } = isMade
    ? await addKey(issuing, tenantId, request, clock(), actor)
    : await issueKey(issuing, { ...request, tenantId }, clock(), actor);
  return { key, tenantId, done: 0 };
}

async function newestChange(engine: Engine): Promise<number> {
  let newest = 0;
  for await (const { value } of readTopic(engine, 'changes')) newest = Math.max(newest, value?.detectedAt ?? 0);
  return newest;
}
