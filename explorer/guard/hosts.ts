import type { ApiConfig } from '../../api/route/dependencies.ts';
import type { PageRoute } from '../page-route.ts';

type Bases = Pick<ApiConfig, 'baseUrl' | 'explorerUrl' | 'publicPageBase'>;

/**
 * Whether a page is served on a host. Where the bases of links name several hosts, each page is on its own: public ones on
 * that of public pages and on that of the explorer, all others on that of the explorer alone. With one host for all, any
 * host is served that the listener admits.
 */
export function createHostRule(bases: Bases): (route: Pick<PageRoute, 'isFile' | 'scopes'>, host: string) => boolean {
  const [api, explorer, publicPages] = [bases.baseUrl, bases.explorerUrl, bases.publicPageBase].map(hostOf);
  if (api === explorer && api === publicPages) return () => true;
  return ({ scopes, isFile }, host) =>
    host === explorer || ((scopes === null || isFile === true) && host === publicPages);
}

const hostOf = (base: string): string => new URL(base).host;
