/** Tenants with a watchlist on the shared service, and lines of the registry with assets that they watch. */
import * as assert from 'uvu/assert';
import { type ApiClient, clientOfB } from '../support/api-client.ts';
import { registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import type { SharedService } from '../support/shared-service.ts';

export interface Item {
  readonly id: string;
  readonly asset: { readonly id: string; readonly name: string | null; readonly chain: string | null };
  readonly state: string;
  readonly stateReason: string | null;
  readonly intakeStatus: string | null;
  readonly monitoringEnabled: boolean;
  readonly note: string | null;
  readonly addedAt: string;
}

interface Watchlist {
  readonly items: readonly Item[];
  readonly limit: number;
  readonly used: number;
}

export interface Refusal {
  readonly code: string;
  readonly statusCode: number;
  readonly requestId: string;
  readonly details?: readonly { readonly parameter: string; readonly reason: string }[];
}

export interface Change {
  readonly id: string;
  readonly category: string;
  readonly watchlistItemId: string;
  readonly direction: string;
  readonly isNew: boolean;
  readonly explanation: { readonly headline: string };
}

export interface Notification {
  readonly id: string;
  readonly kind: string;
  readonly changeHref?: string;
  readonly assetName: string;
}
export interface Holder extends ApiClient {
  readonly keyId: string;
  readonly tenantId: string;
  readonly key: string;
  readonly list: () => Promise<Watchlist>;
  readonly add: (assetId: string) => Promise<Item>;
  readonly changes: () => Promise<readonly Change[]>;
  readonly notices: () => Promise<readonly Notification[]>;
}

/** A new tenant with a key. */
export async function newHolder({ sandbox, service }: SharedService, name: string, limit = 50): Promise<Holder> {
  const scopes = 'monitoring:read,watchlist:write';
  const { keyId, tenantId, key } = await sandbox.json<Pick<Holder, 'keyId' | 'tenantId' | 'key'>>(
    ...['keys', 'create', '--name', name, '--scopes', scopes, '--limit', String(limit)],
  );
  const client = clientOfB(service, key);
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await client.get<T>(path);
    assert.is(status, 200, JSON.stringify(body));
    return body;
  };
  return {
    ...client,
    keyId,
    tenantId,
    key,
    list: () => read('/me/watchlist'),
    add: async (id) => {
      const { status, body } = await client.post<Item>('/me/watchlist', { assetId: id });
      assert.is(status, 201, JSON.stringify(body));
      return body;
    },
    changes: async () => (await read<{ readonly items: readonly Change[] }>('/me/monitoring/changes')).items,
    notices: async () =>
      (await read<{ readonly items: readonly Notification[] }>('/me/notifications')).items.filter(
        ({ kind }) => !kind.startsWith('intake_'),
      ),
  };
}

export interface Assets {
  readonly issuer: string;
  /** Line of an asset. */
  readonly line: (index: number) => string;
  readonly lines: readonly string[];
  readonly id: (index: number) => string;
  readonly address: (index: number) => string;
  readonly name: (index: number) => string;
}

/** @param from number of the first asset */
export function assetsFrom(from: number, count: number): Assets {
  const [issuer = '', ...lines] = registryLines({ assets: count, from });
  return {
    issuer,
    lines,
    line: (index) => lines[index] ?? '',
    id: (index) => testId(`asset-${from + index}`),
    address: (index) => testAddress(from + index),
    name: (index) => `Token ${from + index}`,
  };
}

/** An asset on a chain that the service does not observe; a line without an issuer makes it one that has no record. */
export const onRipple = (currency: 'EUR' | 'USD') => ({
  chain: 'xrpl',
  standard: 'token',
  address: `${currency}.rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B`,
});

/** Imports lines, and waits until all of them are processed. */
export async function importLines(
  { sandbox }: SharedService,
  name: string,
  ...lines: readonly string[]
): Promise<void> {
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, name, lines));
  await sandbox.idle();
}
