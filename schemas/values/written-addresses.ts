/** Addresses of the web as people write them in cells and sentences, where punctuation follows them. */

/** Also without a scheme, from `www.` on. */
const address = /https?:\/\/[^\s|“”"<>]+|\bwww\.[^\s|“”"<>]+/gi;

export const writtenAddresses = (text: string): readonly string[] =>
  [...text.matchAll(address)].map(([found]) => withoutPunctuation(found));

/** The text with another one in place of each address with a scheme; punctuation behind an address stays. */
export const replaceAddresses = (text: string, instead: (address: string, at: number) => string): string =>
  text.replaceAll(address, (found, at: number) => {
    if (!/^http/i.test(found)) return found;
    const own = withoutPunctuation(found);
    return instead(own, at) + found.slice(own.length);
  });

const marks = new Set(`.,;:!'’"”»>…)]}`);
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** An address without the punctuation behind it. A bracket that it opens itself is part of it. */
export function withoutPunctuation(address: string): string {
  let end = address.length;
  while (marks.has(address[end - 1] ?? '')) end -= 1;
  if (end === address.length) return address;
  const rest = address.slice(end);
  const open = Object.entries(brackets).find(
    ([closing, opening]) => rest.startsWith(closing) && countOf(address, opening, end) > countOf(address, closing, end),
  );
  return address.slice(0, open === undefined ? end : end + 1);
}

function countOf(text: string, mark: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && at < end; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}
