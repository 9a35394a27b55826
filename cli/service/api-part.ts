import { randomUUID } from 'node:crypto';
import { createApi } from '../../api/app.ts';
import type { DemoKeys } from '../../explorer/dependencies.ts';
import { createExplorer } from '../../explorer/explorer.ts';
import { createKeyUses } from '../../api/readmodel/accounts/key-uses.ts';
import type { ApiDependencies, Health } from '../../api/route/dependencies.ts';
import type { AnsweredRequest } from '../../api/route/middleware/identity.ts';
import { withDeadline } from '../../api/readmodel/tables/deadline.ts';
import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import type { UrlSigner } from '../../api/route/http/signed-url.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Lifecycle } from '../../infra/async/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import { listRuleSets, readActivations } from '../log/rule-sets.ts';
import { commandSender } from '../accounts/command-sender.ts';
import { refusedUntil } from '../accounts/refused-until.ts';
import { textsOverTables } from '../accounts/tenant-keys.ts';
import type { Engine } from '../engine/open-engine.ts';
import { artifactFilesOf } from './pages/artifact-files.ts';
import { describeValue } from './pages/field-values.ts';
import { obligationReadings } from './pages/obligation-readings.ts';
import { logosOf } from '../logos/logos.ts';
import { webhookSender } from './webhook-sender.ts';
import { sourceNames } from './pages/source-names.ts';
import { standingSources } from './pages/standing-sources.ts';
import { reviewSender } from '../operator/decide-change.ts';
import { createOperatorPort } from '../operator/operator-port.ts';
import type { CoverageSources } from '../../api/readmodel/coverage/sources.ts';
import { registryParts } from '../operator/registry-parts.ts';
import { createRegistryPort } from '../operator/registry-port.ts';
import type { ApiCaches } from './api-caches.ts';
import { createLeftOut } from './left-out/left-out.ts';
import { createEvidence } from './evidence/evidence.ts';
import type { HttpFront } from './http/front.ts';
import { newRequestId } from './http/own-answers.ts';
import type { Role } from './roles.ts';
import { begin, startCaches } from './start-caches.ts';

export interface ApiOptions {
  readonly role: Role;
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => number;
  readonly lifecycle: Lifecycle;
  readonly engine: Engine;
  readonly tables: TableReader;
  readonly keyTables: TableReader;
  readonly caches: ApiCaches;
  readonly front: HttpFront;
  readonly urlSigner: UrlSigner;
  readonly coverageSources: CoverageSources;
  /** Keys of form tokens: the first makes them, all of them check. */
  readonly formKeys: readonly [Buffer, ...Buffer[]];
  readonly demoKeys?: () => DemoKeys | null;
  readonly health: Health;
  /** Whether what carries commands out runs. */
  readonly acceptsWrites: () => boolean;
  readonly answered: (request: AnsweredRequest) => void;
  /** Aborted when the process is about to end. */
  readonly stopping: AbortSignal;
  /** Ends the start. */
  readonly signal: AbortSignal;
  /** A part that cannot be restarted ended. */
  readonly onDeath: (reason: string) => void;
}

/**
 * Fills the caches, then serves the API. The API appends commands to the log and reads their outcomes from the tables.
 */
export async function startApi(options: ApiOptions): Promise<void> {
  const { config, logger, clock, lifecycle, engine, caches, front, onDeath } = options;
  const { freshness, recent, registry, outcomes, keyIds } = caches;
  await startCaches(options);
  await lifecycle.start('key ids', async () => {
    await begin(keyIds.start, options);
    keyIds.done.catch((error: unknown) => onDeath(`following the ids of keys ended: ${String(error)}`));
    return { value: keyIds, stop: keyIds.stop };
  });
  if (options.signal.aborted) return;
  const evidence = await lifecycle.start('evidence', async () => {
    const mayLackBytes = options.role === 'serve';
    const value = createEvidence({ tables: options.tables, clock, mayLackBytes });
    return { value, stop: value.stop };
  });
  const pages = createExplorer({
    publicSanctions: config.publicSanctions,
    keyContact: config.keyContact,
    formKeys: options.formKeys,
    sources: sourceNames(),
    obligations: obligationReadings(),
    describeValue,
    artifacts: artifactFilesOf(engine.artifacts, logger),
    evidence,
    readLeftOut: createLeftOut({ artifacts: engine.artifacts, logger }),
    ...(options.demoKeys === undefined ? {} : { demoKeys: options.demoKeys }),
    operator: createOperatorPort({
      send: reviewSender(engine),
      tables: withDeadline(options.tables),
      clock,
      ruleSets: async () => listRuleSets(await readActivations(engine), publishedRules),
    }),
  });
  const commands = commandSender(engine, clock);
  const keyUses = await lifecycle.start('uses of keys', async () => {
    const value = createKeyUses({ clock, commands, ids: randomUUID });
    return { value, stop: value.stop };
  });
  const dependencies: ApiDependencies = {
    tables: options.tables,
    keyTables: options.keyTables,
    commands: refusedUntil(options.acceptsWrites, commands),
    keyUsed: keyUses.note,
    outcomes,
    keyIds,
    registry,
    declarations: createRegistryPort(registryParts({ engine, config, logger, clock, caches })),
    versions: freshness,
    recent,
    loopDelayMs: front.loopDelay.medianMs,
    logos: logosOf(engine.artifacts, logger),
    standings: standingSources(config),
    coverageSources: options.coverageSources,
    texts: textsOverTables(config, clock, options.keyTables),
    webhookSender: webhookSender(config),
    urlSigner: options.urlSigner,
    answered: options.answered,
    stopping: options.stopping,
    clock,
    ids: randomUUID,
    requestIds: newRequestId,
    logger,
    config: {
      baseUrl: config.baseUrl ?? front.httpUrl,
      explorerUrl: config.explorerUrl ?? front.httpUrl,
      publicPageBase: config.publicPageBase ?? front.httpUrl,
      checkResponses: config.checkResponses,
      rateLimit: config.rateLimit,
      trustedProxies: config.trustedProxies,
      corsOrigins: config.corsOrigins,
    },
    health: options.health,
  };
  front.serve(createApi(dependencies, pages));
}
