import { compile, selectAll } from 'css-select';
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler';
import { linkSet } from '../../documents/captures/links.ts';
import { parsePage } from './parse-page.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';

/** Text and links of a page. */
export interface PageContent {
  /** Visible text, one block per line, whitespace collapsed. */
  readonly text: string;
  /** Absolute URLs, without repeats, sorted. */
  readonly links: readonly string[];
}

export interface PageReading {
  /** URL that answered. A `base` element of the page takes precedence over it. */
  readonly url: string;
  /** CSS selectors of rotating content, such as captions of a slide show. Such elements are removed, with their links. */
  readonly remove: readonly string[];
}

/** Text and links of an HTML page. As tolerant as a browser: accepts any input. */
export function readPage(html: string, { url, remove }: PageReading): PageContent {
  const document = parsePage(html);
  const removed = removedNodes(document, remove);
  const page: Page = { text: '', links: [], base: null };
  visit(document, page, removed);
  const base = (page.base === null ? null : parseUrl(page.base, url))?.href ?? url;
  return { text: linesOf(page.text), links: linkSet(page.links, base) };
}

/** Why a selector is invalid, as a sentence; null when it is valid. */
export function selectorProblem(selector: string): string | null {
  try {
    compile(selector);
    return null;
  } catch (error) {
    return `${JSON.stringify(selector)} is not a CSS selector: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface Page {
  text: string;
  readonly links: string[];
  /** The first `base` of the page. */
  base: string | null;
}

function removedNodes(document: Document, selectors: readonly string[]): ReadonlySet<AnyNode> {
  return new Set(selectors.flatMap((selector) => selectAll<AnyNode, Element>(selector, document)));
}

/** Elements whose content is not shown as text. */
const unseen = new Set(
  'head title script style noscript template svg math iframe object canvas audio video'.split(' '),
);

/** Elements that do not begin a line of their own. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr'
  ).split(' '),
);

/** Visits nodes in document order, without recursion: a page may nest deeper than the call stack allows. */
function visit(document: Document, page: Page, removed: ReadonlySet<AnyNode>): void {
  const open: (AnyNode | '\n')[] = [...document.children].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === '\n') page.text += node;
    else if (isText(node)) page.text += node.data.replaceAll('\n', ' ');
    else if (isTag(node) && !removed.has(node)) {
      noteAddress(node, page);
      const within = contentOf(node);
      const isBlock = !inline.has(node.name);
      if (isBlock) page.text += '\n';
      if (isBlock) open.push('\n');
      for (let index = within.length - 1; index >= 0; index -= 1) {
        const child = within[index];
        if (child !== undefined) open.push(child);
      }
    }
  }
}

/** Children to visit. A `head` is not shown, but it may hold the `base` of all links. */
function contentOf(node: Element): readonly AnyNode[] {
  if (!unseen.has(node.name)) return node.children;
  return node.name === 'head' ? node.children.filter((child) => isTag(child) && child.name === 'base') : [];
}

function noteAddress({ name, attribs }: Element, page: Page): void {
  const { href } = attribs;
  if (href === undefined) return;
  if (name === 'base') page.base ??= href;
  else if (name === 'a' || name === 'area') page.links.push(href.trim());
}

const linesOf = (text: string): string =>
  text
    .toWellFormed()
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
