import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import { attestry } from '../harness.ts';

test('attestry fields: arguments are refused', async () => {
  assert.is((await attestry('fields', 'redemption_fee')).code, 2);
});

test('attestry fields --json: the catalogue, and nothing else', async () => {
  const { code, stdout, stderr } = await attestry('fields', '--json');
  assert.equal([code, stderr], [0, '']);
  assert.equal(JSON.parse(stdout), JSON.parse(JSON.stringify(disclosureFields)));
});

test('attestry fields: a block for every field, in words', async () => {
  const { code, stdout } = await attestry('fields');
  assert.is(code, 0);
  const blocks = stdout.trimEnd().split('\n\n');
  assert.is(blocks.length, disclosureFields.length);
  assert.equal(blocks[3]?.split('\n'), [
    '4. Redemption fee (redemption_fee)',
    '   group               redemption',
    '   states              what is charged on a redemption',
    '   matters             It is taken off what a holder gets back.',
    '   value               {bps: decimal}',
    '   example             {"bps":"10"}',
    '   compared            lower is better, in basis points',
    '   dimensions          redemption, cost',
    '   protective          at most 0 basis points',
    '   MICA_EMT, MICA_ART  becomes above 0 basis points: weakens legal_standing. MiCA provides that redemption by holders is not subject to a fee (articles 39 and 49).',
    '   stated in           MiCA table 3 G.3; terms',
  ]);
});

test.run();
