import { hasDtiCheckCharacter, isDti } from '../../../../schemas/values/dti.ts';
import { formats } from '../../../../schemas/values/formats.ts';
import { isIsin } from '../../../../schemas/values/isin.ts';
import { isLei } from '../../../../schemas/values/lei.ts';
import { readTokenText, type TokenText } from '../../../../schemas/values/token-text.ts';

/** An identifier in a text. */
export type Identifier =
  | { readonly kind: 'token'; readonly token: TokenText }
  | { readonly kind: 'lei' | 'did' | 'dti' | 'isin' | 'slug' | 'uuid'; readonly code: string };

/** The first identifier anywhere in a text, in any case where its kind allows; null for words. */
export function readIdentifier(text: string): Identifier | null {
  const token = readTokenText(text);
  if (token !== null) return { kind: 'token', token };
  for (const word of text.split(/[\s,;:()<>"'/?&=#]+/u)) {
    const code = word.toUpperCase();
    if (isLei(code)) return { kind: 'lei', code };
    if (isIsin(code)) return { kind: 'isin', code };
    if (formats.uuid.accepts(word)) return { kind: 'uuid', code: word.toLowerCase() };
    if (formats.ulid.accepts(word)) return { kind: 'did', code };
    // Among other words only with its check character: nine consonants may be a word.
    if (hasDtiCheckCharacter(code) || (isDti(code) && word === text)) return { kind: 'dti', code };
    // A word alone is a slug as well as a ticker.
    if (word.includes('-') && formats.slug.accepts(word)) return { kind: 'slug', code: word };
  }
  return null;
}
