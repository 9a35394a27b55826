import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { emptyReading, type Reading } from '../../../../schemas/values/reading.ts';
import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import { budgets } from '../../limits.ts';
import { inline } from '../html/elements.ts';
import { createPage } from '../html/page-builder.ts';
import { pageCss } from '../html/style/page-css.ts';
import { createNotes, type Notes } from '../notes.ts';
import type { OpenElement } from './contexts.ts';
import { createFacts, isInline } from './facts.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';
const esma = 'https://www.esma.europa.eu/taxonomy/';

/** Whether a page may be XHTML: it declares XHTML near its start, or binds an inline XBRL namespace. */
export const mayBeXhtml = (text: string): boolean =>
  /^\ufeff?\s*<\?xml/.test(text) ||
  text.slice(0, 4_096).includes(xhtml) ||
  /xmlns:\w+\s*=\s*["']http:\/\/www\.xbrl\.org\/20(?:08|13)\/inlineXBRL/.test(text);

/**
 * Reads a page as XML, with the facts of inline XBRL that it has. Null when it is not well-formed, nests deeper than XML may,
 * or is not a page: it is then read as HTML. Entities are never expanded beyond those of XML, so none can grow.
 */
export function readXhtml(text: string, notes: Notes): Reading | null {
  const own = createNotes();
  const page = createPage(own, pageCss(text));
  const facts = createFacts(own);
  const parser = new SaxesParser({ xmlns: true, position: false });
  let [depth, isPage, failed] = [0, false, false];
  const stack: OpenElement[] = [];
  parser.on('error', () => {
    failed = true;
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > budgets.depth) failed = true;
    if (failed) return;
    if (depth === 1) isPage = tag.local === 'html' && tag.uri === xhtml;
    const element = opened(tag, parser);
    stack.push(element);
    if (isBlock(tag)) facts.text('\n', true);
    page.open(isInline(tag.uri) && tag.local === 'header' ? 'template' : nameOf(tag), plain(tag.attributes));
    facts.open(element, page.path());
  });
  parser.on('text', (value) => {
    if (failed) return;
    page.text(value);
    facts.text(value, page.isSeen());
  });
  parser.on('cdata', (value) => {
    if (failed) return;
    page.text(value);
    facts.text(value, page.isSeen());
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    const element = stack.pop();
    if (failed || element === undefined) return;
    facts.close(element);
    if (isBlock(tag)) facts.text('\n', true);
    page.close(isInline(tag.uri) && tag.local === 'header' ? 'template' : nameOf(tag));
  });
  for (let at = 0; at < text.length && !failed; at += chunk) parser.write(text.slice(at, at + chunk));
  if (!failed) parser.close();
  if (failed || !isPage) return null;
  const parts = page.done();
  const read = facts.done();
  for (const alarm of own.alarms()) notes.alarm(alarm);
  const reason = own.reason();
  if (reason !== null) notes.partly(reason);
  return { ...emptyReading, class: classOf(read.facts), ...parts, ...read };
}

/** Characters that the parser gets at a time: it stops soon after an error. */
const chunk = 65_536;

const classOf = (facts: Reading['facts']): DocumentClass => {
  if (facts.length === 0) return 'xhtml';
  return facts.some(({ name }) => name.startsWith(`{${esma}`)) ? 'ixbrl_esma' : 'ixbrl_other';
};

/** Elements of inline XBRL and of other vocabularies do not begin a block. */
const nameOf = ({ uri, local }: SaxesTagNS): string => (uri === xhtml ? local : 'span');

/** Blocks and breaks part the text of a fact as they part that of the page. */
const isBlock = ({ uri, local }: SaxesTagNS): boolean => uri === xhtml && !inline.has(local);

const plain = (attributes: Readonly<Record<string, SaxesAttributeNS>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value.toWellFormed()]));

function opened(tag: SaxesTagNS, parser: SaxesParser<{ xmlns: true; position: false }>): OpenElement {
  const attributes = new Map(Object.values(tag.attributes).map(({ local, value }) => [local, value.toWellFormed()]));
  return {
    uri: tag.uri,
    local: tag.local,
    attributes,
    expand: (name) => {
      const colon = name.indexOf(':');
      const uri = parser.resolve(colon < 0 ? '' : name.slice(0, colon)) ?? '';
      return `{${uri}}${name.slice(colon + 1).trim()}`;
    },
  };
}
