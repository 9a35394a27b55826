/**
 * The JSON-RPC face of a node of the XRP Ledger over HTTP, in the form that rippled documents: no id in an answer, errors
 * inside of the result. It is no node: it has the ledgers and transactions that the test put there.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Members = Readonly<Record<string, unknown>>;

export interface XrplNode {
  readonly url: string;
  /** Results of `ledger` by index, and of `tx` by hash. */
  readonly ledgers: Map<number, Members>;
  readonly transactions: Map<string, Members>;
  /** Bodies as they came. */
  readonly bodies: unknown[];
}

export async function startXrplNode(): Promise<XrplNode> {
  const ledgers: XrplNode['ledgers'] = new Map();
  const transactions: XrplNode['transactions'] = new Map();
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Request | readonly Request[];
      bodies.push(body);
      response.setHeader('Content-Type', 'application/json');
      if (!('method' in body)) {
        response.statusCode = 400;
        response.end('Unable to parse request');
        return;
      }
      const [given = {}] = body.params;
      const found =
        body.method === 'ledger'
          ? ledgers.get(Number(given['ledger_index']))
          : transactions.get(String(given['transaction']));
      const error = body.method === 'ledger' ? 'lgrNotFound' : 'txnNotFound';
      const result = found === undefined ? { error, status: 'error' } : { ...found, status: 'success' };
      response.end(JSON.stringify({ result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ledgers, transactions, bodies };
}

interface Request {
  readonly method: string;
  readonly params: readonly Members[];
}
