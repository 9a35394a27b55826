/** Parties that are the same by the identifiers of one reading, and others by those of another reading. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldFold, reading } from './field-harness.ts';

const [one, two] = ['0000EXAMPLEISSUER076', '0000EXAMPLEOTHERS080'];

type Party = Readonly<Record<string, string>>;

const named = (given: Party = {}): Party => ({ name: 'Example Europe SAS', ...given });
const issuer = (hours: number, party: Party) =>
  reading(hours, 'A', { field: 'issuer_identity', value: party, quote: `The issuer: ${JSON.stringify(party)}` });
const custodians = (hours: number, ...parties: readonly Party[]) =>
  reading(hours, 'A', { field: 'reserve_custodians', value: { parties }, quote: JSON.stringify(parties) });

const draft = (hours: number, number: number): string => `${hours} #${number}.0 value_changed/changed draft`;
const established = (hours: number, number: number): string =>
  `${hours} #${number}.1 value_changed/changed confirmed material, notable`;
const otherwise = (hours: number, number: number): string =>
  `${hours} #${number}.0 wording_changed/changed confirmed clarification`;

test('LEI 1, no LEI, LEI 2 under one name: another issuer, compared with the reading that stated LEI 1', () => {
  const folding = fieldFold();
  const readings = [
    issuer(0, named({ lei: one })),
    issuer(100, named()),
    issuer(200, named()),
    issuer(300, named({ lei: two })),
    issuer(310, named({ lei: two })),
  ];
  assert.equal(folding.raised(...readings), [otherwise(100, 1), draft(300, 2), established(310, 2)]);
  const change = fieldFold()
    .changes(...readings)
    .at(-1);
  assert.is(change?.direction, 'mixed');
  assert.is(change?.oldObservationId, readings[0]?.id);
  assert.match(change?.detail ?? '', new RegExp(`from Example Europe SAS \\(LEI ${one}\\) to .*LEI ${two}`));
});

test('LEI 1, no LEI, LEI 1: the same issuer throughout', () => {
  const readings = [issuer(0, named({ lei: one })), issuer(100, named()), issuer(300, named({ lei: one }))];
  assert.equal(fieldFold().raised(...readings), [otherwise(100, 1), otherwise(300, 2)]);
});

test('an issuer without an LEI is followed by its registration number', () => {
  const number = (registrationNumber: string) => named({ country: 'FR', registrationNumber });
  const readings = [issuer(0, number('1')), issuer(100, named({ country: 'FR' })), issuer(200, number('2'))];
  assert.equal(fieldFold().raised(...readings), [otherwise(100, 1), draft(200, 2)]);
});

test('a name alone confirms neither the new issuer nor the earlier one', () => {
  const readings = [
    issuer(0, named({ lei: one })),
    issuer(100, named({ lei: two })),
    issuer(110, named()),
    issuer(120, named({ lei: two })),
  ];
  assert.equal(fieldFold().raised(...readings), [draft(100, 1), established(120, 1)]);
});

test('identifiers from before a withdrawn draft are still known', () => {
  const readings = [
    issuer(0, named({ lei: one })),
    issuer(100, named()),
    issuer(200, { name: 'Somebody Else SA' }),
    issuer(210, named()),
    issuer(300, named({ lei: two })),
  ];
  assert.equal(fieldFold().raised(...readings), [
    otherwise(100, 1),
    draft(200, 2),
    '210 #2.1 value_changed/corrected withdrawn',
    draft(300, 3),
  ]);
});

test('one of several custodians whose LEI is another', () => {
  const other: Party = { name: 'Sample Bank AG', country: 'DE' };
  const readings = [
    custodians(0, named({ lei: one }), other),
    custodians(100, named(), other),
    custodians(200, named({ lei: two }), other),
  ];
  assert.equal(fieldFold().raised(...readings), [otherwise(100, 1), draft(200, 2)]);
});

test('another name of the same LEI, a country, an LEI: named otherwise, neutral, and the text states it', () => {
  const steps: readonly (readonly [Party, Party])[] = [
    [named({ lei: one }), { name: 'Beispiel SE', lei: one }],
    [named(), named({ country: 'FR' })],
    [named(), named({ lei: one })],
  ];
  for (const [before, after] of steps) {
    const [change, ...others] = fieldFold().changes(issuer(0, before), issuer(100, after));
    assert.is(others.length, 0);
    assert.equal([change?.direction, change?.notableAt], ['neutral', null]);
    assert.match(change?.detail ?? '', /names the issuer otherwise\. Before: .* Now: .* it is the same\.$/);
    assert.match(change?.assessment.reason ?? '', /^What both values name is the same, by the strongest identifier/);
  }
});

test('another spelling of the name, or order of the list, is editorial', () => {
  const [change] = fieldFold().changes(issuer(0, named()), issuer(100, { name: 'EXAMPLE EUROPE SAS' }));
  assert.is(change?.materiality, 'editorial');
  assert.match(change?.detail ?? '', /only spelling, punctuation or layout differ/);
});

test('one name in two countries is two issuers', () => {
  const [change] = fieldFold().changes(issuer(0, named({ country: 'FR' })), issuer(100, named({ country: 'DE' })));
  assert.match(change?.assessment.reason ?? '', /^What the two values name is not the same\./);
});

test.run();
