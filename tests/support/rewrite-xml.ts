import { SaxesParser } from 'saxes';

/** Style in which a document is rewritten. Its content stays the same. */
export interface XmlStyle {
  /** Indentation of an element per level; empty for no line breaks. */
  readonly indent: string;
  readonly quote: '"' | "'";
  readonly reverseAttributes: boolean;
  /** Whether texts with markup characters become CDATA instead of references. */
  readonly cdata: boolean;
  /** Whether characters outside ASCII become numeric references. */
  readonly ascii: boolean;
  /** Whether empty elements are `<a></a>` instead of `<a/>`. */
  readonly closeEmpty: boolean;
  /** Prefix for all elements of the default namespace. */
  readonly prefix: string | null;
  readonly newline: '\n' | '\r\n';
  readonly comments: boolean;
}

/** Rewrites a document, which must have no mixed content, in another style. */
export function rewriteXml(text: string, style: XmlStyle): string {
  const { indent, newline, quote } = style;
  const out: string[] = [`<?xml version=${quote}1.0${quote} encoding=${quote}UTF-8${quote}?>`];
  const parser = new SaxesParser();
  let depth = 0;
  let pending = '';
  let isLeaf = false;
  const named = (name: string): string => (style.prefix === null ? name : `${style.prefix}:${name}`);
  const line = (): string => (indent === '' ? '' : newline + indent.repeat(depth));
  parser.on('opentag', ({ name, attributes }) => {
    const list = Object.entries(attributes).map(([key, value]) => {
      const attribute = key === 'xmlns' && style.prefix !== null ? `xmlns:${style.prefix}` : key;
      return ` ${attribute}=${quote}${escapeText(value, style, quote)}${quote}`;
    });
    if (style.reverseAttributes) list.reverse();
    out.push(line(), style.comments && depth === 1 ? `<!-- ${depth} -->` : '', `<${named(name)}${list.join('')}>`);
    depth += 1;
    pending = '';
    isLeaf = true;
  });
  parser.on('text', (content) => {
    pending += content;
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    if (!isLeaf) out.push(line());
    else if (pending === '' && !style.closeEmpty) out.push(`${(out.pop() ?? '').slice(0, -1)}/>`);
    else if (style.cdata && /[<&]/.test(pending)) out.push(`<![CDATA[${pending}]]>`);
    else out.push(escapeText(pending, style, ''));
    if (!isLeaf || pending !== '' || style.closeEmpty) out.push(`</${named(name)}>`);
    isLeaf = false;
    pending = '';
  });
  parser.write(text).close();
  return out.join('') + newline;
}

function escapeText(text: string, { ascii }: XmlStyle, quote: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(quote === '' ? '\u0000' : quote, quote === '"' ? '&quot;' : '&apos;');
  return ascii ? escaped.replace(/[^\p{ASCII}]/gu, (one) => `&#x${(one.codePointAt(0) ?? 0).toString(16)};`) : escaped;
}
