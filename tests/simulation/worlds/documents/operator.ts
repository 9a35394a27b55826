import { documentByUrl } from '../../../../cli/documents/known-documents.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import { appendValues } from '../../../../cli/log/append.ts';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { RetryableError, UsageError } from '../../../../infra/errors.ts';
import { captureFromFile } from '../../../../pipeline/publishers/documents/fetch/fetch-document.ts';
import { sampleRegistryAsset } from '../../../support/sample-assets.ts';
import { clock } from '../../kernel/clock.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import { partitionsOfTopics } from '../empty-log.ts';
import { type DocumentsState, sourceId } from './documents-state.ts';
import { createReader } from './reader.ts';
import type { Site } from './site.ts';

/** The operator declares an asset of each issuer, with its document. */
export function declareDocuments(state: DocumentsState): void {
  command(state, 'assets are declared', async (engine) => {
    for (const { assetId, url } of state.sites) await declare(state, engine, assetId, () => url);
  });
}

/** Another asset declares the document of a site, or declares it no more. */
export function changeDeclarations(state: DocumentsState, site: Site): void {
  site.laterDeclares = !site.laterDeclares;
  command(state, 'an asset is declared', (engine) =>
    declare(state, engine, site.laterAssetId, () => (site.laterDeclares ? site.url : null)),
  );
}

/** The operator imports the document as the issuer has it now, while the publisher runs: `attestry documents run --file`. */
export function importFile(state: DocumentsState, site: Site): void {
  const { artifacts, profiles, simulation } = state;
  const bytes = simulation.random.chance(0.7) ? site.sentByMail : site.current;
  const deps = { artifacts: artifacts.store, profiles, read: createReader(state, () => undefined) };
  const run = async (engine: Engine): Promise<void> => {
    const { document, state: known } = await documentByUrl(engine, profiles, site.url);
    const asOf = clock();
    if (asOf <= (known?.readAsOf ?? 0)) return;
    const capture = await captureFromFile(document, known, { bytes, asOf }, deps, new AbortController().signal);
    await appendValues(engine, 'document.captures', [{ value: capture, timestamp: clock() }]);
    simulation.note('a file is imported');
  };
  command(state, 'a file is imported', run);
}

/**
 * While the disk is full, it is declared again a moment later, as it is then; and at once if it changed meanwhile, because the
 * declaration of another process may have come first.
 */
async function declare(
  { simulation }: DocumentsState,
  engine: Engine,
  assetId: string,
  urlNow: () => string | null,
): Promise<void> {
  for (;;) {
    const url = urlNow();
    const sources = url === null ? [] : [{ sourceId, url, kind: 'terms', extractor: 'terms' }];
    const value = sampleRegistryAsset({ assetId, slug: assetId, sources });
    try {
      await appendValues(engine, 'registry.assets', [{ value, timestamp: clock() }]);
      if (urlNow() === url) return;
      continue;
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
    }
    await simulation.pause(50, 'declares again');
  }
}

/** Runs a command of the operator in a process of its own. It may fail for want of room, a store or a declaration. */
function command(state: DocumentsState, what: string, run: (engine: Engine) => Promise<void>): void {
  const { simulation, codec, artifacts } = state;
  const process = new SimulatedProcess('operator');
  process.clockOffsetMs = state.passedMs;
  simulation.spawn(process.thread('main'), what, async () => {
    const { log } = openEmbeddedEngine({ directory: 'data', partitions: partitionsOfTopics });
    try {
      await run({ log, codec, artifacts: artifacts.store } as Engine);
    } catch (error) {
      if (!(error instanceof RetryableError || error instanceof UsageError)) throw error;
    }
  });
}
