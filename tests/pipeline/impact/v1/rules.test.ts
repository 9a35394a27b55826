import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Standing } from '../../../../pipeline/impact/rule.ts';
import { impactV1 } from '../../../../pipeline/impact/v1/rules.ts';
import { bannedWords } from '../../../../pipeline/text/style-check.ts';
import { column, listed, matched } from '../facts.ts';
import { ruleCases } from './rule-cases.ts';

test('every rule has cases for and against it', () => {
  assert.equal(
    Object.keys(ruleCases),
    impactV1.rules.map(({ id }) => id),
  );
  for (const [id, { fires, silent }] of Object.entries(ruleCases)) {
    assert.ok(fires.length > 0 && (silent.length > 0 || id === 'fallback'), id);
  }
});

for (const rule of impactV1.rules) {
  test(`impact-v1 ${rule.id}`, () => {
    const { fires, silent } = ruleCases[rule.id] ?? { fires: [], silent: [] };
    const published = new Set(Object.values(rule.texts));
    for (const [given, expected, standing = null] of fires) {
      const verdict = rule.evaluate(given, standing);
      assert.is.not(verdict, null, JSON.stringify(given));
      const dimensions = (verdict?.dimensions ?? []).map(({ kind, direction }) => `${kind}:${direction}`).join(' ');
      assert.is(dimensions, expected);
      // A rule after the first can leave the text for holders unchanged.
      const holders = verdict?.holders ?? (standing === null ? undefined : verdict?.reason);
      for (const text of [verdict?.reason, holders]) {
        assert.ok(text !== undefined && published.has(text), `emits only published texts: ${String(text)}`);
      }
    }
    for (const one of silent) {
      const [given, standing] = 'comparison' in one ? [one, null] : one;
      assert.is(rule.evaluate(given, standing), null, JSON.stringify(given));
    }
  });
}

test('the fallback is silent where a rule decided, the hold where a rule held already', () => {
  const byId = new Map(impactV1.rules.map((rule) => [rule.id, rule]));
  const decided = { disposition: 'held' } as Standing;
  assert.is(byId.get('fallback')?.evaluate(column('infringement', 'a', 'b'), decided), null);
  assert.is(
    byId.get('unconfirmed')?.evaluate(listed('register_added', 'authorised', { stage: 'draft' }), decided),
    null,
  );
});

test('the reason of a match states an identifier, a link or an operator', () => {
  const rule = impactV1.rules.find(({ id }) => id === 'list-match-added');
  for (const [level, reason, confidence] of [
    ['L1', /by an exact identifier\.$/, 1],
    ['L5', /a party with a confirmed link to the issuer\.$/, 0.9],
    ['L3', /^An operator confirmed/, 0.5],
  ] as const) {
    const verdict = rule?.evaluate(matched('list_match_added', { level }), null);
    assert.match(verdict?.reason ?? '', reason);
    assert.is(verdict?.confidence, confidence);
  }
});

test('claims and texts are whole sentences in plain words', () => {
  for (const { id, claim, texts } of impactV1.rules) {
    for (const text of [claim, ...Object.values(texts)]) {
      assert.match(text, /^[A-Z].*\.$/, `${id}: ${text}`);
      assert.equal(bannedWords(text), [], `${id}: ${text}`);
    }
  }
});

test('rule ids are unique', () => {
  assert.is(new Set(impactV1.rules.map(({ id }) => id)).size, impactV1.rules.length);
});

test.run();
