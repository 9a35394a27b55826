/** The API behind its real listener, on real tables, in this process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../../api/app.ts';
import { streamOf, writeStreamCursor } from '../../../api/resources/stream/cursor.ts';
import { frontOptions, openListener } from '../../../cli/service/http/listener.ts';
import { type Harness, openHarness, type TestKey } from '../../api/harness.ts';
import { asset, assetId, change } from '../../api/records.ts';

export interface FuzzedApi {
  readonly port: number;
  readonly api: Harness;
  readonly key: TestKey;
  /** Text by placeholder. Inputs have placeholders, so that a kept one fits every run. */
  readonly places: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export async function openFuzzedApi(): Promise<FuzzedApi> {
  const api = await openHarness();
  await api.declare(asset(1), asset(2), asset(3));
  const key = await api.makeKey({ limit: 1_000_000 });
  const item = await api.watch(key, assetId(1));
  await api.detect(change('first', 1), change('second', 1));
  const server = createServer(frontOptions);
  const listener = openListener(server, { hosts: new Set(), https: false });
  listener.serve(createApi(api.dependencies));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cursor = writeStreamCursor({
    of: streamOf(key.tenantId),
    sentUpTo: new Map(),
    intakesUpTo: 0,
    verdictsUpTo: null,
  });
  return {
    port,
    api,
    key,
    places: { '{key}': key.text, '{item}': item, '{asset}': assetId(2), '{cursor}': cursor },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await api.close();
    },
  };
}

/** Errors that the API has logged. */
export const errorsOf = ({ api }: FuzzedApi): readonly string[] =>
  api.logged.filter((line) => (JSON.parse(line) as { readonly level: number }).level >= 50);
