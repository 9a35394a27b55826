import { openEndpoint, type StoredEndpoint } from '../../../api/readmodel/webhooks/endpoint.ts';
import type { TenantTexts } from '../../../infra/tenant-keys/tenant-texts.ts';
import type { Scope } from '../../../schemas/vocabulary.ts';
import { endpointView } from './view.ts';

/** What the account page shows of webhooks. */
export interface WebhooksLine {
  readonly count: number;
  /** Endpoints that the sender has disabled, with the reason as sentences. */
  readonly disabled: readonly { readonly endpointId: string; readonly host: string; readonly notice: string }[];
}

/** Scopes that the pages of webhooks need. */
export const webhookScopes = ['monitoring:read', 'watchlist:write'] as const satisfies readonly Scope[];

export const mayHaveWebhooks = (scopes: readonly string[]): boolean =>
  webhookScopes.every((scope) => scopes.includes(scope));

export async function webhooksLine(
  endpoints: readonly StoredEndpoint[],
  { texts, now }: { readonly texts: Pick<TenantTexts, 'open'>; readonly now: number },
): Promise<WebhooksLine> {
  const ended = endpoints.filter(({ state, reason }) => state === 'disabled' && reason !== 'stopped');
  const views = ended.map(async (endpoint) =>
    endpointView(endpoint, (await openEndpoint(endpoint, texts, now))?.url ?? null, now),
  );
  const disabled = (await Promise.all(views)).map(({ endpointId, host, notice }) => ({
    endpointId,
    host,
    notice: notice ?? '',
  }));
  return { count: endpoints.length, disabled };
}
