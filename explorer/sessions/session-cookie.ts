/** The cookie of a session. Browsers refuse `__Host-` without TLS, so on loopback it has another name (decision 55). */
export interface SessionCookie {
  /** The secret in a Cookie header; null unless there is exactly one of the right form. */
  readonly read: (header: string) => string | null;
  readonly set: (secret: string) => string;
  readonly clear: () => string;
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export function createSessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-attestry' : 'attestry_local';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    read: (header) => {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      const [value = ''] = values;
      // Two of one name: a neighbouring host may have set one of them.
      return values.length === 1 && secretPattern.test(value) ? value : null;
    },
    set: (secret) => `${name}=${secret}; ${attributes}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  };
}
