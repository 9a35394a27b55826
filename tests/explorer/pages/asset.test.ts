import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, itemsOf } from '../../api/harness.ts';
import { asset, change, day, issuer, now } from '../../api/records.ts';
import { decoded, elementsOf, oneBase, openPages, textOf, visit } from '../harness.ts';

let api: Harness;
const pathOf = (n: number, chain = 'ethereum'): string => `/verified-assets/${asset(n).address}/${chain}`;

test.before(async () => {
  api = await openPages();
});
test.after(() => api.close());

test('U-01 a token that the registry does not have, or no longer publishes, is a 404 page that judges nothing', async () => {
  await api.declare(asset(1), asset(2, { public: false, kyiVerified: false }));
  for (const path of [pathOf(2), pathOf(3), pathOf(1, 'base'), pathOf(1, 'nochain'), '/verified-assets/%00/ethereum']) {
    const reply = await visit(api, path);
    assert.is(reply.status, 404, path);
    assert.match(String(reply.headers['content-type']), /^text\/html/);
    assert.is(reply.headers['cache-control'], 'no-store');
    assert.not.match(textOf(reply), /\b(un)?safe\b/i);
  }
});

test('U-01 a public token has a page with a canonical address, in any case of its address', async () => {
  const address = '0xABCDEF0000000000000000000000000000000042';
  await api.declare(asset(42, { address, name: 'Euro Coin' }));
  const reply = await visit(api, `/verified-assets/${address.toLowerCase()}/ethereum`);
  assert.is(reply.status, 200);
  assert.match(reply.text, `<link rel="canonical" href="http://x.test/verified-assets/${address}/ethereum"`);
  assert.match(textOf(reply), /Euro Coin/);
  assert.is(reply.headers['cache-control'], 'public, max-age=60');
  const again = await visit(api, `/verified-assets/${address}/ethereum`, {
    'if-none-match': String(reply.headers['etag']),
  });
  assert.is(again.status, 304);
});

test('U-01 A-21 every asset_url that interface A gives out leads to a page', async () => {
  await api.declare(asset(51), asset(52, { chain: 'solana', address: 'So11111111111111111111111111111111111111112' }));
  const key = await api.makeKey();
  const urls = (itemsOfData(await api.get('/assets?page_size=100', key.text)) as readonly { asset_url: string }[]).map(
    (one) => one.asset_url,
  );
  assert.ok(urls.length >= 2);
  for (const url of urls) assert.is((await visit(api, url.replace(oneBase.baseUrl, ''))).status, 200, url);
});

const itemsOfData = (reply: { readonly body: Readonly<Record<string, unknown>> }): unknown => reply.body['data'];

test('U-11 the same address on another chain has its own verdict, also if it has none', async () => {
  const { address } = asset(61);
  await api.declare(
    asset(61),
    asset(62, { address, chain: 'base' }),
    asset(63, { address, chain: 'avalanche', public: false, kyiVerified: false }),
  );
  const text = textOf(await visit(api, pathOf(61)));
  assert.match(text, /Base Business \(KYB\): Passed, date not stated/);
  assert.match(text, /Avalanche Not verified by this registry/);
});

test('PG-1 page, description, title and Atom have one sentence, and no candidate in it', async () => {
  await api.declare(asset(65, { issuer: issuer({ name: 'Acme & "Sons"' }) }));
  await api.detect(change('a candidate of 65', 65, { category: 'sanctions', confirmed: false, disposition: 'held' }));
  const page = await visit(api, pathOf(65));
  const declared =
    'TK65 on Ethereum at this address is declared by Acme & "Sons", whose identity this registry verified';
  const unknown = 'Who can mint, freeze or upgrade it is not known here. No sanctions list was read here.';
  const sentence = `${declared} on 1 Mar 2025. ${unknown}`;
  assert.ok(textOf(page).includes(`${sentence} As of 1 Jun 2026, 12:00 UTC`));
  const described = sentence.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  assert.ok(page.text.includes(`<meta name="description" content="${described}"/>`));
  assert.match(page.text, '<title>TK65 on Ethereum: issuer verified, control not known · Attestry</title>');
  const feed = await visit(api, `${pathOf(65)}/changes.atom`);
  assert.ok(decoded(feed.text).includes(sentence));
  assert.not.match(page.text, /possible match|a candidate of 65/);
});

test('PG-1 U-11 other deployments that the issuer declares stand on the page, each with its own verdict', async () => {
  const own = issuer({ partyId: 'many', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C4A' });
  const part = { issuer: own, symbol: 'MANY' };
  await api.declare(
    asset(66, part),
    asset(67, { ...part, chain: 'base' }),
    asset(68, { ...part, chain: 'avalanche', public: false, kyiVerified: false }),
    asset(69, { issuer: own, symbol: 'OTHER', chain: 'plume' }),
  );
  const { text } = await visit(api, pathOf(66));
  const [, card = ''] = text.split('On other chains');
  assert.match(card, new RegExp(`href="${pathOf(67, 'base')}"`));
  assert.not.match(card, new RegExp(`${pathOf(68, 'avalanche')}|${pathOf(69, 'plume')}`));
});

test('U-12 public pages and Atom have confirmed, shown changes that are not low signal, and no others', async () => {
  await api.declare(asset(71));
  await api.detect(
    change('public one', 71),
    change('a draft', 71, { confirmed: false, disposition: 'held', notableAt: null }),
    change('a candidate', 71, { category: 'sanctions', confirmed: false, disposition: 'held', notableAt: null }),
    change('of low signal', 71, { lowSignal: true }),
    change('suppressed', 71, { disposition: 'suppressed' }),
    change('superseded', 71, { disposition: 'superseded' }),
    change('collapsed', 71, { disposition: 'collapsed' }),
  );
  for (const path of [pathOf(71), `${pathOf(71)}/changes.atom`]) {
    const { text, status } = await visit(api, path);
    assert.is(status, 200);
    assert.match(text, /Headline of public one/);
    for (const hidden of ['a draft', 'a candidate', 'of low signal', 'suppressed', 'superseded', 'collapsed']) {
      assert.not.match(text, `Headline of ${hidden}`);
    }
  }
});

test('U-12 a change that arrives or is withdrawn alters the page at the next request', async () => {
  await api.declare(asset(72));
  assert.match(textOf(await visit(api, pathOf(72))), /No confirmed change/);
  await api.detect(change('later', 72));
  assert.match(textOf(await visit(api, pathOf(72))), /Headline of later/);
  await api.detect(change('later', 72, { revision: 1, disposition: 'superseded', revisedAt: now - day }));
  assert.not.match(textOf(await visit(api, pathOf(72))), /Headline of later/);
});

test('PE-13 a proof of a wallet that is no authority any more is struck, with the reason, and not in token.json', async () => {
  const wallet = (digit: string): string => `0x${digit.repeat(40)}`;
  const proof = (proofId: string, digit: string, lapsed: string | null) => ({
    proofId,
    authorityType: 'owner',
    authorityAddress: wallet(digit),
    method: JSON.stringify({ type: 'signature', scheme: 'eip191' }),
    provedAt: now - 9 * day,
    verifiedBy: 'attestry',
    lapsed,
  });
  const owner = {
    id: 'owner',
    type: 'owner',
    address: wallet('2'),
    accountType: 'regular' as const,
    accountKind: 'key',
    signers: [],
    threshold: null,
    verified: false,
    observedAt: now - day,
  };
  const gone = `${wallet('1')} is no longer the owner of the contract, seen 1 March 2026`;
  await api.declare(asset(83, { authorities: [owner], verifications: [proof('a', '1', gone), proof('b', '3', null)] }));
  const page = await visit(api, pathOf(83));
  const [, ended = ''] = page.text.split('Proofs that no longer count');
  assert.match(ended, /<s>[^/]*Signature, EIP-191/);
  assert.match(textOf(page), `No longer counts: ${gone}`);
  assert.is(page.text.match(/Signature, EIP-191/g)?.length, 1, 'a wallet that was never observed is in no list');
  assert.match(textOf(page), /0 of 1 proven/);
  const twin = await visit(api, `${pathOf(83)}/token.json`);
  assert.match(twin.text, /"verifications":\s*\[\]/);
});

test('U-11 a confirmed match with a list is shown until it ends', async () => {
  await api.declare(asset(81));
  const match = { category: 'sanctions', changeKind: 'listed', subjectKey: 's', sourceKey: 'list:ofac-addresses' };
  await api.detect(change('listed', 81, { ...match, detectedAt: now - 4 * day }));
  const listed = await visit(api, pathOf(81));
  assert.match(listed.text, /class="card verdict no"/);
  assert.match(textOf(listed), /Sanctions lists 1 match/);
  await api.detect(change('ended', 81, { ...match, changeKind: 'delisted' }));
  const ended = await visit(api, pathOf(81));
  assert.match(textOf(ended), /Sanctions lists Not checked/);
  assert.match(ended.text, /class="card verdict open"/);
});

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '<body onload=alert(1)>',
  '&lt;script&gt;',
  ']]><script>alert(1)</script>',
];

test('U-06 markup in any text of a source is text', async () => {
  for (const [index, text] of payloads.entries()) {
    const n = 100 + index;
    await api.declare(
      asset(n, {
        name: text,
        symbol: text,
        description: text,
        standard: text,
        issuer: issuer({ name: text, description: text }),
      }),
    );
    const explanation = { ...change('x', n).explanation, headline: text, impact: text };
    await api.detect(change(`payload ${index}`, n, { explanation, before: text, after: text, sourceKey: text }));
    for (const path of [
      pathOf(n),
      `${pathOf(n)}/changes.atom`,
      `/?q=${encodeURIComponent(text)}`,
      `/${encodeURIComponent(text)}`,
    ]) {
      const { text: html, status } = await visit(api, path);
      // A search with one result leads to it, without a page.
      if (status === 303) continue;
      const elements = elementsOf(html);
      const scripts = elements.filter(({ name }) => name === 'script');
      assert.is(scripts.length, path.endsWith('.atom') ? 0 : 1, `${path} ${text}`);
      assert.not.ok(
        elements.some(({ name, onSomething }) => ['img', 'iframe'].includes(name) || onSomething),
        path,
      );
      assert.ok(!path.startsWith('/verified') || decoded(html).includes(text), 'the text itself is there');
    }
  }
});

test('U-22 addresses of sources are links only if they are http or https', async () => {
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    'java\nscript:alert(1)',
    'ftp://x.example/',
    'https://a:b@x.example/',
  ];
  for (const [index, url] of bad.entries()) {
    const n = 120 + index;
    await api.declare(asset(n, { websiteUrl: url, whitepaperUrl: url }));
    await api.detect(change(`link ${index}`, n, { sourceUrl: url }));
    const { text } = await visit(api, pathOf(n));
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
    assert.equal(
      links.filter(
        (href) => !/^(\/|#|\?print=yes$|http:\/\/x\.test\/|https:\/\/etherscan\.io\/token\/0x[0-9a-f]{40}$)/.test(href),
      ),
      [],
      url,
    );
  }
  const { text } = await visit(api, pathOf(1));
  assert.match(text, /<a href="https:\/\/acme.example\/" rel="noopener noreferrer nofollow">/);
  assert.match(text, /acme\.example<\/bdi><\/span>/);
});

test('no key, tenant or watch is on any public page', async () => {
  await api.declare(asset(95));
  const key = await api.makeKey();
  await api.watch(key, asset(95).assetId);
  const { text } = await visit(api, pathOf(95));
  assert.not.match(text, key.tenantId);
  assert.not.match(text, key.keyId);
  assert.is(itemsOf(await api.get('/me/watchlist', key.text)).length, 1);
});

test.run();
