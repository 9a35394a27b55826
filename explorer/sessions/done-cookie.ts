import type { FormTokens } from './form-token.ts';

/** What a form did, for the next page of its session. */
export interface Outcome {
  /** A sentence. */
  readonly text: string;
  /** The form that takes it back; null where nothing does. */
  readonly undo: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | null;
}

/**
 * Carries what a form did to the page that it leads to, once. The address of that page stays a query of the API, and no
 * process keeps anything. The code over it, of the session, keeps a neighbouring host from adding a form of its own.
 */
export interface DoneCookie {
  /** Null without one of this session. */
  readonly read: (header: string, sessionSha256: string) => Outcome | null;
  readonly set: (done: Outcome, sessionSha256: string, secure: boolean) => string;
  readonly clear: (secure: boolean) => string;
}

const name = 'attestry_done';
const lifeSeconds = 60;
/** Browsers keep up to 4 KB of a cookie. A longer one goes without its way back. */
const longest = 3_800;

export function createDoneCookie(formTokens: FormTokens): DoneCookie {
  const attributes = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  /** No path of a form begins so. */
  const purposeOf = (value: string): string => `done ${value}`;
  return {
    read: (header, session) => {
      const pair = header.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
      const [value = '', code = ''] = pair?.slice(name.length + 1).split('.', 2) ?? [];
      if (value === '' || !formTokens.isValid(session, purposeOf(value), code)) return null;
      return JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Outcome;
    },
    set: (done, session, secure) => {
      const whole = valueOf(done);
      const value = whole.length <= longest ? whole : valueOf({ text: done.text, undo: null });
      const code = formTokens.make(session, purposeOf(value));
      return `${name}=${value}.${code}; ${attributes(secure)}; Max-Age=${lifeSeconds}`;
    },
    clear: (secure) => `${name}=; ${attributes(secure)}; Max-Age=0`,
  };
}

const valueOf = (done: Outcome): string => Buffer.from(JSON.stringify(done)).toString('base64url');
