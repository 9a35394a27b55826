import { pause } from '../../../infra/async/async.ts';
import type { Config } from '../../../infra/config/config.ts';
import { createGuardedFetch } from '../../../infra/fetch/guarded-fetch.ts';
import type { Logger } from '../../../infra/logger.ts';
import { readDocument } from '../../../infra/reading/read-document.ts';
import { defaultRoundMs, startDocuments } from '../../../pipeline/publishers/documents/publisher.ts';
import { createRequests } from '../../../pipeline/publishers/documents/sites/requests.ts';
import { summaryOf } from '../../../pipeline/publishers/documents/summary.ts';
import { watchRules } from '../../../pipeline/publishers/documents/watch-rules.ts';
import type { RunningProcessor } from '../../../pipeline/runtime/role.ts';
import { documentsDeclared } from '../../documents/documents-declared.ts';
import { loadProfiles } from '../../profiles/load-profiles.ts';
import { type Engine, isCluster } from '../../engine/open-engine.ts';
import { appendValues } from '../../log/append.ts';
import { newRecords } from '../../log/new-records.ts';
import { documentsAgent } from '../../program/version.ts';
import { shareLanes } from './feed-shares.ts';
import type { FromWorker } from './messages.ts';
import { moved } from './moved.ts';

export interface PublishDocuments {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  readonly post: (message: FromWorker) => void;
}

/** Fetches the declared sources of all assets until stopped. On Kafka, each lane is fetched by one publisher. */
export function publishDocuments({ engine, config, logger, post }: PublishDocuments): RunningProcessor {
  const { profiles, problems } = loadProfiles(config.profilesDir);
  for (const problem of problems) logger.warn({ problem }, 'a profile is left out');
  const shares = isCluster(config) ? shareLanes(engine.log) : null;
  const userAgent = documentsAgent(config.documentsContact ?? '');
  const everyMs = config.documentsRate === null ? 0 : 1_000 / config.documentsRate;
  const fetch = createGuardedFetch({ allow: config.fetchAllow, userAgent });
  const rules = watchRules(engine.artifacts);
  const reading = { seconds: 0, documents: 0 };
  const onMove = moved(post);
  let open = 0;
  const readings = (change: number): void => {
    open += change;
    onMove('the document reader', open === 0 ? null : 0, `${open} ${open === 1 ? 'reading is' : 'readings are'} open`);
  };
  const running = startDocuments({
    requests: createRequests({ fetch, clock: Date.now, sleep: pause, everyMs }),
    artifacts: engine.artifacts,
    read: async (bytes, options) => {
      const started = performance.now();
      readings(1);
      const read = await readDocument(bytes, null, options).finally(() => readings(-1));
      reading.seconds += (performance.now() - started) / 1_000;
      reading.documents += 1;
      return read;
    },
    clock: Date.now,
    profiles,
    planned: documentsDeclared(engine, profiles),
    appended: newRecords(engine, 'document.captures'),
    append: async (capture) => {
      await appendValues(engine, 'document.captures', [{ value: capture, timestamp: Date.now() }]);
    },
    logger,
    onCapture: rules.captured,
    onRound: (documents) => {
      onMove('documents', defaultRoundMs, 'the next round is due');
      post({ type: 'documents', summary: summaryOf(documents, Date.now(), rules, { ...reading }) });
    },
    ...(shares === null ? {} : { isOwned: shares.isOurs }),
  });
  return {
    name: 'documents',
    stop: async () => {
      await Promise.all([running.stop(), shares?.stop()]);
    },
    done: Promise.race([running.done, ...(shares === null ? [] : [shares.done])]),
  };
}
