import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { laggards, processorStatus } from '../../../../cli/engine/status.ts';
import { appendValues } from '../../../../cli/log/append.ts';
import { readTopic } from '../../../../cli/log/read-topic.ts';
import { compareOblige } from '../../../../cli/verify/compare/detect.ts';
import { startDataProcessors } from '../../../../pipeline/processors/start-data.ts';
import { feeds } from '../../../../pipeline/publishers/feeds.ts';
import type { Verdict } from '../../../../schemas/generated/records.ts';
import { yearOf } from '../../../pipeline/obligations/year.ts';
import { reached } from '../../../support/reached.ts';
import { attestry, openWorkplace, silent, type Workplace } from '../../harness.ts';

const test = suite<{ place: Workplace }>('replay of obligations');

test.before(async (context) => {
  context.place = await openWorkplace();
});
const dataDir = process.env['ATTESTRY_DATA_DIR'];
test.after(async ({ place }) => {
  if (dataDir === undefined) delete process.env['ATTESTRY_DATA_DIR'];
  else process.env['ATTESTRY_DATA_DIR'] = dataDir;
  await place.close();
});

/** Folds everything on the log. */
async function fold({ engine }: Workplace): Promise<void> {
  const deps = {
    log: engine.log,
    codec: engine.codec,
    openStore: engine.openStore,
    logger: silent,
    clock: () => Date.UTC(2027, 5, 1),
    random: Math.random,
    onHealth: () => undefined,
    artifact: engine.artifacts.get,
    reduceArtifact: engine.artifacts.read,
  };
  const running = await startDataProcessors(deps, feeds);
  const names = new Set(running.map(({ name }) => name));
  await reached('everything is read', async () =>
    laggards(await processorStatus(engine)).every(({ name }) => !names.has(name)),
  );
  for (const processor of running) await processor.stop();
}

test('replay oblige --compare folds the facts again: nothing differs, and a verdict that no fact gives is named', async ({
  place,
}) => {
  const { engine } = place;
  await appendValues(
    engine,
    'observations',
    yearOf().map((value) => ({ value, timestamp: value.observedAt })),
  );
  await fold(place);
  const stored: Verdict[] = [];
  for await (const { value } of readTopic(engine, 'verdicts')) if (value !== null) stored.push(value);
  assert.ok(stored.length > 5, String(stored.length));
  const same = await compareOblige(engine);
  assert.equal(same.differences, []);
  assert.is(same.compared, stored.length);
  const [first] = stored;
  if (first === undefined) throw new Error('no verdict');
  const forged = { ...first, groupId: first.verdictId, verdict: 'evidenced' };
  await appendValues(engine, 'verdicts', [{ value: forged, timestamp: forged.since }]);
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
  const { code, stdout } = await attestry('replay', 'oblige', '--compare', '--json');
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  assert.is(code, 1);
  assert.equal(rows, [
    { topic: 'verdicts', key: `${forged.verdictId}#${forged.groupId}`, kind: 'invented' },
    { compared: stored.length, differing: 1 },
  ]);
});

test('--rules is of changes alone', async () => {
  const { code, stderr } = await attestry('replay', 'oblige', '--compare', '--rules', 'impact-v1');
  assert.is(code, 2);
  assert.match(stderr, /--rules: verdicts on obligations follow from no rule set of changes/);
});

test.run();
