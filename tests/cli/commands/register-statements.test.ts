/** What rows of registers state of an issuer and its white papers, in `party add` and `asset add`. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEngine } from '../../../cli/engine/open-engine.ts';
import { appendOutputs } from '../../../cli/log/append-outputs.ts';
import { attestry, openWorkplace, silent, type Workplace } from '../harness.ts';
import { row as registerRow } from '../../pipeline/screening/harness.ts';

const lei = '969500OYUDADGZKCR583';
const other = '5493001KJTIIGC8Y1R12';
const decision = ['--by', 'Compliance', '--why', 'file 7 of 2026'] as const;
const token = ['--name', 'Example Euro', '--symbol', 'EXE', '--decimals', '6', '--yes'] as const;
const caip19 = (digit: number): string => `eip155:1/erc20:0x${String(digit).repeat(40)}`;

const test = suite<Workplace>('register statements');
test.before.each(async (place) => {
  Object.assign(place, await openWorkplace());
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
  await attestry('registry', 'list');
});
test.after.each(({ close }) => close());

type Line = Readonly<Record<string, unknown>>;

const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const exported = async (): Promise<readonly Line[]> => linesOf((await attestry('registry', 'export')).stdout);

interface Paper {
  readonly id: string;
  readonly url: string;
  readonly ffgs?: readonly string[];
  readonly status?: string;
  readonly register?: string;
}

/** Appends rows of a register of white papers about an LEI. */
async function publish({ config }: Workplace, papers: readonly Paper[]): Promise<void> {
  const engine = await openEngine(config, silent);
  try {
    await appendOutputs(
      engine,
      papers.map(({ id, url, ffgs = [], status = 'listed', register = 'esma-emtwp' }, at) => ({
        topic: 'register.rows',
        timestamp: 1_780_000_000_000,
        value: registerRow(id, {
          register,
          status,
          lei,
          ffgs,
          dtis: ['XT1BC0GKT'],
          asOf: 1_780_000_000_000 - at,
          columns: {
            ae_homeMemberState: 'DE',
            ae_lei_name: 'Example SAS',
            ae_lei: lei,
            ae_lei_cou_code: 'FR',
            ae_commercial_name: 'Example Coins',
            ae_website: 'https://issuer.example/',
            wp_url: url,
          },
        }),
      })),
    );
  } finally {
    await engine.close();
  }
}

test('party add takes name and country from the newest row of the LEI, and a file of GLEIF where none has it', async (place) => {
  await publish(place, [{ id: 'r1', url: 'https://issuer.example/paper.pdf' }]);
  const added = await attestry('party', 'add', lei);
  assert.is(added.code, 0, added.stderr);
  assert.match(added.stderr, 'as stated by register:esma-emtwp:r1');
  const [party] = await exported();
  assert.equal(
    [party?.['name'], party?.['legalName'], party?.['country'], party?.['aliases']],
    ['Example SAS', 'Example SAS', 'FR', ['Example Coins']],
  );
  const unknown = await attestry('party', 'add', other);
  assert.equal(
    [unknown.code, unknown.stderr.includes(`attestry party add ${other} --name NAME --country CC`)],
    [2, true],
  );
  const file = 'tests/fixtures/gleif-lei/lei-data.xml';
  const listed = '001GPB6A9XPE8XJICC14';
  const read = await attestry('party', 'add', listed, '--gleif', file);
  assert.is(read.code, 0, read.stderr);
  const [, second] = await exported();
  assert.equal([second?.['lei'], typeof second?.['name']], [listed, 'string']);
  const without = await attestry('party', 'add', other, '--gleif', file);
  assert.equal([without.code, without.stderr.includes('--name NAME --country CC')], [2, true]);
  assert.is((await attestry('party', 'add', other, '--gleif', 'nowhere.xml')).code, 2);
});

test('FD-1 asset add declares the issuer of an LEI and the only white paper that a register has of it', async (place) => {
  await publish(place, [
    { id: 'r1', url: 'https://issuer.example/paper.pdf', ffgs: ['1BCDFGHJK'] },
    { id: 'r2', url: 'https://issuer.example/old.pdf', status: 'removed' },
  ]);
  const added = await attestry(
    'asset',
    'add',
    caip19(1),
    '--issuer',
    lei,
    ...token,
    '--kyi',
    '--link',
    ...decision,
    '--json',
  );
  assert.is(added.code, 0, added.stderr);
  const [party, asset, ...more] = await exported();
  assert.equal(more, []);
  assert.equal([party?.['name'], (party?.['kyi'] as Line)['status']], ['Example SAS', 'verified']);
  assert.equal(asset?.['issuerId'], party?.['partyId']);
  assert.equal(
    [asset?.['whitepaperUrl'], asset?.['websiteUrl'], asset?.['regimes']],
    ['https://issuer.example/paper.pdf', 'https://issuer.example/', ['MICA_EMT']],
  );
  assert.equal(asset?.['sources'], [
    { sourceId: 'whitepaper', url: 'https://issuer.example/paper.pdf', kind: 'whitepaper', extractor: 'white-paper' },
  ]);
  assert.equal(asset?.['identifiers'], { dti: ['XT1BC0GKT'], ffg: ['1BCDFGHJK'], isin: [] });
  const [result] = linesOf(added.stdout);
  const [shown] = result?.['tokens'] as readonly { readonly origins: Readonly<Record<string, string>> }[];
  assert.equal(
    [shown?.origins['regimes'], shown?.origins['ffg'], shown?.origins['name']],
    ['register:esma-emtwp:r1', 'register:esma-emtwp:r1', 'option'],
  );
  assert.is((await attestry('asset', 'add', caip19(2), '--issuer', other, ...token)).code, 2);
});

test('several white papers are numbered and none is taken, until a number takes one', async (place) => {
  await publish(place, [
    { id: 'r1', url: 'https://issuer.example/one.pdf', ffgs: ['1BCDFGHJK'] },
    { id: 'r2', url: 'https://issuer.example/two.pdf', register: 'esma-other' },
  ]);
  const added = await attestry('asset', 'add', caip19(1), '--issuer', lei, ...token);
  assert.is(added.code, 0, added.stderr);
  assert.match(
    added.stderr,
    '2 white papers of the issuer, none taken; --whitepaper N takes one: 1 https://issuer.example/one.pdf (MICA_EMT, FFG 1BCDFGHJK); 2 https://issuer.example/two.pdf (MICA_OTHER)',
  );
  const members = async (): Promise<unknown> => {
    const [, asset] = await exported();
    return [asset?.['whitepaperUrl'], asset?.['regimes']];
  };
  assert.equal(await members(), [null, []]);
  const beyond = await attestry('asset', 'add', caip19(1), '--whitepaper', '3', '--yes');
  assert.equal([beyond.code, beyond.stderr.includes('--whitepaper 3: 1 https://')], [2, true]);
  assert.is((await attestry('asset', 'add', caip19(1), '--whitepaper', '2', '--yes')).code, 0);
  assert.equal(await members(), ['https://issuer.example/two.pdf', ['MICA_OTHER']]);
});

test('documents and roles are added, and what is declared is taken away by its name', async () => {
  await attestry('party', 'add', 'Bank Ltd', '--country', 'GB');
  const documents = ['--document', 'terms=https://issuer.example/terms', 'page=https://issuer.example/?a=b'];
  const added = await attestry(
    ...['asset', 'add', caip19(1), ...token, ...documents, '--role', 'custodian=Bank Ltd', '--token', 'exe'],
    ...['--website', 'https://issuer.example/', '--regime', 'MICA_EMT'],
  );
  assert.is(added.code, 0, added.stderr);
  const [party, asset] = await exported();
  assert.equal(asset?.['sources'], [
    { sourceId: 'terms-1', url: 'https://issuer.example/terms', kind: 'terms', extractor: 'terms' },
    { sourceId: 'page-1', url: 'https://issuer.example/?a=b', kind: 'page', extractor: 'page' },
  ]);
  assert.equal(asset?.['parties'], [{ partyId: party?.['partyId'], role: 'custodian' }]);
  const again = await attestry(
    'asset',
    'add',
    caip19(1),
    ...documents,
    '--role',
    'custodian=Bank Ltd',
    '--yes',
    '--json',
  );
  assert.is(linesOf(again.stdout)[0]?.['appended'], 0);
  const less = ['--unset', 'website', 'regime', 'token', 'role', 'document'];
  assert.is((await attestry('asset', 'add', caip19(1), ...less, '--yes')).code, 0);
  const [, bare] = await exported();
  assert.equal(
    [bare?.['websiteUrl'], bare?.['regimes'], bare?.['token'], bare?.['parties'], bare?.['sources']],
    [null, [], null, [], []],
  );
  for (const [options, sentence] of [
    [['--document', 'https://issuer.example/'], /--document takes one of whitepaper|takes a name, = and a value/],
    [['--document', 'blog=https://issuer.example/'], /--document takes one of whitepaper, terms, report, page/],
    [['--role', 'issuer=Bank Ltd'], /the issuer is named by --issuer/],
    [['--role', 'owner=Bank Ltd'], /--role takes one of issuer, co_issuer/],
    [['--role', 'custodian=Nobody'], /no party "Nobody" is registered/],
    [['--unset', 'name'], /--unset takes one of website/],
    [['--unset', 'website', '--website', 'https://a.example/'], /--website and --unset website contradict each other/],
  ] as const) {
    const refused = await attestry('asset', 'add', caip19(1), ...options, '--yes');
    assert.is(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, sentence);
  }
});

test.run();
