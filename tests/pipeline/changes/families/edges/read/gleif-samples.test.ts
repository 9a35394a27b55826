/** Published samples of GLEIF: every child as the issuer of an asset, over files of relationships. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { feeds } from '../../../../../../pipeline/publishers/feeds.ts';
import { relationshipColumns } from '../../../../../../pipeline/registers/gleif-columns.ts';
import { createAttribute } from '../../../../../../pipeline/screening/attribute.ts';
import { gleifIngest } from '../../../../ingest/gleif-harness.ts';
import { fixture, rowsOf } from '../../../../publishers/gleif/files.ts';
import { assessed, at } from '../../../builders.ts';
import { watch } from '../../../watched-asset.ts';

const dates = ['2026-01-01', '2026-01-08', '2026-01-15'] as const;

/** The changes of each child of the files, with the parents that it is linked to after the last one. */
async function over(...files: readonly string[]): Promise<readonly string[]> {
  const stated = await Promise.all(files.map((file) => rowsOf('gleif-rr', fixture('gleif-rr', file))));
  const children = [...new Set(stated.flat().map((row) => row[relationshipColumns.start] ?? ''))].sort();
  const lines: string[] = [];
  for (const lei of children) {
    const ingest = gleifIngest('gleif-rr');
    const watched = watch(createAttribute({ registers: feeds }), {
      asset: {},
      party: { lei },
      since: at('2025-01-01'),
    });
    for (const [index, file] of files.entries()) {
      const date = dates[index] ?? '';
      const { rows, run } = await ingest.run(fixture('gleif-rr', file), children, date);
      assert.is(run.status, 'accepted', file);
      const outputs = rows.map((value) => ({ topic: 'register.rows', value, timestamp: at(date) }) as const);
      for (const change of watched.rows(outputs)) {
        lines.push(`${lei} ${String(index)} ${change.subjectKey} ${assessed(change)} ${change.disposition}`);
      }
    }
    const linked = watched.subjects().filter(({ roles }) => roles.some((role) => role.startsWith('linked:')));
    lines.push(...linked.map(({ value, roles }) => `${lei} linked ${value} ${roles.join(' ')}`));
  }
  return lines;
}

const linked = {
  bond: '097900BHF50000076475 linked 549300JB1P61FUTPEZ75 linked:parent',
  both: '097900BJGO0000201513 linked 9845002B9874D50A4531 linked:parent linked:ultimate_parent',
  middle: '2138002YAB7Z9KO21397 linked 984500501A1B1045PB30 linked:parent linked:ultimate_parent',
} as const;

test('the first file of relationships links parents and reports no change', async () => {
  assert.equal(await over('rr-updates-data2.xml'), [
    ...[linked.bond, linked.both, linked.middle],
    '98450051BS9C610A8T78 linked 2138002YAB7Z9KO21397 linked:parent',
    '98450051BS9C610A8T78 linked 984500501A1B1045PB30 linked:parent linked:ultimate_parent',
  ]);
});

test('a record that is marked as deleted ends one relationship; other edited dates are nothing', async () => {
  assert.equal(await over('rr-updates-data2.xml', 'rr-updates-data2-new.xml'), [
    ...[linked.bond, linked.both, linked.middle],
    '98450051BS9C610A8T78 1 ultimate_parent:lei:984500501A1B1045PB30 edge_removed/unassessed governance:unassessed shown',
    '98450051BS9C610A8T78 linked 2138002YAB7Z9KO21397 linked:parent',
    '98450051BS9C610A8T78 linked 984500501A1B1045PB30 linked:parent',
  ]);
});

test('each relationship that a later file adds is one change, without those of the parents that it adds with them', async () => {
  const strengthens = 'edge_added/strengthens transparency:strengthens shown';
  assert.equal(await over('rr-data.xml', 'rr-updates-data2.xml'), [
    '010CMKZ3VON21WF2ZD45 linked 3C7474T6CDKPR9K6YT90 linked:ultimate_parent',
    '010CMKZ3VON21WF2ZD45 linked ZZG38T0MDR3QY1ETUA76 linked:parent',
    `097900BHF50000076475 1 parent:lei:549300JB1P61FUTPEZ75 ${strengthens}`,
    linked.bond,
    `097900BJGO0000201513 1 parent:lei:9845002B9874D50A4531 ${strengthens}`,
    `097900BJGO0000201513 1 ultimate_parent:lei:9845002B9874D50A4531 ${strengthens}`,
    linked.both,
    `2138002YAB7Z9KO21397 1 parent:lei:984500501A1B1045PB30 ${strengthens}`,
    `2138002YAB7Z9KO21397 1 ultimate_parent:lei:984500501A1B1045PB30 ${strengthens}`,
    linked.middle,
    `98450051BS9C610A8T78 1 parent:lei:2138002YAB7Z9KO21397 ${strengthens}`,
    `98450051BS9C610A8T78 1 ultimate_parent:lei:984500501A1B1045PB30 ${strengthens}`,
    '98450051BS9C610A8T78 linked 2138002YAB7Z9KO21397 linked:parent',
    '98450051BS9C610A8T78 linked 984500501A1B1045PB30 linked:parent linked:ultimate_parent',
  ]);
});

test.run();
