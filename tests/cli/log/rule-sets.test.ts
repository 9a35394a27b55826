/** Rule sets on a real log: activated in every partition, folded again, and compared with each other. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { activateRules, listRuleSets, readActivations } from '../../../cli/log/rule-sets.ts';
import { compareDetect } from '../../../cli/verify/compare/detect.ts';
import { compareRules } from '../../../cli/verify/compare/rules.ts';
import { explainChange } from '../../../cli/verify/explain/explain-change.ts';
import { createDetect } from '../../../pipeline/changes/detect.ts';
import { publishedRules, withFoldTexts } from '../../../pipeline/changes/rule-sets.ts';
import { ruleSetHash } from '../../../pipeline/impact/rulesets.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { impactV1 } from '../../../pipeline/impact/v1/rules.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import { declared, match, row } from '../../pipeline/changes/builders.ts';
import { bothSets, type FoldedWorld, impactV2, ofAsset, openFoldedWorld } from '../../support/folded-world.ts';
import { attestry, messageOf } from '../harness.ts';
import { reached } from '../../support/reached.ts';

const test = suite<FoldedWorld>('rule sets');

test.before.each(async (place) => {
  Object.assign(place, await openFoldedWorld());
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
});
test.after.each(({ close }) => close());

const nobody = async (): Promise<boolean> => false;
const activate = (place: FoldedWorld, ruleset: string, at = 100) =>
  activateRules(place.engine, { ruleset, at, rules: bothSets, isRunning: nobody });

const assets = Array.from({ length: 6 }, (_, index) => `5f0b1a4e-6f0d-4f0e-9c3b-0d9a2d1c7e${index + 10}`);
const declarations = assets.map((assetId) => ofAsset(declared(1), assetId));
const readings = (reading: (since: string) => Observation): readonly Observation[] =>
  declarations.map(({ id, assetId }) => ofAsset(reading(id), assetId));
const matches = (entryId: string, at: number): readonly Observation[] =>
  readings((sinceObservationId) => match(at, { entryId, sinceObservationId }));
const rows = readings((sinceObservationId) => row(12, { sinceObservationId }));

const versionsOf = (changes: readonly Change[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { assessment } of changes) counts[assessment.rulesVersion] = (counts[assessment.rulesVersion] ?? 0) + 1;
  return counts;
};

test('an activation reaches every partition as one observation, and applies to later observations', async (place) => {
  await place.append(...declarations, ...matches('1', 10));
  await place.fold();
  const outcome = await activate(place, 'impact-v2');
  const { activationId, ...printed } = outcome;
  assert.equal(printed, { ruleset: 'impact-v2', at: 100, already: false, completed: false, folded: false });
  assert.match(activationId ?? '', /^[a-z2-7]{26}$/);
  const activations = await readActivations(place.engine);
  assert.equal(
    activations.map((one) => one.length),
    [1, 1],
  );
  assert.is(new Set(activations.flat().map(({ observation }) => observation.id)).size, 1);
  await place.append(...matches('2', 110));
  await place.fold();
  assert.equal(versionsOf(await place.changes()), { 'impact-v1': 6, 'impact-v2': 6 });
  const { sets, concerns } = listRuleSets(activations, bothSets);
  assert.equal(concerns, []);
  assert.equal(
    sets.map(({ ruleset, inForce, since }) => [ruleset, inForce, since]),
    [
      ['impact-v1', false, null],
      ['impact-v2', true, '1970-01-01T00:00:00.100Z'],
    ],
  );
});

test('a refold reproduces the stored assessments, before, between and after activations', async (place) => {
  await place.append(...declarations, ...matches('1', 10));
  await activate(place, 'impact-v2', 100);
  await place.append(...matches('2', 110), ...rows);
  await activate(place, 'impact-v1', 200);
  await place.append(...matches('3', 210));
  await place.fold();
  const changes = await place.changes();
  assert.equal(versionsOf(changes), { 'impact-v1': 12, 'impact-v2': 12 });
  assert.equal(
    changes.filter(({ disposition }) => disposition === 'suppressed').map(({ assessment }) => assessment.rulesVersion),
    Array<string>(6).fill('impact-v2'),
  );
  const compared = await compareDetect(place.engine, createDetect(bothSets));
  assert.equal(compared.differences, []);
  assert.ok(compared.compared > changes.length);
  for (const { id } of changes) {
    const checks = Object.entries((await explainChange(place.engine, id, bothSets))?.checks ?? { none: false });
    assert.ok(
      checks.every(([, holds]) => holds),
      JSON.stringify(checks),
    );
  }
});

test('replay under another set prints exactly the changes it affects', async (place) => {
  await place.append(...declarations, ...matches('1', 10));
  await activate(place, 'impact-v2');
  await place.append(...rows, ...matches('2', 110));
  await place.fold();
  const changes = await place.changes();
  for (const [version, other] of [
    ['impact-v1', 'impact-v2'],
    ['impact-v2', 'impact-v1'],
  ] as const) {
    const { compared, differences } = await compareRules(place.engine, version, bothSets);
    assert.is(compared, changes.length);
    const affected = changes.filter(
      ({ assessment, category }) => assessment.rulesVersion === other && category === 'sanctions',
    );
    assert.is(affected.length, 6, 'both explain rows alike');
    assert.equal(differences.map(({ key }) => key).sort(), affected.map(({ id }) => `${id}#0`).sort());
  }
  const [first] = (await compareRules(place.engine, 'impact-v1', bothSets)).differences;
  assert.ok(first !== undefined && 'was' in first);
  assert.equal([first.kind, first.topic, first.revision], ['differing', 'changes', 0]);
  assert.equal(Object.keys(first.was), [
    'direction',
    'disposition',
    'materiality',
    'notableAt',
    'severity',
    'assessment.disposition',
    'assessment.reason',
  ]);
  assert.equal([first.was['disposition'], first.would['disposition']], ['suppressed', 'shown']);
  assert.equal([first.was['notableAt'], first.would['notableAt']], [null, 110]);
});

test('a lost change shows under any rule set', async (place) => {
  await place.append(...declarations, ...matches('1', 10));
  await place.fold();
  const [gone] = await place.changes();
  const engine: typeof place.engine = {
    ...place.engine,
    log: {
      ...place.engine.log,
      read: async (request) =>
        (await place.engine.log.read(request)).filter(
          ({ topic, value }) =>
            topic !== 'changes' || place.engine.codec.decode('changes', value ?? Buffer.alloc(0)).id !== gone?.id,
        ),
    },
  };
  const { differences } = await compareRules(engine, 'impact-v1', bothSets);
  assert.equal(differences, [{ topic: 'changes', key: `${gone?.id ?? ''}#0`, kind: 'lost' }]);
});

test('an activation that reached one partition is named, and completed with the same observation', async (place) => {
  const log = {
    ...place.engine.log,
    append: (records: Parameters<typeof place.engine.log.append>[0]) => place.engine.log.append(records.slice(0, 1)),
  };
  const cut = await activateRules(
    { ...place.engine, log },
    { ruleset: 'impact-v2', at: 100, rules: bothSets, isRunning: nobody },
  );
  const half = listRuleSets(await readActivations(place.engine), bothSets);
  assert.ok(half.sets.every(({ inForce }) => !inForce));
  assert.match(
    half.concerns.join(),
    /not in every partition \(impact-v2, impact-v1\): run attestry rules activate again/,
  );
  const again = await activate(place, 'impact-v2', 999);
  assert.equal(again, { ...cut, completed: true });
  const activations = await readActivations(place.engine);
  assert.equal(
    activations.map((one) => one.map(({ observation }) => observation.observedAt)),
    [[100], [100]],
  );
  assert.equal(await activate(place, 'impact-v2', 999), { ...cut, already: true, folded: true });
  assert.equal(await readActivations(place.engine), activations, 'nothing was written');
});

test('the command waits for a running service', async (place) => {
  let polls = 0;
  const waiting = activateRules(place.engine, {
    ruleset: 'impact-v2',
    at: 100,
    rules: bothSets,
    isRunning: async () => {
      polls += 1;
      return true;
    },
  });
  await reached('the command waits', () => polls > 0);
  await place.fold();
  assert.is((await waiting).folded, true);
});

test('an unknown set is refused with the list of known ones', async (place) => {
  assert.is(
    await messageOf(activate(place, 'impact-v9')),
    'no rule set "impact-v9"; this program has impact-v1, impact-v2',
  );
  assert.equal(await readActivations(place.engine), [[], []]);
});

test('a set of a newer program on the log is named', async (place) => {
  await activate(place, 'impact-v2');
  const { sets, concerns } = listRuleSets(await readActivations(place.engine), publishedRules);
  assert.equal(
    sets.map(({ ruleset, inForce }) => [ruleset, inForce]),
    [['impact-v1', true]],
  );
  assert.match(concerns.join(), /activates "impact-v2", which this program does not have/);
});

test('the commands: list, activate a set in force and an unknown one, replay under the only set', async (place) => {
  await place.append(...declarations, ...matches('1', 10), ...rows);
  await place.fold();
  const list = await attestry('rules', 'list', '--json');
  assert.equal(JSON.parse(list.stdout), [
    {
      ruleset: 'impact-v1',
      hash: ruleSetHash(withFoldTexts(impactV1)),
      rules: impactV1.rules.length,
      inForce: true,
      since: null,
      activationId: null,
    },
  ]);
  assert.match((await attestry('rules', 'list')).stdout, /impact-v1 {2}the start/);
  const kinds = JSON.parse((await attestry('rules', 'list', '--kinds', '--json')).stdout) as Record<string, unknown>[];
  assert.equal(
    kinds.map(({ kind }) => kind),
    [...termsOf('explanationKind')],
  );
  assert.equal(kinds[0]?.['comparisons'], [
    'disclosure_field',
    'chain_token',
    'chain_paused',
    'chain_powers',
    'chain_cap',
  ]);
  assert.equal(kinds.at(-1)?.['comparisons'], ['source_check']);
  assert.match((await attestry('rules', 'list', '--kinds')).stdout, /sources_disagree +disclosure_field +source_check/);
  const already = await attestry('rules', 'activate', 'impact-v1', '--at', '2026-01-01');
  assert.equal([already.code, already.stdout], [0, 'impact-v1 is in force already, from the start of the log\n']);
  const unknown = await attestry('rules', 'activate', impactV2.version);
  assert.equal([unknown.code, unknown.stdout], [2, '']);
  assert.match(unknown.stderr, /^no rule set "impact-v2"; this program has impact-v1\n$/);
  assert.equal(await readActivations(place.engine), [[], []]);
  const replay = await attestry('replay', 'detect', '--compare', '--rules', 'impact-v1', '--json');
  assert.equal([replay.code, JSON.parse(replay.stdout)], [0, { compared: 12, differing: 0 }]);
  const fromEarliest = await attestry('replay', 'detect', '--compare', '--from', 'earliest', '--json');
  assert.equal([fromEarliest.code, fromEarliest.stdout], [0, '{"compared":54,"differing":0}\n']);
  const other = await attestry('replay', 'detect', '--compare', '--rules', 'impact-v2');
  assert.equal([other.code, other.stderr], [2, 'no rule set "impact-v2"; this program has impact-v1\n']);
});

test('replay prints a line for each affected change and exits 1', async (place) => {
  await place.append(...declarations, ...matches('1', 10));
  await activate(place, 'impact-v2', 5);
  await place.append(...matches('2', 20));
  await place.fold();
  const { code, stdout } = await attestry('replay', 'detect', '--compare', '--rules', 'impact-v1', '--json');
  assert.is(code, 1);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  assert.equal(lines.at(-1), { compared: 12, differing: 6 });
  assert.equal(Object.keys(lines[0] ?? {}), ['topic', 'key', 'kind', 'id', 'revision', 'was', 'would']);
  const text = await attestry('replay', 'detect', '--compare', '--rules', 'impact-v1');
  assert.match(
    text.stdout,
    /^differing changes sanctions:[a-z2-7]{26}#0: disposition suppressed → shown, notableAt null → 20/,
  );
});

test.run();
