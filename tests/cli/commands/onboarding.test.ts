/** From an empty registry to declared, linked and withdrawn tokens, by commands; the chain is a real node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assetIdOf } from '../../../schemas/values/registry-ids.ts';
import { serveAsChain } from '../../support/chain/as-chain.ts';
import { openTestChain, type TestChain } from '../../support/chain/contracts.ts';
import { attestry, openWorkplace, type Workplace } from '../harness.ts';

interface Context extends Workplace {
  chain: TestChain;
  token: string;
}

const lei = '969500OYUDADGZKCR583';
const decision = ['--by', 'Compliance', '--why', 'file 7 of 2026'] as const;

const test = suite<Context>('onboarding');
test.before(async (context) => {
  context.chain = await openTestChain();
  const token = await context.chain.deploy('OwnedToken', context.chain.keys[0] ?? '');
  await context.chain.finalize();
  context.token = token.shown;
});
test.before.each(async (context) => {
  Object.assign(context, await openWorkplace());
  process.env['ATTESTRY_DATA_DIR'] = context.config.dataDir;
  process.env['ATTESTRY_RPC_ETHEREUM'] = `own=${context.chain.anvil.url}`;
  process.env['ATTESTRY_RPC_RATE'] = 'off';
});
test.after.each(async ({ close }) => {
  delete process.env['ATTESTRY_RPC_ETHEREUM'];
  delete process.env['ATTESTRY_RPC_BASE'];
  delete process.env['ATTESTRY_RPC_RATE'];
  await close();
});

const exported = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await attestry('registry', 'export')).stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

async function done(...line: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { code, stdout, stderr } = await attestry(...line, '--json');
  assert.is(code, 0, `${line.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

test('FD-2 FD-3 a token is added by its address alone; again nothing is appended, and the printed lines are the same', async ({
  token,
}) => {
  const caip19 = `eip155:1/erc20:${token}`;
  const printed = await attestry('asset', 'add', token.toLowerCase(), '--print');
  assert.is(printed.code, 0, printed.stderr);
  assert.equal(await exported(), []);
  const added = await done('asset', 'add', token.toLowerCase(), '--yes');
  assert.equal(added['assets'], [{ assetId: assetIdOf(caip19), isNew: true }]);
  const [line] = await exported();
  assert.equal([line?.['assetId'], line?.['address'], line?.['issuerId']], [assetIdOf(caip19), token, null]);
  for (const [member, value] of Object.entries(JSON.parse(printed.stdout) as object)) {
    assert.equal(line?.[member], value, member);
  }
  const again = await done('asset', 'add', caip19, '--yes');
  assert.equal([again['appended'], again['unchanged']], [0, [assetIdOf(caip19)]]);
  const renamed = await done('asset', 'add', `https://etherscan.io/token/${token}`, '--name', 'Renamed', '--yes');
  assert.equal(renamed['assets'], [{ assetId: assetIdOf(caip19), isNew: false }]);
  assert.equal(
    (await exported()).map((one) => one['name']),
    ['Renamed'],
  );
});

test('FD-4 what cannot be declared is refused with exit 2, and nothing is appended', async ({ token, chain }) => {
  process.env['ATTESTRY_RPC_BASE'] = `own=${chain.anvil.url}`;
  const refusals: readonly (readonly [line: readonly string[], code: number, text: RegExp])[] = [
    [[`eip155:1/erc20:${token}`, '--decimals', '5'], 2, /decimals on its chain, not 5/],
    [[`eip155:1/erc20:0x${'1'.repeat(40)}`], 2, /has no contract at the finalized block \d+/],
    [
      ['eip155:5/erc20:0x1111111111111111111111111111111111111111'],
      2,
      /is on eip155:5, which is not supported; there are ethereum, base/,
    ],
    [[token, '--chain', 'goerli'], 2, /--chain takes one of ethereum/],
    [[`0x${'1'.repeat(40)}`, '--chain', 'plume'], 1, /ATTESTRY_RPC_PLUME|provider/],
    [['nonsense'], 2, /^"nonsense" names no token by CAIP-19/],
    [[`eip155:1/erc20:${token}`, '--issuer', 'Nowhere Ltd'], 2, /no party "Nowhere Ltd" is registered/],
  ];
  for (const [line, code, text] of refusals) {
    const refused = await attestry('asset', 'add', ...line, '--yes');
    assert.is(refused.code, code, `${line.join(' ')}: ${refused.stderr}`);
    assert.match(refused.stderr, text);
  }
  assert.is((await attestry('asset', 'add', token)).code, 2);
  assert.equal(await exported(), []);
});

test('FD-4 an address with a contract on two chains needs its chain', async ({ token, chain }) => {
  const second = await serveAsChain(chain.anvil, 8453);
  process.env['ATTESTRY_RPC_BASE'] = `own=${second.url}`;
  const asked = await attestry('asset', 'add', token, '--yes');
  await second.close();
  assert.equal(
    [asked.code, asked.stderr.includes(`${token} has a contract on ethereum, base: give --chain`)],
    [2, true],
    asked.stderr,
  );
  assert.equal(await exported(), []);
});

test('FD-4 where a node is silent, an address needs its chain, and a token what the chain would state', async ({
  token,
}) => {
  process.env['ATTESTRY_RPC_BASE'] = 'silent=http://127.0.0.1:9';
  const asked = await attestry('asset', 'add', token, '--yes');
  assert.equal([asked.code, asked.stderr.includes('base did not answer: give --chain')], [1, true], asked.stderr);
  const stated = ['--chain', 'base', '--name', 'Example', '--symbol', 'EXE'];
  const without = await attestry('asset', 'add', token, ...stated, '--yes');
  assert.equal([without.code, without.stderr.includes('; give --decimals')], [1, true], without.stderr);
  assert.equal(await exported(), []);
  const added = await attestry('asset', 'add', token, ...stated, '--decimals', '6', '--yes');
  assert.is(added.code, 0, added.stderr);
  assert.match(added.stderr, `not compared with its chain: eip155:8453/erc20:${token}`);
  assert.is((await exported()).length, 1);
});

test('FD-5 an issuer is named, then linked: the registry states who decided and why', async ({ token }) => {
  await done('party', 'add', lei, '--name', 'Example SAS', '--country', 'FR');
  await done('party', 'kyi', lei, 'verified', ...decision, '--kyb', '--evidence', 'https://issuer.example/kyi');
  await done('asset', 'add', token, '--issuer', lei, '--yes');
  const states = async (): Promise<unknown> =>
    /"state":"[^"]*"/.exec((await attestry('registry', 'list', '--json')).stdout)?.[0];
  assert.is(await states(), '"state":"named"');
  const nameless = await attestry('asset', 'link', token, '--by', 'Compliance');
  assert.is(nameless.code, 2);
  const unknown = await attestry('asset', 'link', token, ...decision, '--evidence', 'register:esma-emtwp:none');
  assert.equal([unknown.code, unknown.stderr.includes('no register row has this id')], [2, true]);
  const linked = await done('asset', 'link', token, ...decision);
  assert.match(JSON.stringify(linked['notes']), /becomes public/);
  assert.is(await states(), '"state":"public"');
  const [party, asset] = await exported();
  assert.equal(party?.['vouched'], {
    by: 'Compliance',
    why: 'file 7 of 2026',
    evidence: ['https://issuer.example/kyi'],
  });
  assert.equal([asset?.['issuerId'], asset?.['parties']], [party?.['partyId'], []]);
  assert.equal(asset?.['vouched'], { by: 'Compliance', why: 'file 7 of 2026', evidence: [] });
  assert.equal((await done('asset', 'link', token, ...decision))['assetIds'], []);
  await done('asset', 'withdraw', token, ...decision);
  assert.is(await states(), '"state":"withdrawn"');
  await done('asset', 'restore', token, ...decision);
  await done('asset', 'unlink', token, ...decision);
  assert.is(await states(), '"state":"named"');
  assert.equal((await exported()).at(-1)?.['parties'], [{ partyId: party?.['partyId'], role: 'issuer' }]);
});

test('FD-1 FD-3 one command names, verifies and links the issuer, and its printed lines are the same', async ({
  token,
}) => {
  await done('party', 'add', lei, '--name', 'Example SAS');
  const vouching = ['--issuer', lei, '--link', '--kyi', ...decision];
  const refused = await attestry('asset', 'add', token, '--link', ...decision, '--yes');
  assert.equal([refused.code, refused.stderr.includes('give --issuer')], [2, true]);
  assert.is((await attestry('asset', 'add', token, '--issuer', lei, '--link', '--yes')).code, 2);
  const added = await done('asset', 'add', token, ...vouching, '--yes');
  assert.equal([added['appended'], (added['notes'] as readonly { kind: string }[])[0]?.kind], [2, 'becomes_public']);
  const [row] = JSON.parse((await attestry('registry', 'list', '--public', '--json')).stdout) as readonly object[];
  assert.match(JSON.stringify(row), /"issuer":"Example SAS","public":true/);
  assert.is((await done('asset', 'add', token, ...vouching, '--yes'))['appended'], 0);
  await done('asset', 'unlink', token, ...decision);
  const printed = await attestry('asset', 'add', token, ...vouching, '--print');
  assert.match(printed.stdout, /"vouched":\{"by":"Compliance"/);
});

test('a plain list has no names: without --read nothing is imported, with it the chain states them', async ({
  token,
  config,
}) => {
  await attestry('registry', 'export');
  const path = join(config.dataDir, 'tokens.txt');
  writeFileSync(path, `# mine\nhttps://etherscan.io/token/${token} # the token\n`);
  const bare = await attestry('registry', 'import', path);
  assert.equal([bare.code, bare.stderr.includes('tokens.txt: line 2: name: is missing')], [1, true]);
  const none = `0x${'1'.repeat(40)}`;
  writeFileSync(path, `${token}\n${none}\n`);
  const missing = await attestry('registry', 'import', path, '--chain', 'ethereum', '--read');
  assert.equal([missing.code, missing.stderr.includes('line 2: name: is missing')], [1, true]);
  assert.match(missing.stderr, /0x1{40} has no contract at the finalized block/);
  assert.equal(await exported(), []);
  writeFileSync(path, `${token}\n`);
  assert.is((await done('registry', 'import', path, '--chain', 'ethereum', '--read'))['assets'], 1);
  const [line] = await exported();
  const printed = await attestry('asset', 'add', token, '--dry-run', '--json');
  assert.is(printed.code, 0);
  assert.equal([typeof line?.['name'], line?.['address']], ['string', token]);
});

test('a party that is registered by name is not declared a second time by its LEI', async () => {
  const named = await done('party', 'add', 'Example  SAS', '--country', 'FR');
  const refused = await attestry('party', 'add', lei, '--name', 'example sas');
  assert.is(refused.code, 2);
  assert.match(
    refused.stderr,
    new RegExp(`registered without ${lei}: attestry party add ${lei} --party ${String(named['partyId'])}`),
  );
  assert.is((await done('party', 'add', lei, '--party', String(named['partyId'])))['partyId'], named['partyId']);
  assert.equal((await done('party', 'add', lei))['appended'], 0);
  assert.match((await attestry('party', 'add', '5493001KJTIIGC8Y1R12')).stderr, /--name NAME --country CC/);
});

test('FD-6 a list is imported with its chain skipped, changed only by --update, and checked by --dry-run', async ({
  config,
}) => {
  const address = `0x${'2'.repeat(40)}`;
  const list = (name: string): string => {
    const path = join(config.dataDir, 'list.json');
    const token = { chainId: 1, address, name, symbol: 'EX', decimals: 6 };
    writeFileSync(path, JSON.stringify({ name: 'List', tokens: [token, { ...token, chainId: 42 }] }));
    return path;
  };
  await attestry('registry', 'export');
  const dry = await done('registry', 'import', list('Example'), '--dry-run');
  assert.equal([dry['assets'], dry['dryRun'], await exported()], [1, true, []]);
  const first = await attestry('registry', 'import', list('Example'), '--json');
  assert.match(first.stderr, /skipped 1 of 2: chain \d+ \(1\) not supported/);
  assert.is((await done('registry', 'import', list('Example')))['unchanged'], 1);
  const differs = await attestry('registry', 'import', list('Other'));
  assert.match(
    differs.stderr,
    /tokens\[0\] EX: name is registered as "Example", stated as "Other"; --update changes it/,
  );
  assert.is((await done('registry', 'import', list('Other'), '--update'))['assets'], 1);
  assert.equal(
    (await exported()).map((one) => one['name']),
    ['Other'],
  );
  const strict = await attestry('registry', 'import', list('Other'), '--strict');
  assert.equal([strict.code, strict.stderr.includes('list.json: 1 of chain ')], [1, true]);
  const shown = await attestry('registry', 'show', address, '--json');
  assert.is((JSON.parse(shown.stdout) as { readonly slug: string }).slug, 'ex-ethereum');
  const unknown = await attestry('registry', 'show', 'EX');
  assert.is(unknown.code, 2);
  assert.match(unknown.stderr, 'nothing is registered as "EX": attestry registry find searches names and tickers');
});

const sameName = (n: number): object => ({
  chainId: 1,
  address: `0x${String(n).repeat(40)}`,
  name: 'Same',
  symbol: `SA${n}`,
  decimals: 6,
});

async function importList(directory: string, ...options: readonly string[]): Promise<void> {
  const path = join(directory, 'same.json');
  writeFileSync(path, JSON.stringify({ tokens: [sameName(2), sameName(3)] }));
  await done('registry', 'import', path, ...options);
}

test('FD-9 registry find reads words and identifiers as the search does, of assets that are not public, too', async ({
  config,
}) => {
  await done('party', 'add', lei, '--name', 'Example Internet SAS');
  await importList(config.dataDir, '--issuer', lei);
  const found = async (...words: readonly string[]): Promise<unknown> => {
    const { readAs, assets } = await done('registry', 'find', ...words);
    return [readAs, (assets as readonly { readonly symbol: string }[]).map(({ symbol }) => symbol)];
  };
  assert.equal(await found('sa2'), ['words', ['SA2']]);
  assert.equal(await found('same', 'on', 'ethereum'), ['words', ['SA2', 'SA3']]);
  assert.equal(await found('internet'), ['words', ['SA2', 'SA3']]);
  assert.equal(await found(lei), ['lei', ['SA2', 'SA3']]);
  assert.equal(await found(`https://etherscan.io/token/0x${'3'.repeat(40)}`), ['address', ['SA3']]);
  assert.match(
    (await attestry('registry', 'find', 'nothing')).stdout,
    'No token found for “nothing”. Try its address.',
  );
  assert.match((await attestry('registry', 'find', `0x${'9'.repeat(40)}`)).stdout, 'Not in this registry.');
  assert.is((await attestry('registry', 'find', 'x'.repeat(201))).code, 2);
});

test('an asset is named by slug, address or exact name; an ambiguous one exits 2 with the candidates', async ({
  config,
}) => {
  await done('party', 'add', lei, '--name', 'Example SAS');
  await importList(config.dataDir, '--issuer', lei);
  const watch = (ref: string): ReturnType<typeof attestry> =>
    attestry('watch', 'add', '--tenant', assetIdOf('none'), '--asset', ref);
  process.env['ATTESTRY_DOCUMENTS_CONTACT'] = 'mailto:a@b.example';
  try {
    for (const ref of ['same', lei]) {
      for (const refused of [
        await watch(ref),
        await attestry('documents', 'suggest', ref),
        await attestry('registry', 'logo', '--fetch', ref),
      ]) {
        assert.is(refused.code, 2, refused.stderr);
        assert.match(
          refused.stderr,
          new RegExp(`"${ref}" names 2 assets: eip155:1/erc20:0x2{40}, eip155:1/erc20:0x3{40}`),
        );
      }
    }
    assert.match((await attestry('documents', 'suggest', 'sa2-ethereum')).stderr, 'sa2-ethereum declares no website');
    assert.match((await attestry('registry', 'logo', '--fetch', `0x${'2'.repeat(40)}`)).stderr, 'for sa2-ethereum');
  } finally {
    delete process.env['ATTESTRY_DOCUMENTS_CONTACT'];
  }
});

test('FD-5 the history of an asset names who decided, why and what changed; its lines declare it elsewhere', async ({
  config,
}) => {
  await done('party', 'add', lei, '--name', 'Example SAS');
  await importList(config.dataDir, '--issuer', lei);
  await done('asset', 'link', 'sa2-ethereum', ...decision);
  const { code, stdout } = await attestry('registry', 'show', 'sa2-ethereum', '--history', '--json');
  assert.is(code, 0);
  const [linked, first] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  assert.equal([first?.['first'], first?.['changes'], first?.['vouched']], [true, [], null]);
  assert.equal(linked?.['vouched'], { by: 'Compliance', why: 'file 7 of 2026', evidence: [] });
  assert.equal(
    (linked?.['changes'] as readonly { readonly member: string }[]).map(({ member }) => member),
    ['issuerId', 'parties', 'verifiedAt'],
  );
  assert.match(
    (await attestry('registry', 'show', 'sa2-ethereum', '--history')).stdout,
    'by Compliance: file 7 of 2026',
  );
  const lines = (await attestry('registry', 'show', 'sa2-ethereum', '--lines')).stdout.trim().split('\n');
  assert.equal(
    lines.map((line) => (JSON.parse(line) as { readonly type: string }).type),
    ['party', 'asset'],
  );
  assert.equal(
    (await exported()).filter((line) => line['symbol'] !== 'SA3'),
    lines.map((line) => JSON.parse(line) as unknown),
  );
  assert.is((await attestry('registry', 'show', 'sa2-ethereum', '--lines', '--history')).code, 2);
});

test('an import names each kind of note once, on stderr and as notes of its result', async ({ config }) => {
  await done('party', 'add', 'First Ltd', '--country', 'GB');
  await done('party', 'kyi', 'First Ltd', 'verified', ...decision);
  await done('party', 'add', 'Second Ltd', '--country', 'GB');
  const path = join(config.dataDir, 'noted.csv');
  const rows = [2, 3].map((n) => `ethereum,0x${String(n).repeat(40)},Coin ${n},US\u0421,`);
  writeFileSync(path, ['chain,address,name,symbol,decimals', ...rows].join('\n'));
  await done('registry', 'import', path, '--issuer', 'First Ltd');
  const line = (await exported()).find((one) => one['slug'] === 'us-ethereum');
  const sources = [{ sourceId: 'terms', url: 'https://issuer.example/t', kind: 'terms', extractor: 'unheard-of' }];
  const linked = { ...line, issuerId: ((line?.['parties'] as readonly { partyId: string }[])[0] ?? {}).partyId };
  const declared = join(config.dataDir, 'declared.ndjson');
  writeFileSync(declared, JSON.stringify({ ...linked, parties: [], sources }));
  const first = await attestry('registry', 'import', declared, '--json');
  assert.is(first.code, 0, first.stderr);
  const kindsOf = (text: string): readonly string[] =>
    (JSON.parse(text) as { readonly notes: readonly { readonly kind: string }[] }).notes.map(({ kind }) => kind);
  const wanted = [
    'becomes_public',
    'without_decimals',
    'issuer_without_lei',
    'mixed_scripts',
    'profile_unknown',
    'without_record',
  ];
  assert.equal(kindsOf(first.stdout), wanted);
  assert.is(first.stderr.match(/^note: /gmu)?.length, wanted.length);
  assert.match(first.stderr, 'note: 1 with a document that no profile reads: unheard-of; attestry profiles list');
  delete process.env['ATTESTRY_RPC_ETHEREUM'];
  const twin = await attestry(
    ...[
      'asset',
      'add',
      `eip155:1/erc20:0x${'4'.repeat(40)}`,
      '--chain',
      'ethereum',
      '--name',
      'Copy',
      '--symbol',
      'us\u0441',
    ],
    ...['--decimals', '6', '--issuer', 'Second Ltd', '--yes', '--json'],
  );
  assert.equal(kindsOf(twin.stdout), ['issuer_without_lei', 'symbol_of_another_issuer', 'mixed_scripts']);
});

test('a file of tokens has at most 16 MiB; one of declarations may have more', async ({ config }) => {
  const path = join(config.dataDir, 'large.txt');
  const comment = `# ${'x'.repeat(1024 ** 2)}\n`.repeat(16);
  writeFileSync(path, `${comment}0x${'2'.repeat(40)}\n`);
  const refused = await attestry('registry', 'import', path, '--chain', 'ethereum');
  assert.equal([refused.code, refused.stderr.includes('large.txt has more than 16 MiB: split the list')], [2, true]);
  writeFileSync(path, `${comment}nonsense\n`);
  assert.is((await attestry('registry', 'import', path)).code, 1);
});

test('FD-3 the printed lines, imported, declare what --yes declares', async ({ token, config }) => {
  const vouching = ['--issuer', lei, '--link', '--kyi', ...decision];
  await done('party', 'add', lei, '--name', 'Example SAS');
  const { stdout } = await attestry('asset', 'add', token, ...vouching, '--print');
  const printed = join(config.dataDir, 'printed.ndjson');
  writeFileSync(printed, stdout);
  const made = await done('registry', 'import', printed, '--dry-run');
  assert.equal([made['parties'], made['assets']], [1, 1]);
  await done('registry', 'import', printed);
  const imported = await exported();
  await done('asset', 'add', token, ...vouching, '--yes');
  assert.equal(await exported(), imported);
});

test.run();
