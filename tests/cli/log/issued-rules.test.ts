/** An operator declares when the final rules of a regime were issued: one record in every partition, once. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { declareIssuedRules } from '../../../cli/log/issued-rules.ts';
import { readTopic } from '../../../cli/log/read-topic.ts';
import { issuedRulesObservation } from '../../../pipeline/changes/established/regime-dates.ts';
import { recordOf } from '../../../cli/log/append.ts';
import { attestry, openWorkplace, type Workplace } from '../harness.ts';

const test = suite<{ place: Workplace }>('rules issued');

test.before.each(async (context) => {
  context.place = await openWorkplace();
  process.env['ATTESTRY_DATA_DIR'] = context.place.config.dataDir;
});
test.after.each(({ place }) => place.close());

const declaration = {
  regime: 'US_GENIUS',
  issued: '2026-07-01',
  by: 'A. Operator',
  why: 'Federal Register',
  at: 5,
} as const;

async function written({ engine }: Workplace): Promise<readonly (readonly [number, string])[]> {
  const found: (readonly [number, string])[] = [];
  for await (const { record, value } of readTopic(engine, 'observations')) {
    if (value !== null) found.push([record.partition, value.id]);
  }
  return found;
}

test('the declaration is in every partition, and the same one is not written again', async ({ place }) => {
  const { engine } = place;
  const partitions = engine.log.partitionsOf('observations');
  assert.is(await declareIssuedRules(engine, declaration), partitions);
  assert.is(await declareIssuedRules(engine, { ...declaration, at: 9 }), 0);
  const { id } = issuedRulesObservation(declaration);
  assert.equal(
    await written(place),
    Array.from({ length: partitions }, (_, partition) => [partition, id] as const),
  );
  assert.is(await declareIssuedRules(engine, { ...declaration, issued: null, at: 9 }), partitions);
});

test('an attempt that was interrupted is completed with its own record', async ({ place }) => {
  const { engine } = place;
  const observation = issuedRulesObservation(declaration);
  await engine.log.append([{ ...recordOf(engine, 'observations', observation, observation.observedAt), partition: 0 }]);
  const lacking = engine.log.partitionsOf('observations') - 1;
  assert.is(await declareIssuedRules(engine, { ...declaration, at: 9 }), lacking);
  assert.equal([...new Set((await written(place)).map(([, id]) => id))], [observation.id]);
});

test('the command names what it declared, and refuses other regimes and days', async () => {
  const line = (...given: readonly string[]) => attestry('rules', 'issued', ...given, '--by', 'A', '--why', 'FR');
  const done = await line('US_GENIUS', '--on', '2026-01-15', '--json');
  assert.is(done.code, 0, done.stderr);
  assert.equal(JSON.parse(done.stdout), { regime: 'US_GENIUS', issued: '2026-01-15', already: false });
  assert.match((await line('US_GENIUS', '--on', '2026-01-15')).stdout, /as declared before/);
  assert.match((await line('US_GENIUS', '--on', 'none')).stdout, /are not issued/);
  for (const [given, sentence] of [
    [['MICA_EMT', '--on', '2026-01-15'], /MICA_EMT does not wait for final rules; US_GENIUS does/],
    [['US_GENIUS', '--on', '2026-02-30'], /--on 2026-02-30 is no day/],
    [['US_GENIUS', '--on', '2999-01-01'], /lies in the future/],
  ] as const) {
    const { code, stderr } = await line(...given);
    assert.is(code, 2);
    assert.match(stderr, sentence);
  }
});

test.run();
