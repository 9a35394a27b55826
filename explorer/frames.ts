import type { RequestContext } from '../api/route/http/request-context.ts';
import type { Frame } from './page-route.ts';
import { ifReachable } from './readers/if-reachable.ts';
import type { FormTokens } from './sessions/form-token.ts';
import type { Reader } from './sessions/sessions.ts';
import type { DoneCookie } from './sessions/done-cookie.ts';
import { themeOf } from './sessions/theme-cookie.ts';
import { untracked } from './labels/tracking.ts';

/** Makes the frame of each page: what it needs to know of its reader and its place. */
export interface Frames {
  /** Of a page; the badge is counted for a GET only. */
  readonly of: (ctx: RequestContext, reader: Reader | null) => Promise<Frame>;
  /** With the badge, for every method. */
  readonly withUnread: (ctx: RequestContext, reader: Reader | null) => Promise<Frame>;
  /** The reader of a request, for the frame of a refusal. */
  readonly remember: (ctx: RequestContext, reader: Reader) => void;
  /** Of a refusal: of the reader if one is known, without the badge, because the tables may be away. */
  readonly ofRefusal: (ctx: RequestContext) => Frame;
}

export interface FramesOptions extends Pick<Frame, 'files' | 'keyContact' | 'version'> {
  readonly formTokens: FormTokens;
  readonly doneCookie: DoneCookie;
  readonly countUnread: (tenantId: string) => Promise<number>;
}

export function createFrames(options: FramesOptions): Frames {
  const { files, keyContact, version, formTokens, doneCookie, countUnread } = options;
  const readers = new WeakMap<RequestContext, Reader>();

  const frame = (ctx: RequestContext, reader: Reader | null, unread: number | null): Frame => ({
    path: untracked(ctx.url),
    requestId: ctx.state.requestId,
    version,
    files,
    keyContact,
    refused: null,
    done: reader === null || ctx.method !== 'GET' ? null : doneCookie.read(ctx.get('cookie'), reader.sessionSha256),
    theme: themeOf(ctx.get('cookie')),
    signedIn:
      reader === null
        ? null
        : {
            ...reader.principal,
            tokenFor: (path) => formTokens.make(reader.sessionSha256, path),
            unread,
          },
  });
  const withUnread: Frames['withUnread'] = async (ctx, reader) => {
    const counts = reader?.principal.scopes.includes('monitoring:read') === true;
    return frame(ctx, reader, counts ? await ifReachable(countUnread(reader.principal.tenantId)) : null);
  };

  return {
    of: async (ctx, reader) => (ctx.method === 'GET' ? withUnread(ctx, reader) : frame(ctx, reader, null)),
    withUnread,
    remember: (ctx, reader) => void readers.set(ctx, reader),
    ofRefusal: (ctx) => frame(ctx, readers.get(ctx) ?? null, null),
  };
}
