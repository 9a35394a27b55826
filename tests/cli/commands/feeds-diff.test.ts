import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fixturePath } from '../../support/fixture-path.ts';
import { attestry } from '../harness.ts';

const lei = (name: string): string => fixturePath('gleif-lei', name);

test('files of GLEIF are compared in full, offline', async () => {
  const { code, stdout, stderr } = await attestry(
    '--json',
    'feeds',
    'diff',
    'gleif-lei',
    lei('lei-updates-data2.xml'),
    lei('lei-updates-data2-new.xml'),
  );
  assert.is(code, 0, stderr);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(lines.at(-1), {
    counts: { added: 1, changed: 1, removed: 1, corrected: 0, editorial: 10, held: 0, rows: { old: 12, new: 12 } },
  });
  assert.equal(
    lines
      .filter(({ kind }) => kind === 'changed')
      .map(({ key, name, fields }) => [key, name, Object.keys(fields as object).sort()]),
    [
      [
        '00TR8NKAEL48RGTZEW89',
        'ESG DOMESTIC OPPORTUNITY OFFSHORE FUND LTD.',
        ['Entity.EntityStatus', 'Registration.LastUpdateDate', 'Registration.RegistrationStatus'],
      ],
    ],
  );
});

test('XML and JSON of the same records do not differ; an unreadable file is named', async () => {
  const same = await attestry('feeds', 'diff', 'gleif-lei', lei('lei-data.xml'), lei('lei-data.json'));
  assert.match(same.stdout, /added 0, changed 0, removed 0, corrected 0, editorial 0, held 0; rows 13 -> 13\n$/);
  const wrong = await attestry(
    'feeds',
    'diff',
    'gleif-lei',
    lei('lei-data.xml'),
    fixturePath('gleif-rr', 'rr-data.xml'),
  );
  assert.is(wrong.code, 1);
  assert.match(wrong.stderr, /rr-data\.xml holds the root element RelationshipData instead of LEIData/);
});

test.run();
