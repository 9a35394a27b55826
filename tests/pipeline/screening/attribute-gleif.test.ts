import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { leiColumns } from '../../../pipeline/publishers/gleif/lei-records.ts';
import { relationshipColumns } from '../../../pipeline/registers/gleif-columns.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { RegisterColumnValue, RegisterListedValue } from '../../../schemas/facts.ts';
import type { RegisterRow } from '../../../schemas/generated/records.ts';
import { drive, observationsIn, row, statedIn, subject } from './harness.ts';

const lei = '5493001KJTIIGC8Y1R12';
const attribute = () => drive(createAttribute({ registers: feeds }));

const record = (given: Partial<RegisterRow> = {}, columns: Readonly<Record<string, string>> = {}): RegisterRow =>
  row('r', {
    register: 'gleif-lei',
    lei,
    columns: {
      [leiColumns.lei]: lei,
      [leiColumns.legalName]: 'Circle Europe SAS',
      [leiColumns.registrationStatus]: 'ISSUED',
      ...columns,
    },
    ...given,
  });

for (const roles of [['issuer'], ['custodian', 'trustee'], ['auditor']]) {
  test(`a record of GLEIF belongs to an asset that names the LEI for its ${roles.join(' and ')}`, () => {
    const { row: apply, subjects } = attribute();
    subjects('asset', [subject('lei', lei, { roles })]);
    const stated = statedIn(apply(record(), 200));
    const listed = stated['listed'] as RegisterListedValue;
    assert.equal(
      [listed.matchedBy, listed.roles, listed.token, listed.entity, listed.polarity],
      ['party', roles, lei, 'Circle Europe SAS', 'identity'],
    );
    assert.is((stated[leiColumns.registrationStatus] as RegisterColumnValue).matchedBy, 'party');
  });
}

test('a record of another LEI, or of a token, matches no asset', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [subject('lei', '969500OYUDADGZKCR583'), subject('dti', lei, { roles: ['token'] })]);
  assert.equal(apply(record(), 200), []);
});

test('the name carries earlier names, the status the successor of the same record', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [subject('lei', lei)]);
  const stated = statedIn(
    apply(
      record(
        {},
        { [leiColumns.previousNames]: 'B SAS | A SAS', [leiColumns.successor]: '969500OYUDADGZKCR583 Next SA' },
      ),
      200,
    ),
  );
  assert.equal((stated[leiColumns.legalName] as RegisterColumnValue).formerly, ['A SAS', 'B SAS']);
  assert.is((stated[leiColumns.registrationStatus] as RegisterColumnValue).successor, '969500OYUDADGZKCR583 Next SA');
  assert.equal((stated[leiColumns.previousNames] as RegisterColumnValue).items, ['A SAS', 'B SAS']);
});

test('relationships are facts of the child, in rows of their own', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [subject('lei', lei)]);
  const columns = {
    [relationshipColumns.start]: lei,
    [relationshipColumns.type]: 'IS_DIRECTLY_CONSOLIDATED_BY',
    [relationshipColumns.end]: '969500OYUDADGZKCR583',
    [relationshipColumns.status]: 'ACTIVE',
  };
  const outputs = apply(row('r', { register: 'gleif-rr', lei, columns }), 200);
  assert.ok(
    observationsIn(outputs).every(
      ({ sourceKey, subjectKind }) => `${sourceKey} ${subjectKind}` === 'register:gleif-rr register_row',
    ),
  );
  const stated = statedIn(outputs);
  assert.equal(
    [(stated['listed'] as RegisterListedValue).polarity, (stated[relationshipColumns.end] as RegisterColumnValue).text],
    ['relation', '969500OYUDADGZKCR583'],
  );
});

test('a record that is no longer requested closes without a reading; one that GLEIF removed emits its end', () => {
  const { row: apply, subjects, matches } = attribute();
  subjects('asset', [subject('lei', lei)]);
  apply(record(), 200);
  assert.is(matches('gleif-lei:r').length, 1);
  assert.equal(observationsIn(apply(record({ status: 'removed', event: 'released', asOf: 300 }), 300)), []);
  assert.is(matches('gleif-lei:r').length, 0);
  apply(record({ asOf: 400 }), 400);
  const gone = statedIn(apply(record({ status: 'removed', event: 'removed', asOf: 500 }), 500));
  assert.is((gone['listed'] as RegisterListedValue).status, 'removed');
});

test.run();
