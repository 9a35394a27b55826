export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const name = 'attestry_theme';
const yearSeconds = 365 * 24 * 60 * 60;

/** The colours that a reader chose for this browser; null for those of the system. The cookie identifies no reader. */
export function themeOf(cookies: string): Theme | null {
  const found = cookies.split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return themes.find((theme) => found === `${name}=${theme}`) ?? null;
}

/** A Set-Cookie header; null removes the choice. */
export function themeCookie(theme: Theme | null, isSecure: boolean): string {
  const life = theme === null ? 0 : yearSeconds;
  return `${name}=${theme ?? ''}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}
