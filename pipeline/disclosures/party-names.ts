/** Names of parties in a text that holds nothing else. */
import { closedAnswer } from './closed-answers.ts';
import { plainForm } from './words.ts';

/** Longest name of a party: a text with more is about it. */
const mostNameWords = 10;

/** A name alone in its text, or before a note about it. Null for every other text. */
export function partyName(text: string): string | null {
  const plain = plainForm(text).trim();
  if (closedAnswer(plain) !== null) return null;
  const [name = ''] = plain.split(/\s+(?=Note:)/, 1);
  const words = name.split(' ');
  const isSentence = /\b(?:is|are|was|has|have|the issuer|see)\b/i.test(name) || /[;:]/.test(name);
  return name === '' || isSentence || words.length > mostNameWords || !/^[\p{Lu}\d]/u.test(name)
    ? null
    : name.replace(/(?<=\p{L}{3})\.$/u, '');
}

/** What follows a comma within one name. */
const suffix =
  /^(?:LLC|L\.L\.C\.|Inc\.?|Ltd\.?|Limited|LLP|L\.P\.|LP|PLC|N\.A\.|Corp\.?|S\.A\.?|AG|GmbH|SE|B\.V\.|N\.V\.)$/;

/** Names parted by semicolons, sorted, each once; null when a part is no name, or commas may part names. */
export function partyNames(text: string): readonly string[] | null {
  const names = plainForm(text)
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (isOne(part) ? partyName(part) : null));
  const known = names.filter((name) => name !== null);
  return known.length === 0 || known.length < names.length ? null : [...new Set(known)].sort();
}

/** Whether a text names one party: "Brink, Ltd." does, "Brink and Bank of Malta" may be one or two. */
const isOne = (part: string): boolean =>
  !/\s(?:and|or)\s/i.test(part) &&
  part
    .split(',')
    .slice(1)
    .every((rest) => suffix.test(rest.trim()));
