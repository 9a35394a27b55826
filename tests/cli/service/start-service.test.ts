/** A role whose start a signal ends: nothing is ready, and nothing that was started stays open. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService } from '../../../cli/service/start-service.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { freePorts } from '../../../tools/local/processes.ts';
import { openWorkplace, silent, type Workplace } from '../harness.ts';

const test = suite<Workplace>('the start of a service');
test.before.each(async (context) => {
  Object.assign(context, await openWorkplace());
});
test.after.each(({ close }) => close());

/** Starts `serve`, ends it by a signal at a stage, and returns the stages that it came to. */
async function stopAt({ config }: Workplace, last: string): Promise<readonly string[]> {
  const [port = 0] = await freePorts(1);
  const settings = loadConfig({
    ATTESTRY_DATA_DIR: config.dataDir,
    ATTESTRY_TOPIC_PARTITIONS: '2',
    ATTESTRY_HTTP_PORT: String(port),
    // Nothing listens there: the tables are away.
    ATTESTRY_CLICKHOUSE_URL: 'http://user:hunter2@127.0.0.1:1',
  }).config;
  const over = new AbortController();
  const stages: string[] = [];
  const service = await startService('serve', {
    chosen: [],
    config: settings,
    logger: silent,
    writeLog: assert.unreachable,
    clock: () => Date.UTC(2026, 0, 1),
    searchPorts: false,
    stage: (sentence) => {
      stages.push(sentence);
      if (sentence === last) queueMicrotask(() => over.abort());
    },
    signal: over.signal,
    onDeath: assert.unreachable,
  });
  assert.is(service, null, 'it was never ready');
  const refused = await fetch(`http://127.0.0.1:${port}/readyz`).catch((error: unknown) => String(error));
  assert.is(refused, 'TypeError: fetch failed', 'its port is closed again');
  return stages;
}

test('a signal between two parts starts no further one', async (place) => {
  assert.equal(await stopAt(place, 'log'), ['log']);
});

test('a signal ends it while it waits for tables', async (place) => {
  assert.equal(await stopAt(place, 'tables'), ['log', 'tables']);
});

test.run();
