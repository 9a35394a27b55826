import { type ExplorerLink, explorerLink } from '../../schemas/values/explorer-links.ts';

/** A part of a text: as it is, or an account of the chain. */
export interface AccountPart {
  readonly text: string;
  /** Null for text that is no account. */
  readonly link: ExplorerLink | null;
}

/** A text in parts, with the addresses of its chain, by slug, as accounts; null for a chain is text alone. */
export function accountParts(text: string, chain: string | null): readonly AccountPart[] {
  if (chain === null) return [{ text, link: null }];
  const parts: AccountPart[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/(?<![0-9A-Za-z])[0-9A-Za-z]{25,64}(?![0-9A-Za-z])/g)) {
    const link = explorerLink('account', chain, word);
    if (link === null) continue;
    if (index > from) parts.push({ text: text.slice(from, index), link: null });
    parts.push({ text: word, link });
    from = index + word.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), link: null });
  return parts;
}
