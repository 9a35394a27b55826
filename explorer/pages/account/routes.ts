import { mostOverlapHours, readOwnKey, rotateOwnKey } from '../../../api/readmodel/accounts/own-key.ts';
import { readEndpoints } from '../../../api/readmodel/webhooks/queries.ts';
import { readWatchlist } from '../../../api/readmodel/resources/watchlist/queries.ts';
import { tablesOfTenant } from '../../../api/readmodel/tables/tenant-tables.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageRequest, pageAnswer, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { themeCookie, themes } from '../../sessions/theme-cookie.ts';
import { hasEnded } from '../../sessions/sessions.ts';
import { mayHaveWebhooks, webhooksLine } from '../../readers/webhooks/account-line.ts';
import { accountPage, type AccountView } from './page.tsx';
import { type KeySession, readSessions } from './queries.ts';

/** The key of the reader, and its sessions: each can be ended, and all others at once (U-15). */
export function accountRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { clock, config, sessions, tables, texts } = dependencies;

  const sessionsOf = async (request: PageRequest): Promise<readonly KeySession[]> => {
    const { tenantId, keyId } = readerOf(request).principal;
    const all = await readSessions(tablesOfTenant(tables, tenantId), keyId);
    return all.filter((session) => !hasEnded({ ...session, closed: false }, clock()));
  };

  const show = async (request: PageRequest, made: AccountView['made'] = null): Promise<Answer> => {
    const { principal, sessionSha256 } = readerOf(request);
    const { tenantId, keyId } = principal;
    const own = tablesOfTenant(tables, tenantId);
    const [key, list, all, endpoints] = await Promise.all([
      readOwnKey(principal, dependencies),
      readWatchlist(own),
      sessionsOf(request),
      mayHaveWebhooks(principal.scopes) ? readEndpoints(own) : null,
    ]);
    const view = {
      ...key,
      keyName: key.name,
      keyId,
      used: list.items.length,
      limit: list.limit,
      webhooks: endpoints === null ? null : await webhooksLine(endpoints, { texts, now: clock() }),
      made,
      perMinute: config.rateLimit?.perMinute ?? null,
      sessions: all.map((session) => ({
        handle: handleOf(session),
        openedAt: session.openedAt,
        renewedAt: session.renewedAt,
        isThis: session.sessionSha256 === sessionSha256,
      })),
    };
    return pageAnswer(accountPage(view, request.frame));
  };

  return [
    { name: 'account', method: 'GET', path: '/account', scopes: [], handle: (request) => show(request) },
    {
      name: 'accountRotateKey',
      method: 'POST',
      path: '/account/key/rotate',
      scopes: [],
      fields: [],
      again: (request) => show(request),
      handle: async (request) => {
        const { principal } = readerOf(request);
        const sender = { principal, actor: `session:${principal.keyId}` };
        return show(request, await rotateOwnKey(sender, mostOverlapHours, dependencies));
      },
    },
    {
      name: 'accountTheme',
      method: 'POST',
      path: '/account/theme',
      scopes: [],
      fields: ['theme'],
      again: (request) => show(request),
      handle: ({ form, frame, connection }) => {
        const theme = themes.find((one) => one === form.get('theme')) ?? null;
        const undo = { action: '/account/theme', fields: { theme: frame.theme ?? '' } };
        const to = seeOther('/account', { done: { text: `Colours: ${theme ?? 'as the system has them'}.`, undo } });
        const cookie = themeCookie(theme, connection.transport === 'secure');
        return { ...to, headers: { ...to.headers, 'Set-Cookie': cookie } };
      },
    },
    {
      name: 'accountEndSession',
      method: 'POST',
      path: '/account/sessions/end',
      scopes: [],
      fields: ['session'],
      again: (request) => show(request),
      handle: async (request) => {
        const handle = request.form.get('session');
        const { principal } = readerOf(request);
        const ended = (await sessionsOf(request)).find((session) => handleOf(session) === handle);
        if (ended !== undefined) await sessions.close({ principal, sessionSha256: ended.sessionSha256 });
        return seeOther('/account', {
          done: ended === undefined ? 'That session had ended.' : 'The session is ended.',
        });
      },
    },
    {
      name: 'accountEndOthers',
      method: 'POST',
      path: '/account/sessions/end-others',
      scopes: [],
      fields: [],
      again: (request) => show(request),
      handle: async (request) => {
        await sessions.closeOthers(readerOf(request));
        return seeOther('/account', { done: 'The other sessions of this key are ended.' });
      },
    },
  ];
}

/** What a page calls a session: its hash is what the tables find it by, so it is not sent. */
const handleOf = ({ sessionSha256 }: KeySession): string => sha256Hex(`session ${sessionSha256}`).slice(0, 24);
