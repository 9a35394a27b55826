import type { ApiError } from '../../api/errors.ts';
import { setHeaders } from '../../api/route/http/headers.ts';
import type { RequestContext } from '../../api/route/http/request-context.ts';
import { refusalPage } from '../pages/refusal/page.tsx';
import { htmlType, type Frame } from '../page-route.ts';
import { privateHeaders } from './headers.ts';
import { pagePrefix } from './mount-page.ts';

/**
 * Presents refusals to people. A page's refusal is a page. So is that of a path that nothing serves, for a client that
 * accepts HTML by name, unless the path is below one of the API's (G-05).
 */
export function createPageRefusals(
  apiPaths: readonly string[],
  frameOf: (ctx: RequestContext) => Frame,
): (ctx: RequestContext, refusal: ApiError) => boolean {
  const ofTheApi = new Set(apiPaths.map(firstPart));
  const isForPerson = (ctx: RequestContext): boolean => {
    const { operationId } = ctx.state;
    if (operationId !== null) return operationId.startsWith(pagePrefix);
    return ctx.get('accept').includes('text/html') && !ofTheApi.has(firstPart(ctx.path));
  };
  return (ctx, refusal) => {
    if (!isForPerson(ctx)) return false;
    setHeaders(ctx, privateHeaders);
    ctx.body = refusalPage({ frame: frameOf(ctx), refusal, isForm: ctx.method === 'POST' });
    ctx.type = htmlType;
    return true;
  };
}

const firstPart = (path: string): string => path.split('/', 2)[1] ?? '';
