import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tokens that tie a form to the session and the path that it was shown for. */
export interface FormTokens {
  readonly make: (sessionSha256: string, path: string) => string;
  readonly isValid: (sessionSha256: string, path: string, token: string) => boolean;
}

/** @param keys the first makes tokens, all of them check */
export function createFormTokens(keys: readonly [Buffer, ...Buffer[]]): FormTokens {
  const derived = keys.map((key) => createHmac('sha256', key).update('attestry form token 1').digest());
  const tokenOf = (key: Buffer, sessionSha256: string, path: string): Buffer =>
    createHmac('sha256', key).update(`${sessionSha256}\n${path}`).digest();
  return {
    make: (session, path) => tokenOf(derived[0] ?? Buffer.alloc(0), session, path).toString('base64url'),
    isValid: (session, path, token) => {
      const given = Buffer.from(token, 'base64url');
      return derived.some((key) => {
        const right = tokenOf(key, session, path);
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
  };
}
