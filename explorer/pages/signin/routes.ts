import { setTimeout as wait } from 'node:timers/promises';
import { createQuota } from '../../../api/guard/quota.ts';
import { tooMany } from '../../../api/guard/authenticate.ts';
import type { Answer, Principal } from '../../../api/route.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { nextPath } from '../../words/next-path.ts';
import { pageAnswer, type PageRoute, seeOther, type Transport } from '../../page-route.ts';
import { createSessionCookie } from '../../sessions/session-cookie.ts';
import { signInPage, type SignInProps } from './page.tsx';

/** Wrong keys of one network in a minute. */
const triesPerMinute = 10;
/** Every refusal takes as long, milliseconds, so that its time does not state its reason. */
const refusalMs = 250;

type Dependencies = Pick<ExplorerDependencies, 'demoKey' | 'guard' | 'sessions'> & {
  /** Milliseconds that a refusal takes; for tests. */
  readonly refusalMs?: number;
};

/** A key becomes a session. The key is in the body of one request, and nowhere else. */
export function signInRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { demoKey = () => null, guard, sessions } = dependencies;
  const tries = createQuota({ perMinute: triesPerMinute, burst: 0 });

  const admitted = async (text: string): Promise<Principal | null> => {
    const principal = await guard.keys.find(text.trim());
    return principal !== null && maySignIn(principal) ? principal : null;
  };

  // Anyone on this machine may use the demo's key; no other machine reaches the page by such a name (U-31).
  const demoKeyFor = (transport: Transport): string | null => (transport === 'local' ? demoKey() : null);
  const signInAnswer = (props: Omit<SignInProps, 'hasDemo'>, status?: number): Answer =>
    pageAnswer(signInPage({ ...props, hasDemo: demoKeyFor(props.transport) !== null }), status);

  return [
    {
      name: 'signIn',
      method: 'GET',
      path: '/signin',
      scopes: null,
      handle: ({ query, frame, reader, connection }) => {
        const next = nextPath(query.get('next'));
        if (reader !== null) return seeOther(next);
        return signInAnswer({ next, frame, transport: connection.transport, refused: false });
      },
    },
    {
      name: 'signInForm',
      method: 'POST',
      path: '/signin',
      scopes: null,
      handle: async ({ form, frame, connection: { network, transport } }) => {
        const next = nextPath(form.get('next'));
        if (transport === 'none') return signInAnswer({ next, frame, transport, refused: false }, 403);
        const taken = tries.take(network);
        if (taken.refusedForMs !== null) throw tooMany(taken.refusedForMs);
        const refusedAt = wait(dependencies.refusalMs ?? refusalMs);
        const given = form.get('demo') === 'yes' ? demoKeyFor(transport) : form.get('key');
        const principal = await admitted(given ?? '');
        const secret = principal === null ? null : await sessions.open(principal);
        if (secret === null) {
          await refusedAt;
          return signInAnswer({ next, frame, transport, refused: true }, 401);
        }
        taken.giveBack();
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

const maySignIn = ({ scopes }: Principal): boolean => scopes.includes('monitoring:read') || scopes.includes('operator');

const withCookie = (answer: ReturnType<typeof seeOther>, cookie: string): ReturnType<typeof seeOther> => ({
  ...answer,
  headers: { ...answer.headers, 'Set-Cookie': cookie },
});
