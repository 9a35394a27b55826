/** Entities of HTML that texts of lists hold, such as `&#39;`, `&amp;` and `&eacute;`. */
const pairsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/\s+/).map((pair): [string, string] => {
      const [name = '', character = ''] = pair.split(':');
      return [name, String.fromCodePoint(Number.parseInt(character, 16))];
    }),
  );

/** Names of characters with their code points. */
const named = pairsIn(`amp:26 lt:3c gt:3e quot:22 apos:27 nbsp:a0 ndash:2013 mdash:2014 lsquo:2018 rsquo:2019 ldquo:201c
rdquo:201d laquo:ab raquo:bb shy:ad zwnj:200c zwj:200d szlig:df oslash:f8 Oslash:d8 aelig:e6 AElig:c6 oelig:153
OElig:152 eth:f0 thorn:fe AMP:26 LT:3c GT:3e QUOT:22`);
/** Marks behind the letter that they are on: `eacute`. */
const marks = pairsIn('grave:300 acute:301 circ:302 tilde:303 uml:308 ring:30a caron:30c cedil:327');

const pattern = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g;

/** The text with its entities decoded, twice at most: `&amp;#39;` is an apostrophe. What is no known entity stays. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  const once = decoded(text);
  return once.includes('&') && once !== text ? decoded(once) : once;
}

const decoded = (text: string): string =>
  text.replaceAll(pattern, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? markedLetter(name) ?? whole;
    return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? whole;
  });

/** Null for what is no character: a surrogate, a control, or a number beyond Unicode. */
const characterOf = (code: number): string | null =>
  code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff
    ? null
    : String.fromCodePoint(code);

/** `eacute` is é. */
function markedLetter(name: string): string | undefined {
  const mark = marks.get(name.slice(1));
  return mark === undefined ? undefined : `${name.charAt(0)}${mark}`.normalize('NFC');
}
