import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { statedByChains } from '../../../cli/chains/read-token.ts';
import { loadConfig } from '../../../infra/config/config.ts';

test('several tokens are read by one provider: a node that refuses a batch gets no second one', async () => {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => void (body += piece));
    request.on('end', () => {
      const sent = JSON.parse(body) as { readonly id?: number } | readonly unknown[];
      bodies.push(sent);
      const id = 'id' in sent ? sent.id : null;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message: 'no batches' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const loaded = loadConfig({
      ATTESTRY_RPC_ETHEREUM: `own=http://127.0.0.1:${port}`,
      ATTESTRY_RPC_RATE: 'off',
    });
    const notes: string[] = [];
    const context = { loaded, clock: () => 0, out: { note: (note: string) => void notes.push(note) } };
    const tokens = ['1', '2', '3'].map((digit) => `eip155:1/erc20:0x${digit.repeat(40)}`);
    assert.is((await statedByChains(context, tokens)).size, 0);
    for (const token of tokens)
      assert.ok(
        notes.some((note) => note.startsWith(token)),
        token,
      );
    assert.is(bodies.filter(Array.isArray).length, 1, JSON.stringify(bodies));
    assert.ok(bodies.length > tokens.length);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test.run();
