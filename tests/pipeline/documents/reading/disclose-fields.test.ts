import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { discloseProcessor } from '../../../../pipeline/documents/reading/disclose.ts';
import { assetId, declared, declaredParty, fold, memoryState } from '../../changes/builders.ts';
import { captured, type CaptureSet, type CaptureStep, observed, start } from './captures.ts';

const test = suite('fields of captured documents');

const filler = Array.from(
  { length: 80 },
  (_, at) => `<p>Clause ${at} states how token number ${at * 7} is kept by its owner.</p>`,
).join('');
const fee = (percent: string): string => `<p>We charge a redemption fee of ${percent}% on each request.</p>`;
const law = (country: string): string => `<p>These terms are governed by the laws of ${country}.</p>`;
const page = (...parts: readonly string[]): string =>
  `<html lang="en"><body><h1>Terms</h1>${parts.join('')}${filler}</body></html>`;

const fieldsOf = (made: CaptureSet): readonly (readonly [hours: number, field: string, value: string | null])[] =>
  observed(made, memoryState())
    .filter(({ subjectKind }) => subjectKind === 'asset')
    .map(({ observedAt, field, value }) => [(observedAt - start) / 3_600_000, field, value] as const);

const emittedBy = async (
  steps: readonly CaptureStep[],
): ReturnType<typeof Promise.resolve<ReturnType<typeof fieldsOf>>> => fieldsOf(await captured(steps));

const ireland = '{"law":"IE"}';

test('a value is written with its quote, place, rule, reading and reader version, after the capture', async () => {
  const made = await captured([{ hours: 0, body: page(law('Ireland')) }]);
  const [capture, field, ...others] = observed(made, memoryState());
  assert.is(capture?.field, 'capture');
  assert.equal(others, []);
  assert.equal(
    [field?.field, field?.value, field?.quote, field?.extractionRule, field?.subjectKey, field?.sourceKey],
    [
      'governing_law',
      ireland,
      'These terms are governed by the laws of Ireland.',
      'keyword:governed-by-laws-of',
      '',
      's1',
    ],
  );
  assert.match(field?.place ?? '', /^html:html>body>p@0-48$/);
  assert.is(field?.reading, made.captures[0]?.reading?.sha256);
  assert.is(field?.artifactId, made.captures[0]?.sha256);
  assert.match(field?.extractorVersion ?? '', /^2\+13@[0-9a-f]{12}\+terms@[0-9a-f]{12}$/);
});

test('it is written again once after six hours, then every seven days, also of an unmodified document', async () => {
  const hours = [0, 3, 7, 12, 100, 174, 176, 345];
  const steps = hours.map((at) => ({ hours: at, body: at === 0 ? page(law('Ireland')) : null }));
  assert.equal(
    (await emittedBy(steps)).map(([at]) => at),
    [0, 7, 176, 345],
  );
});

test('a value that differs is written at once, and settles as a draft with the second capture', async () => {
  const made = await captured([
    { hours: 0, body: page(fee('0.10')) },
    { hours: 7, body: null },
    { hours: 24, body: page(fee('0.25')) },
    { hours: 31, body: null },
  ]);
  const asset = fold();
  asset.outputs(declared(start - 1), declaredParty(start - 1));
  const changes = asset.changes(...observed(made, memoryState())).filter(({ field }) => field === 'redemption_fee');
  assert.equal(
    changes.map(({ explanation, disposition }) => [explanation.kind, disposition]),
    [
      ['value_changed', 'held'],
      ['value_changed', 'shown'],
    ],
  );
});

test('a value that changes soon after its page was rewritten is compared with the one before', async () => {
  const rewritten = `<html lang="en"><body><h1>Terms</h1>${Array.from(
    { length: 80 },
    (_, at) => `<p>A person with ${at} pieces may ask their keeper about number ${at * 3}.</p>`,
  ).join('')}`;
  const made = await captured([
    { hours: 0, body: page(fee('0.10')) },
    { hours: 7, body: null },
    { hours: 24, body: rewritten + fee('0.10') },
    { hours: 31, body: null },
    { hours: 48, body: rewritten + fee('0.25') },
    { hours: 55, body: null },
  ]);
  const asset = fold();
  asset.outputs(declared(start - 1), declaredParty(start - 1));
  const changes = asset.changes(...observed(made, memoryState())).filter(({ field }) => field === 'redemption_fee');
  assert.equal(
    changes.map(({ explanation, disposition }) => [explanation.kind, disposition]),
    [
      ['value_changed', 'held'],
      ['value_changed', 'shown'],
    ],
  );
});

test('a value that is gone with its words is no longer disclosed; one whose words remain is not', async () => {
  assert.equal(
    await emittedBy([
      { hours: 0, body: page(law('Ireland'), fee('0.10')) },
      { hours: 24, body: page(fee('0.10')) },
      { hours: 31, body: null },
    ]),
    [
      [0, 'redemption_fee', '{"bps":"10"}'],
      [0, 'governing_law', ireland],
      [24, 'redemption_fee', '{"bps":"10"}'],
      [24, 'governing_law', null],
      [31, 'governing_law', null],
    ].filter(([at, field]) => !(at === 31 && field === 'redemption_fee')),
  );
  const moved = page(
    fee('0.10'),
    law('Ireland').replace('These terms are', 'What applies? These terms are').replace('.', ', as far as it may.'),
  );
  const after = await emittedBy([
    { hours: 0, body: page(law('Ireland')) },
    { hours: 24, body: moved },
  ]);
  assert.equal(
    after.filter(([, , value]) => value === null),
    [],
  );
});

test('a reading that is not whole never states that a value is gone', async () => {
  const steps: readonly CaptureStep[] = [
    { hours: 0, body: page(law('Ireland')) },
    { hours: 24, body: page('<p>Something else altogether.</p>'), ended: 'partly' },
  ];
  assert.equal((await emittedBy(steps)).length, 1);
});

test('a sentence that is left out for a negation is no departure', async () => {
  const steps: readonly CaptureStep[] = [
    { hours: 0, body: page(law('Ireland')) },
    { hours: 24, body: page('<p>These terms are not governed by the laws of Malta.</p>') },
  ];
  assert.equal((await emittedBy(steps)).length, 1);
});

test('nothing is written of a text that is probably cut off, until it lasts for three days', async () => {
  const whole = page(fee('0.10'), law('Ireland'));
  const cut = whole.replace(law('Ireland'), '').slice(0, 4_000);
  const steps = [0, 24, 48, 72, 97].map(
    (at): CaptureStep => ({ hours: at, body: at === 0 ? whole : at === 24 ? cut : null }),
  );
  const laws = async (over: readonly CaptureStep[]): ReturnType<typeof emittedBy> =>
    (await emittedBy(over)).filter(([, field]) => field === 'governing_law');
  assert.equal(await laws(steps), [
    [0, 'governing_law', ireland],
    [97, 'governing_law', null],
  ]);
  assert.equal(await laws([...steps.slice(0, 2), { hours: 30, body: whole }]), [
    [0, 'governing_law', ireland],
    [30, 'governing_law', ireland],
  ]);
});

const apology = (parts: number): string =>
  Array.from(
    { length: parts },
    (_, at) => `<p>We are working on part ${at} of this site, and will be back before long.</p>`,
  ).join('');
const bare = (text: string): string => `<html lang="en"><body><h1>Terms</h1>${text}</body></html>`;
const emptied: readonly (readonly [name: string, body: string, over?: CaptureStep['over']])[] = [
  ['an error in its place', bare(apology(60))],
  ['an error between what all pages of the site have', bare(filler.slice(0, 3_000) + apology(20))],
  ['a parked domain', bare(apology(60)), { finalUrl: 'https://parked.example/', outcome: 'moved' }],
];
for (const [name, body, over = {}] of emptied) {
  test(`${name} takes no value away, however long it lasts`, async () => {
    const whole = page(law('Ireland'), fee('0.10'));
    const made = await captured([
      { hours: 0, body: whole },
      { hours: 24, body, over },
      ...[31, 60, 100, 24 * 60].map((hours): CaptureStep => ({ hours, body: null })),
      { hours: 24 * 61, body: body.replace('part 1 ', 'another part '), over },
      { hours: 24 * 62, body: page(law('Malta'), fee('0.10')) },
      { hours: 24 * 62 + 7, body: null },
    ]);
    assert.equal(
      fieldsOf(made).filter(([, field]) => field === 'governing_law'),
      [
        [0, 'governing_law', ireland],
        [24 * 62, 'governing_law', '{"law":"MT"}'],
        [24 * 62 + 7, 'governing_law', '{"law":"MT"}'],
      ],
    );
  });
}

const departed = async (...steps: readonly CaptureStep[]): Promise<readonly (readonly [number, string])[]> =>
  (await emittedBy(steps)).flatMap(([at, field, value]) => (value === null ? [[at, field] as const] : []));
const irish = law('Ireland');

test('of a text that replaces the earlier one, values count; what it lacks is gone only if others remain', async () => {
  const first: CaptureStep = { hours: 0, body: page(irish, fee('0.10')) };
  const replacedBy = (...parts: readonly string[]): readonly CaptureStep[] => [
    { hours: 24, body: bare(`${apology(60)}${parts.join('')}`) },
    { hours: 31, body: null },
  ];
  assert.equal(
    (await emittedBy([first, ...replacedBy(law('Malta'))])).filter(([at]) => at > 0),
    [[31, 'governing_law', '{"law":"MT"}']],
  );
  assert.equal(await departed(first, ...replacedBy(irish)), [[31, 'redemption_fee']]);
  const edited = [...replacedBy(law('Malta')), { hours: 48, body: bare(`${apology(61)}${law('Malta')}`) }];
  assert.equal(await departed(first, ...edited, { hours: 55, body: null }), []);
  const words = '<p>We may charge a redemption fee of another amount.</p>';
  assert.equal(await departed(first, ...replacedBy(words)), [], 'a passage that was left out is no value');
});

test('an error page that differs at each capture takes no value away', async () => {
  const steps = Array.from(
    { length: 12 },
    (_, at): CaptureStep => ({
      hours: 24 + at * 12,
      body: bare(`${apology(60)}<p>Request ${at * 7_919}.</p>`),
    }),
  );
  const first: CaptureStep = { hours: 0, body: page(irish, fee('0.10')) };
  assert.equal(await departed(first, ...steps), []);
  // The page that comes back without one of the values shows that this value is gone.
  const back: readonly CaptureStep[] = [
    { hours: 200, body: page(irish) },
    { hours: 207, body: null },
    { hours: 214, body: null },
  ];
  assert.equal([...new Set((await departed(first, ...steps, ...back)).map(([, field]) => field))], ['redemption_fee']);
});

test('a value that departed stays gone in the next text of the document, and is not confirmed by another one', async () => {
  const first: CaptureStep = { hours: 0, body: page(irish, fee('0.10')) };
  const without: CaptureStep = { hours: 24, body: page(irish) };
  assert.equal(await departed(first, without, { hours: 31, body: page(irish, '<p>Another clause is here.</p>') }), [
    [24, 'redemption_fee'],
    [31, 'redemption_fee'],
  ]);
  const others = [31, 40, 50].map((hours): CaptureStep => ({ hours, body: hours === 31 ? bare(apology(60)) : null }));
  assert.equal(await departed(first, without, ...others), [[24, 'redemption_fee']]);
});

test('a text on another site is believed with the second capture', async () => {
  const elsewhere = { finalUrl: 'https://other.example/terms', outcome: 'moved' };
  assert.equal(
    await emittedBy([
      { hours: 0, body: page(law('Ireland')) },
      { hours: 24, body: page(law('Malta')), over: elsewhere },
      { hours: 31, body: null },
    ]),
    [
      [0, 'governing_law', ireland],
      [31, 'governing_law', '{"law":"MT"}'],
    ],
  );
});

test('a failed capture and a source without a profile state nothing of fields', async () => {
  const failed = { outcome: 'http_error', measures: null, reading: null, sha256: null };
  const made = await captured([
    { hours: 0, body: page(law('Ireland')) },
    { hours: 24, body: page(law('Malta')), over: failed },
  ]);
  assert.equal(fieldsOf(made).length, 1);
  const captures = made.captures.map((one) => ({
    ...one,
    declared: one.declared.map((source) => ({ ...source, profile: null, profileSha256: null })),
  }));
  assert.equal(fieldsOf({ ...made, captures }), []);
});

test('other rules on the same bytes are another reader version, and no change', async () => {
  const made = await captured([{ hours: 0, body: page(law('Ireland')) }]);
  const [first] = made.captures;
  assert.ok(first);
  const again = {
    ...first,
    captureId: 'again',
    obtained: 'reread',
    declared: first.declared.map((one) => ({ ...one, profile: 'terms@ba9876543210' })),
  };
  const observations = observed({ ...made, captures: [first, again] }, memoryState());
  assert.equal(
    observations.map(({ field, extractorVersion }) => [field, extractorVersion.split('+')[2]]),
    [
      ['capture', undefined],
      ['governing_law', first.declared[0]?.profile],
      ['governing_law', 'terms@ba9876543210'],
    ],
  );
  const asset = fold();
  asset.outputs(declared(start - 1), declaredParty(start - 1));
  const changes = asset.changes(...observations).filter(({ field }) => field === 'governing_law');
  assert.ok(changes.every(({ explanation }) => explanation.kind === 'value_added'));
});

test('two assets of one document have facts of their own, and replay gives the same bytes', async () => {
  const made = await captured([
    { hours: 0, body: page(law('Ireland')) },
    { hours: 24, body: page(law('Malta')) },
  ]);
  const captures = made.captures.map((one) => ({
    ...one,
    declared: one.declared.flatMap((source) => [source, { ...source, assetId: 'a2' }]),
  }));
  const both = { ...made, captures };
  const [one, two] = [memoryState(), memoryState()];
  const observations = observed(both, one);
  assert.equal(
    observations.filter(({ field }) => field === 'governing_law').map((each) => each.assetId),
    [assetId, 'a2', assetId, 'a2'],
  );
  assert.equal(observed(both, two), observations);
  assert.is(one.dump(), two.dump());
});

test('the fold names the artifacts that it needs, and none for an unmodified document', async () => {
  const made = await captured([
    { hours: 0, body: page(law('Ireland')) },
    { hours: 24, body: null },
  ]);
  const state = memoryState();
  const needs = made.captures.map((capture) => {
    const found = discloseProcessor.artifactsOf?.(state, capture) ?? [];
    observed({ ...made, captures: [capture] }, state);
    return found.length;
  });
  assert.equal(needs, [2, 0]);
});

test.run();
