import type { RequestContext } from '../http/request-context.ts';
import type { KeyedRequest, Route } from '../route.ts';
import type { JsonValidator } from './json-validator.ts';
import { createBodyReader } from './read-body.ts';
import { createInputReader } from './read-input.ts';

type PlainRequest = Omit<KeyedRequest, 'leavePlace' | 'principal' | 'stillAdmitted'>;

/** Reads and checks body, query, headers and path. */
export function createRequestReader(
  route: Route,
  validator: JsonValidator,
): (ctx: RequestContext) => Promise<PlainRequest> {
  const readBody = route.body === undefined ? null : createBodyReader(route.body);
  const readInput = createInputReader(route, validator);
  return async (ctx) => {
    const params = ctx['params'] as Readonly<Record<string, string>>;
    const body = readBody === null ? undefined : await readBody(ctx);
    const header = (name: string): string | null => ctx.get(name) || null;
    const query = readInput({ params, query: ctx.querystring, body, header });
    const { traceparent } = ctx.state;
    return { params, query, body, header, traceparent };
  };
}
