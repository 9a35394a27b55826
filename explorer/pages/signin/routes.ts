import { setTimeout as wait } from 'node:timers/promises';
import { createQuota } from '../../../api/guard/quota.ts';
import { tooMany } from '../../../api/guard/authenticate.ts';
import type { Answer, Principal } from '../../../api/route.ts';
import type { DemoKeys, ExplorerDependencies } from '../../dependencies.ts';
import type { Reader } from '../../sessions/sessions.ts';
import { nextPath } from '../../words/next-path.ts';
import { pageAnswer, type PageRoute, seeOther, type Transport } from '../../page-route.ts';
import { createSessionCookie } from '../../sessions/session-cookie.ts';
import { demoRoles } from './demo-roles.ts';
import { signInPage, type SignInProps } from './page.tsx';

/** Wrong keys of one network in a minute. */
const triesPerMinute = 10;
/** Every refusal takes as long, milliseconds, so that its time does not state its reason. */
const refusalMs = 250;

type Dependencies = Pick<ExplorerDependencies, 'demoKeys' | 'guard' | 'sessions'> & {
  /** Milliseconds that a refusal takes; for tests. */
  readonly refusalMs?: number;
};

/** A key becomes a session. The key is in the body of one request, and nowhere else. */
export function signInRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { demoKeys = () => null, guard, sessions } = dependencies;
  const tries = createQuota({ perMinute: triesPerMinute, burst: 0 });

  const admitted = async (text: string): Promise<Principal | null> => {
    const principal = await guard.keys.find(text.trim());
    return principal !== null && maySignIn(principal) ? principal : null;
  };

  // Anyone on this machine may use the demo's keys; no other machine reaches the page by such a name (U-31).
  const demoFor = (transport: Transport): DemoKeys | null => (transport === 'local' ? demoKeys() : null);
  const signInAnswer = (props: Omit<SignInProps, 'demo'>, status?: number): Answer => {
    const keys = demoFor(props.transport);
    const demo = keys === null ? [] : demoRoles.filter(({ keyOf }) => keyOf(keys) !== null);
    return pageAnswer(signInPage({ ...props, demo }), status);
  };
  const demoKeyOf = (role: string, transport: Transport): string => {
    const keys = demoFor(transport);
    const found = demoRoles.find(({ name }) => name === role);
    return (keys === null ? null : found?.keyOf(keys)) ?? '';
  };

  return [
    {
      name: 'signIn',
      method: 'GET',
      path: '/signin',
      scopes: null,
      handle: ({ query, frame, reader, connection }) => {
        const next = nextPath(query.get('next'));
        if (reader !== null && !wantsAnotherRole(query.get('demo'), reader)) return seeOther(next);
        return signInAnswer({ next, frame, transport: connection.transport, refused: false });
      },
    },
    {
      name: 'signInForm',
      method: 'POST',
      path: '/signin',
      scopes: null,
      handle: async ({ form, frame, reader, connection: { network, transport } }) => {
        const next = nextPath(form.get('next'));
        if (transport === 'none') return signInAnswer({ next, frame, transport, refused: true }, 403);
        const taken = tries.take(network);
        if (taken.refusedForMs !== null) throw tooMany(taken.refusedForMs);
        const refusedAt = wait(dependencies.refusalMs ?? refusalMs);
        const role = form.get('demo');
        const principal = await admitted(role === null ? (form.get('key') ?? '') : demoKeyOf(role, transport));
        const secret = principal === null ? null : await sessions.open(principal);
        if (secret === null) {
          await refusedAt;
          return signInAnswer({ next, frame, transport, refused: true }, 401);
        }
        taken.giveBack();
        // The browser has one cookie: no other request could end the session that it replaces.
        if (reader !== null) await sessions.close(reader);
        const cookie = createSessionCookie(transport === 'secure').set(secret);
        return withCookie(seeOther(landingOf(next, principal?.scopes ?? [])), cookie);
      },
    },
    {
      name: 'signOut',
      method: 'POST',
      path: '/signout',
      scopes: [],
      handle: async ({ reader, connection: { transport } }) => {
        if (reader !== null) await sessions.close(reader);
        return withCookie(seeOther('/'), createSessionCookie(transport === 'secure').clear());
      },
    },
  ];
}

/** A key of the operator alone may not read the feed, which is where a sign-in leads unless it names a page. */
const landingOf = (next: string, scopes: readonly string[]): string =>
  next === nextPath(null) && !scopes.includes('monitoring:read') ? '/operator' : next;

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
