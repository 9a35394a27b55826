/** A browser without a screen: one connection, a session, and headers of a form of the same origin. */
export interface Reader {
  /** The text of a page; throws for any status but 200. */
  readonly get: (path: string) => Promise<string>;
  /** Sends a form; throws unless the answer leads on. */
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<void>;
  /** Name and value of the cookie of the session. */
  readonly cookie: string;
}

/** Signs in with a key, or to the demo as its reader (`yes`) or its operator. */
export async function createReader(
  base: string,
  as: { readonly key: string } | { readonly demo: 'operator' | 'yes' },
): Promise<Reader> {
  const submit = (path: string, fields: Readonly<Record<string, string>>, cookie: string): Promise<Response> =>
    fetch(`${base}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      body: new URLSearchParams(fields),
    });
  const signedIn = await submit('/signin', as, '');
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  if (signedIn.status !== 303 || cookie === '') throw new Error(`signing in was answered with ${signedIn.status}`);
  return {
    cookie,
    get: async (path) => {
      const answer = await fetch(`${base}${path}`, { headers: { cookie, accept: 'text/html' } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
      return text;
    },
    post: async (path, fields) => {
      const answer = await submit(path, fields, cookie);
      await answer.arrayBuffer();
      if (answer.status !== 303) throw new Error(`the form of ${path} was answered with ${answer.status}`);
    },
  };
}
