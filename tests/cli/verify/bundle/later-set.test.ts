/** A rule set that a later version publishes: what is assessed before its activation, after it and across it, and its bundles. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { activateRules } from '../../../../cli/log/rule-sets.ts';
import { type Bundle, bundleText, digestOf, ruleSetsOf } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { compareDetect } from '../../../../cli/verify/compare/detect.ts';
import { startRefold } from '../../../../cli/verify/evidence/refold.ts';
import { explainChange } from '../../../../cli/verify/explain/explain-change.ts';
import { createDetect } from '../../../../pipeline/changes/detect.ts';
import { reviewObservation } from '../../../../pipeline/changes/reviews.ts';
import { planActivation, rulesInForce } from '../../../../pipeline/changes/rule-activation.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import type { RuleSet } from '../../../../pipeline/impact/rule.ts';
import { type RuleBook, ruleSetHash } from '../../../../pipeline/impact/rulesets.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { openFoldedWorld } from '../../../support/folded-world.ts';
import { declared, declaredParty, status } from '../../../pipeline/changes/builders.ts';
import { authorityFact, wallet } from '../../../pipeline/changes/families/chain/chain-scenarios.ts';

const holders = 'A later set states something else.';
const [first] = publishedRules.sets;
if (first === undefined) throw new Error('no set is published');

/** The first set with another line for holders in every verdict, and without the texts of one family. */
const later: RuleSet = {
  ...first,
  version: 'impact-later',
  texts: { ...first.texts, checks: {} },
  rules: first.rules.map((rule) => ({
    ...rule,
    texts: { ...rule.texts, later: holders },
    evaluate: (facts, standing) => {
      const verdict = rule.evaluate(facts, standing);
      return verdict === null ? null : { ...verdict, holders };
    },
  })),
};
const book: RuleBook = { initial: first.version, sets: [first, later] };

const versionsOf = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ revision, assessment, impact }) => {
    assert.is(impact === holders, assessment.rulesVersion === later.version, 'the verdict is that of the set it names');
    return `${revision} ${assessment.rulesVersion}`;
  });

const notRunning = async (): Promise<boolean> => false;

test('PE-3 a later set in mid-log: v1 before its activation, the later one after it and for a draft across it', async () => {
  const world = await openFoldedWorld(book);
  try {
    const alone = { quorum: 1 };
    await world.append(
      declaredParty(1),
      declared(1),
      status('active', 10),
      authorityFact(11, 'owner', {}),
      authorityFact(12, 'owner', { address: wallet('2') }, alone),
      status('withdrawn', 13),
    );
    await activateRules(world.engine, { ruleset: later.version, at: 20, rules: book, isRunning: notRunning });
    await world.append(authorityFact(21, 'owner', { address: wallet('2') }, alone), status('active', 22));
    await world.fold();
    const changes = await world.changes();
    const of = (field: string): readonly string[] => versionsOf(changes.filter((change) => change.field === field));
    assert.equal(of('authority'), ['0 impact-v1', '1 impact-later']);
    assert.equal(of('status'), ['0 impact-v1', '0 impact-later']);
    const { compared, differences } = await compareDetect(world.engine, createDetect(book));
    assert.equal(differences, []);
    assert.ok(compared > changes.length);
    for (const id of new Set(changes.map((change) => change.id))) {
      const explained = await explainChange(world.engine, id, book);
      assert.ok(Object.values(explained?.checks ?? { none: false }).every(Boolean), id);
    }
  } finally {
    await world.close();
  }
});

const read = (file: string): Bundle => readBundle(file, readFileSync(fixturePath('bundles', file), 'utf8'));

/** The activation of the later set, at the time of the observation before it. */
function activation(at: number): Observation {
  const planned = planActivation(rulesInForce([[]], book), { ruleset: later.version, at }, book);
  if (planned.kind !== 'append') throw new Error('the later set is in force already');
  return planned.activation.observation;
}

/** The bundle with further observations at a place of its log, and the revisions that its fold makes then. */
function withRecords(bundle: Bundle, index: number, ...records: readonly Observation[]): Bundle {
  const { digest: _, ...genuine } = bundle;
  const sequence = bundle.observations.map(({ observation }) => observation);
  sequence.splice(index, 0, ...records);
  const observations = sequence.map((observation, offset) => ({
    partition: 0,
    offset,
    timestamp: observation.observedAt,
    observation,
  }));
  const fold = startRefold(createDetect(book));
  const changes = observations
    .flatMap((placed) => fold(placed))
    .flatMap((output) =>
      output.topic === 'changes' && output.value.id === bundle.changes[0]?.id ? [output.value] : [],
    );
  const content = { ...genuine, observations, changes, ruleSets: ruleSetsOf({ changes, observations }, book) };
  return { ...content, digest: digestOf(content) };
}

const checked = async (bundle: Bundle) => checkBundle(readBundle('bundle', bundleText(bundle)), book);

test('PE-3 a bundle of a change before, after and across the activation of a later set passes', async () => {
  const before = read('sanctions-wallet.json');
  assert.equal(versionsOf(before.changes), ['0 impact-v1']);
  assert.is((await checked(before)).ok, true, 'before');

  const cause = before.observations.length - 1;
  const after = withRecords(before, cause, activation(before.observations[cause - 1]?.timestamp ?? 0));
  assert.equal(versionsOf(after.changes), ['0 impact-later']);
  assert.is((await checked(after)).ok, true, 'after');

  const draft = read('sanctions-candidate.json');
  const [candidate] = draft.changes;
  if (candidate === undefined) throw new Error('no candidate');
  const at = candidate.revisedAt + 1000;
  const review = reviewObservation(candidate, { verdict: 'confirmed', by: 'Operator', why: 'The same party.', at });
  const across = withRecords(draft, draft.observations.length, activation(candidate.revisedAt), review);
  assert.equal(versionsOf(across.changes), ['0 impact-v1', '1 impact-later']);
  assert.is((await checked(across)).ok, true, 'across');
  assert.equal(
    across.ruleSets.map(({ hash }) => hash),
    [first, later].map(ruleSetHash),
  );

  for (const [name, bundle] of [
    ['after', after],
    ['across', across],
  ] as const) {
    const { digest: _, ...content } = bundle;
    const renamed = {
      ...content,
      changes: content.changes.map((change) => ({
        ...change,
        assessment: { ...change.assessment, rulesVersion: first.version },
      })),
    };
    const { ok } = await checked({ ...renamed, digest: digestOf(renamed) });
    assert.is(ok, false, `${name}: a verdict of the later set under the name of the first one`);
  }
});

test.run();
