import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { obligationReadings } from '../../../cli/service/pages/obligation-readings.ts';
import { obligationsView } from '../../../explorer/pages/obligations/view.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { asset, assetId, day, hour, now, verdict } from '../../api/records.ts';
import { row as registerRow } from '../../pipeline/changes/builders.ts';
import { openPages, type PagesHarness, signIn, textOf, visit } from '../harness.ts';

let api: PagesHarness;
test.before(async () => {
  api = await openPages({}, { obligations: obligationReadings() });
  await api.declare(asset(1), asset(2));
});
test.after(() => api.close());

test('U-05 the obligations of a watched token: verdict, sentence, the sources searched, our reading of the rule', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  await api.judge(
    verdict(1, now - 2 * hour, false, { kind: 'regime', obligationId: '', verdict: 'applies', statement: 'It does.' }),
    verdict(1, now - hour),
    verdict(1, now - hour, false, {
      obligationId: 'EMT-01',
      regime: 'MICA_EMT',
      period: '',
      verdict: 'evidenced',
      evidence: ['e'.repeat(64)],
      statement: 'The issuer is authorised as a credit institution or an e-money institution: evidenced by a row.',
    }),
  );
  const cookie = await signIn(api, key.text);
  const page = await visit(api, `/obligations/${assetId(1)}`, { cookie });
  assert.is(page.status, 200);
  assert.match(page.text, /<li id="NYD-02">/);
  const text = textOf(page);
  for (const part of [
    /Evidence is old/,
    /The newest report found is of 31 March 2026\./,
    /for April 2026, since/,
    /NYDFS guidance of 8 June 2022, section 3/,
    /last read whole on 1 Jun 2026/,
    /Stablecoin guidance of New York \(NYDFS\) It does\./,
    /MiCA, e-money tokens/,
    /Evidenced by a row\./,
    /Counts from 30 June 2024\. Shown by a row about the token in ESMA's register/,
  ]) {
    assert.match(text, part);
  }
  assert.not.match(text, /NYDFS_STABLECOIN|MICA_EMT|not_checked/);
});

test('evidence of a verdict is its row and its passage, which lead to where they were read', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  const of = (one: Observation, given: Partial<Observation>): Observation => {
    const { id: _id, observationSha256: _sha, ...content } = one;
    return makeObservation({ ...content, assetId: assetId(1), ...given });
  };
  const listed = registerRow(now - day, { sinceObservationId: 'x' });
  const row = of(listed, {});
  const quoted = of(listed, {
    subjectKey: 'abc',
    quote: 'An <b>institution</b>.',
    sourceKey: 'terms',
    sourceUrl: null,
  });
  await api.observe(row, quoted);
  const unknown = 'd'.repeat(64);
  await api.judge(
    verdict(1, now - hour, false, {
      obligationId: 'EMT-02',
      verdict: 'evidenced',
      evidence: [row.id, quoted.id, unknown],
    }),
  );
  const page = await visit(api, `/obligations/${assetId(1)}`, { cookie: await signIn(api, key.text) });
  const path = `/verified-assets/${asset(1).address}/ethereum/fields/listed`;
  for (const { id } of [row, quoted]) assert.match(page.text, `href="${path}#${id}"`);
  const text = textOf(page);
  assert.match(text, /Row of a register : Circle Internet Financial Europe SAS \(3KL7N1R92\): listed in /);
  assert.match(page.text, '<blockquote class="quote" dir="auto">An &lt;b>institution&lt;/b>.</blockquote>');
  assert.match(text, /www\.esma\.europa\.eu/);
  assert.match(text, /read on 31 May 2026/);
  assert.match(page.text, unknown, 'what is not stored keeps its id');
  assert.not.match(text, row.id);
});

test('a token that the reader does not watch is 404, and one without verdicts states what would bring them', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const statusOf = async (id: string): Promise<number> => (await visit(api, `/obligations/${id}`, { cookie })).status;
  for (const id of [assetId(1), 'none', 'constructor']) assert.is(await statusOf(id), 404);
  await api.watch(key, assetId(2));
  const page = await visit(api, `/obligations/${assetId(2)}`, { cookie });
  assert.match(textOf(page), /No obligation is judged for this token\. That begins on the day after/);
  assert.is(
    (await visit(api, `/obligations/${assetId(2)}`)).headers['location'],
    `/signin?next=%2Fobligations%2F${assetId(2)}`,
  );
});

test('every obligation has a reading without a word of the program in it', () => {
  for (const { id, title, reading } of obligationReadings()) {
    assert.match(reading, /^Counts from \d{1,2} \w+ \d{4}/, id);
    assert.not.match(`${title} ${reading}`, /[a-z]_[a-z]|undefined|register:/, id);
  }
});

test('the worst verdict is first, and a term of a later version counts as not checked', () => {
  const row = (id: string, word: string) => ({
    assetId: 'a',
    obligationId: id,
    regime: 'MICA_EMT',
    period: '2026-H2',
    verdict: word,
    previous: null,
    since: now - day,
    statement: 'A sentence.',
    evidence: [],
    searched: [],
    rulesVersion: 'v',
  });
  const verdicts = [row('B', 'evidenced'), row('A', 'evidenced'), row('C', 'later_term'), row('D', 'contradicted')];
  const view = obligationsView({
    token: { symbol: 'T', chain: '', path: null },
    name: 'T',
    verdicts,
    regimes: [],
    readings: [],
    observed: [],
    labels: { describe: () => null, sources: [], decimals: null, symbol: 'T' },
  });
  const [regime] = view.regimes;
  assert.equal(
    regime?.obligations.map(({ id }) => id),
    ['D', 'A', 'B', 'C'],
  );
  assert.is(regime?.obligations[0]?.period, 'second half of 2026');
  assert.equal(
    view.counts.map(({ word }) => word),
    ['1 contradicted', '2 evidenced', '1 not checked'],
  );
});

test.run();
