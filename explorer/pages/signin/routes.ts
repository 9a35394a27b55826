import { setTimeout as wait } from 'node:timers/promises';
import { createQuota } from '../../../api/route/keys/quota.ts';
import { tooMany } from '../../../api/route/keys/authenticate.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { Principal } from '../../../api/readmodel/principal.ts';
import type { DemoKeys, ExplorerDependencies } from '../../dependencies.ts';
import type { Reader } from '../../sessions/sessions.ts';
import { nextPath } from '../../labels/next-path.ts';
import { pageAnswer, type PageConnection, type PageRequest, type PageRoute, seeOther } from '../../page-route.ts';
import { createSessionCookie } from '../../sessions/session-cookie.ts';
import { allChangesPath } from '../../labels/feed-paths.ts';
import { demoRoles, isDemoClient, roleAtOnce } from '../../demo-roles.ts';
import type { ReadPublicChange } from '../../readers/changes/public-reader.ts';
import { reasonOf } from './reason.ts';
import { signInPage, type SignInProps } from './page.tsx';

/** Wrong keys of one network in a minute. */
const triesPerMinute = 10;
/** Every refusal takes as long, milliseconds, so that its time does not state its reason. */
const refusalMs = 250;

type Dependencies = Pick<ExplorerDependencies, 'clock' | 'demoKeys' | 'guard' | 'sessions'> & {
  readonly readPublicChange: ReadPublicChange;
  /** Milliseconds that a refusal takes; for tests. */
  readonly refusalMs?: number;
};

/** A key becomes a session. The key is in the body of one request, and nowhere else. */
export function signInRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { demoKeys = () => null, guard, readPublicChange, sessions } = dependencies;
  const tries = createQuota({ perMinute: triesPerMinute, burst: 0 });

  const admitted = async (text: string): Promise<Principal | null> => {
    const principal = await guard.keys.find(text.trim());
    return principal !== null && maySignIn(principal) ? principal : null;
  };

  const demoFor = (connection: PageConnection): DemoKeys | null => (isDemoClient(connection) ? demoKeys() : null);
  const page = async ({ query, form, frame, connection }: PageRequest): Promise<SignInProps> => {
    const keys = demoFor(connection);
    const demo = keys === null ? [] : demoRoles.filter(({ keyOf }) => keyOf(keys) !== null);
    const next = nextPath(query.get('next') ?? form.get('next'));
    const reason = await reasonOf(next, readPublicChange);
    return { next, reason, frame, demo, transport: connection.transport, atOnce: roleAtOnce(query, connection) };
  };
  /** The page again, with the sentence at the field. */
  const refuse = async (request: PageRequest, sentence: string, status: number): Promise<Answer> => {
    const refused = { action: '/signin', field: 'key', sentence, fields: new URLSearchParams() };
    return pageAnswer(signInPage(await page({ ...request, frame: { ...request.frame, refused } })), status);
  };
  const demoKeyOf = (role: string, connection: PageConnection): string => {
    const keys = demoFor(connection);
    const found = demoRoles.find(({ name }) => name === role);
    return (keys === null ? null : found?.keyOf(keys)) ?? '';
  };
  const landingOf = (request: PageRequest, { scopes }: Principal): string => {
    const next = nextPath(request.form.get('next'));
    if (next !== nextPath(null)) return next;
    // A key of the operator alone may not read the feed.
    if (!scopes.includes('monitoring:read')) return '/operator';
    return request.form.has('demo') ? allChangesPath : next;
  };

  return [
    {
      name: 'signIn',
      method: 'GET',
      path: '/signin',
      scopes: null,
      handle: async (request) => {
        const { query, reader } = request;
        if (reader !== null && !wantsAnotherRole(query.get('demo'), reader))
          return seeOther(nextPath(query.get('next')));
        return pageAnswer(signInPage(await page(request)));
      },
    },
    {
      name: 'signInForm',
      method: 'POST',
      path: '/signin',
      scopes: null,
      fields: ['key', 'demo', 'next'],
      again: async (request) => pageAnswer(signInPage(await page(request))),
      handle: async (request) => {
        const { form, reader, connection } = request;
        const { network, transport } = connection;
        if (transport === 'none') return refuse(request, 'Signing in needs https.', 403);
        const taken = tries.take(network);
        if (taken.refusedForMs !== null) throw tooMany(taken.refusedForMs);
        const refusedAt = wait(dependencies.refusalMs ?? refusalMs);
        const role = form.get('demo');
        const principal = await admitted(role === null ? (form.get('key') ?? '') : demoKeyOf(role, connection));
        const secret = principal === null ? null : await sessions.open(principal);
        if (principal === null || secret === null) {
          await refusedAt;
          return refuse(request, refusedKey, 401);
        }
        taken.giveBack();
        // The browser has one cookie: no other request could end the session that it replaces.
        if (reader !== null) await sessions.close(reader);
        const cookie = createSessionCookie(transport === 'secure').set(secret);
        return withCookie(seeOther(landingOf(request, principal)), cookie);
      },
    },
    {
      name: 'signOut',
      method: 'POST',
      path: '/signout',
      scopes: [],
      fields: [],
      handle: async ({ reader, connection: { transport } }) => {
        if (reader !== null) await sessions.close(reader);
        return withCookie(seeOther('/'), createSessionCookie(transport === 'secure').clear());
      },
    },
  ];
}

const refusedKey =
  'This key does not sign in: it is unknown, ended, or has neither of the scopes monitoring:read and operator.';

/** A reader of the demo who follows the link for another role of it. */
const wantsAnotherRole = (role: string | null, { principal }: Reader): boolean => {
  const scope = demoRoles.find(({ name }) => name === role)?.scope;
  return scope !== undefined && !principal.scopes.includes(scope);
};

const maySignIn = ({ scopes }: Principal): boolean => scopes.includes('monitoring:read') || scopes.includes('operator');

const withCookie = (answer: ReturnType<typeof seeOther>, cookie: string): ReturnType<typeof seeOther> => ({
  ...answer,
  headers: { ...answer.headers, 'Set-Cookie': cookie },
});
