/** Names that a document binds to companies: `Example Trust, LLC (the “Company”)`. */
import type { DocumentView } from '../document-view.ts';
import { companiesIn } from '../notation/party-names.ts';
import { anyOf } from '../notation/words.ts';
import { sentencesIn } from '../readers/read-sentences.ts';

/** What an alias stands for: puts the company in the place of its names. */
export interface Aliases {
  readonly named: (text: string) => string;
}

const bracket = /^(?:'s)? ?\(([^()]{2,120})\)/;
const quoted = /(\bthe )?"([^"]{2,40})"/gi;
const defined = /()"([^"]{2,40})" (?:is defined as|means|refers to) (?:the )?/g;

/** Aliases of a document at most: a document with more defines other things. */
const mostAliases = 20;
const known = new WeakMap<DocumentView, Aliases>();

/** Two companies of one alias: it stands for neither. */
export function aliasesOf(document: DocumentView): Aliases {
  const found = known.get(document) ?? aliasesIn(document);
  known.set(document, found);
  return found;
}

function aliasesIn(document: DocumentView): Aliases {
  const bound = new Map<string, Set<string>>();
  const bind = (alias: string, company: string): void => {
    if (bound.size < mostAliases || bound.has(alias)) bound.set(alias, (bound.get(alias) ?? new Set()).add(company));
  };
  for (const { plain } of sentencesIn(document)) {
    if (!plain.includes('"')) continue;
    document.steps.characters(plain.length);
    const companies = companiesIn(plain);
    for (const { name, end } of companies) {
      const inside = bracket.exec(plain.slice(end, end + 140))?.[1] ?? '';
      for (const [, the, alias = ''] of inside.matchAll(quoted)) bind(the === undefined ? alias : `the ${alias}`, name);
    }
    for (const match of plain.matchAll(defined)) {
      const at = match.index + match[0].length;
      const company = companies.find(({ start }) => start === at);
      if (company !== undefined) bind(`the ${match[2] ?? ''}`, company.name);
    }
  }
  const single = new Map(
    [...bound].flatMap(([alias, names]) => (names.size === 1 ? [[alias, [...names][0] ?? ''] as const] : [])),
  );
  if (single.size === 0) return { named: (text) => text };
  // A capital after it is the rest of a longer name.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}"])(?:${anyOf(single.keys())})(?![\\p{L}\\p{N}"]|,? [\\p{Lu}&])`, 'gu');
  return {
    named: (text) => text.replaceAll('The ', 'the ').replaceAll(pattern, (whole) => single.get(whole) ?? whole),
  };
}
