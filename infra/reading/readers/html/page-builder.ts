import { type Reading, type ReadingBlock, type ReadingLink, unreadMark } from '../../../../schemas/values/reading.ts';
import { budgets } from '../../limits.ts';
import { createTextBudget, type Notes } from '../notes.ts';
import { collapsed, wordsOf } from '../text.ts';
import { isRead, leavesGap, reportUnseen, type UnseenReason } from '../unseen.ts';
import { type Attributes, inline, isFrame, isHidden, unseen } from './elements.ts';
import { pathOf, stepOf } from './path.ts';
import { unseenAs } from './style/appearance.ts';
import type { PageCss } from './style/page-css.ts';
import { createStyles } from './style/styles.ts';
import { createTables } from './table-builder.ts';

type PageParts = Pick<
  Reading,
  'language' | 'title' | 'base' | 'blocks' | 'tables' | 'links' | 'ownWords' | 'password' | 'scripts' | 'struck'
>;

/** Positions of children by their name; deeper elements share those of the last level that is counted. */
const countedDepth = 512;

/** Builds the reading of a page from the elements and texts of a parser, in document order. */
export function createPage(
  notes: Notes,
  { css, hasOthers }: PageCss,
): {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
  /** Path of the innermost open element. */
  readonly path: () => string;
  /** Whether people see text of the innermost open element. */
  readonly isSeen: () => boolean;
  readonly done: () => PageParts;
} {
  const within = createTextBudget(notes);
  const tables = createTables(notes);
  const styles = createStyles(css, hasOthers);
  const unseenText = new Map<UnseenReason, number>();
  const struck: { readonly path: string; readonly text: string }[] = [];
  /** Why the text of the innermost open element is not seen. */
  let why: UnseenReason | null = null;
  const blocks: ReadingBlock[] = [];
  const links: ReadingLink[] = [];
  const scripts: string[] = [];
  const steps: string[] = [];
  const counts: Map<string, number>[] = [new Map<string, number>()];
  let [language, title, base, password]: [string | null, string | null, string | null, boolean] = [
    null,
    null,
    null,
    false,
  ];
  let depth = 0;
  let ownWords = 0;
  /** Depth of the outermost element that has no text of the page, is hidden, is a frame, is a title or is a link; 0 outside of one. */
  const inside = { unseen: 0, hidden: 0, frame: 0, title: 0, link: 0 };
  let [titleText, linkText, linkAt]: [string, string, number] = ['', '', -1];
  let isFull = false;
  let block: { text: string; own: string; heading: number | null; path: string } = newBlock('', null);

  const flush = (path: string, heading: number | null): void => {
    const text = readable(collapsed(block.text));
    if (text !== '' && !isFull) {
      const own = wordsOf(collapsed(block.own));
      isFull = !within(text) || !within(block.path);
      if (!isFull) blocks.push({ path: block.path, text, heading: block.heading, own: own > 0 });
      if (!isFull) ownWords += own;
    }
    block = newBlock(path, heading);
  };
  const headingNow: (number | null)[] = [];

  const open = (name: string, attributes: Attributes): void => {
    depth += 1;
    if (depth <= countedDepth) {
      const siblings = counts.at(-1);
      const position = (siblings?.get(name) ?? 0) + 1;
      siblings?.set(name, position);
      counts.push(new Map());
      steps.push(stepOf(name, attributes, position));
    }
    if (name === 'html') language ??= languageOf(attributes);
    if (name === 'base') base ??= attributes.href?.trim() ?? null;
    if (name === 'script' && attributes.src !== undefined && scripts.length < budgets.scripts)
      scripts.push(attributes.src);
    if (name === 'input' && attributes.type?.toLowerCase() === 'password') password = true;
    if (name === 'title' && title === null && inside.title === 0) inside.title = depth;
    const appearance = styles.open(name, attributes);
    why = unseenAs(appearance);
    if (inside.unseen === 0 && unseen.has(name)) inside.unseen = depth;
    if (inside.hidden === 0 && (appearance.hidden !== null || isHidden(name, attributes))) inside.hidden = depth;
    if (inside.unseen > 0 || inside.hidden > 0) return;
    if (inside.frame === 0 && isFrame(name, attributes)) inside.frame = depth;
    if ((name === 'a' || name === 'area') && attributes.href !== undefined) openLink(attributes.href.trim());
    // A raised mark after a digit is no further digit.
    if (name === 'sup' && /\d$/.test(block.text)) add('^');
    if (inline.has(name)) return;
    if (name === 'br') {
      add(' ');
      return;
    }
    const heading = /^h([1-6])$/.exec(name)?.[1];
    headingNow.push(heading === undefined ? (headingNow.at(-1) ?? null) : Number(heading));
    flush(pathOf(steps), headingNow.at(-1) ?? null);
    tables.text(' ');
    tables.open(name, attributes, pathOf(steps));
  };
  const openLink = (href: string): void => {
    if (inside.link === 0) inside.link = depth;
    if (links.length >= budgets.links) {
      notes.partly(`the document has more than ${budgets.links} links; the rest is not read`);
      return;
    }
    linkText = '';
    linkAt = links.length;
    links.push({ href, text: '', path: pathOf(steps) });
  };
  const closeLink = (): void => {
    inside.link = 0;
    const link = links[linkAt];
    if (link !== undefined) links[linkAt] = { ...link, text: collapsed(linkText) };
    linkAt = -1;
  };
  const add = (text: string): void => {
    block.text += text;
    if (inside.frame === 0 && inside.link === 0) block.own += text;
    if (inside.link > 0) linkText += text;
    tables.text(text);
  };
  const count = (reason: UnseenReason, text: string): void => {
    const shown = collapsed(text);
    if (shown === '') return;
    unseenText.set(reason, (unseenText.get(reason) ?? 0) + shown.length);
    if (reason === 'struck' && within(shown)) struck.push({ path: pathOf(steps), text: shown });
  };
  const close = (name: string): void => {
    if (inside.title === depth) {
      inside.title = 0;
      title = collapsed(titleText) || null;
    }
    const wasSeen = inside.unseen === 0 && inside.hidden === 0;
    why = unseenAs(styles.close());
    if (inside.unseen === depth) inside.unseen = 0;
    if (inside.hidden === depth) inside.hidden = 0;
    if (inside.frame === depth) inside.frame = 0;
    if (inside.link === depth) closeLink();
    if (depth <= countedDepth) {
      steps.pop();
      counts.pop();
    }
    depth -= 1;
    if (!wasSeen || inline.has(name) || name === 'br') return;
    headingNow.pop();
    tables.close(name);
    flush(pathOf(steps), headingNow.at(-1) ?? null);
    tables.text(' ');
  };
  return {
    open,
    close,
    path: () => pathOf(steps),
    isSeen: () => inside.unseen === 0 && inside.hidden === 0 && isRead(why),
    text: (text) => {
      if (inside.title > 0) titleText += text;
      if (inside.unseen > 0 || isFull) return;
      const reason = inside.hidden > 0 ? (why ?? 'none') : why;
      if (reason !== null) count(reason, text);
      if (isRead(reason)) add(text);
      else if (inside.hidden === 0 && reason !== null && leavesGap(reason)) add(text.trim() === '' ? ' ' : unreadMark);
    },
    done: () => {
      flush('', null);
      reportUnseen('the page', unseenText, notes);
      return {
        language,
        title,
        base,
        blocks,
        tables: tables.tables(),
        links,
        ownWords,
        password,
        scripts,
        ...(struck.length > 0 && { struck }),
      };
    },
  };
}

/** A text of which nothing is seen is none. */
const readable = (text: string): string => (text.replaceAll(unreadMark, '').trim() === '' ? '' : text);

const newBlock = (
  path: string,
  heading: number | null,
): { text: string; own: string; heading: number | null; path: string } => ({
  text: '',
  own: '',
  heading,
  path,
});

const languageOf = ({ lang, 'xml:lang': xmlLang }: Attributes): string | null => {
  const stated = (lang ?? xmlLang ?? '').trim();
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(stated) ? stated : null;
};
