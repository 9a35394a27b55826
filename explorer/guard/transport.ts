import type { RequestContext } from '../../api/route/http/request-context.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';
import type { Transport } from '../page-route.ts';

/** How readers reach the explorer: over https if its base is, else on this machine, else not safely. */
export const transportRule =
  (explorerUrl: string) =>
  (ctx: Pick<RequestContext, 'host'>): Transport =>
    explorerUrl.startsWith('https:') ? 'secure' : isLoopback(ctx.host) ? 'local' : 'none';
