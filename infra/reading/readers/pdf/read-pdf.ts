import type { PDFDocumentProxy } from 'pdfjs-dist';
import { emptyReading, type Reading, type ReadingLink, type ReadingPage } from '../../../../schemas/values/reading.ts';
import { budgets } from '../../limits.ts';
import { createTextBudget, type Notes } from '../notes.ts';
import { NotReadable } from '../not-readable.ts';
import { collapsed, wordsOf } from '../text.ts';
import { linesOf, tenth } from './lines.ts';
import { openPdf } from './pdfjs.ts';
import { piecesOf } from './pieces.ts';
import { isUnreadFont, rulesOf } from './rulings.ts';
import { tablesOf } from './tables.ts';

/** A page is unread when more than this share of its characters is. */
const unreadShare = 0.2;

/** Reads the pages of a PDF in order. A page that cannot be read is empty, and makes the reading `partly`. */
export async function readPdf(bytes: Buffer, notes: Notes): Promise<Reading> {
  const document = await openPdf(bytes);
  const { title, language } = await about(document);
  const count = Math.min(document.numPages, budgets.pages);
  if (document.numPages > count) {
    notes.partly(`the document has ${document.numPages} pages; ${count} are read`);
  }
  const within = createTextBudget(notes);
  const pages: ReadingPage[] = [];
  const links = new Map<string, ReadingLink>();
  let ownWords = 0;
  for (let number = 1; number <= count; number += 1) {
    const { page, hrefs } = await readPage(document, number, notes);
    const text = textOf(page);
    if (!within(text)) break;
    pages.push(page);
    ownWords += wordsOf(text);
    for (const href of hrefs) if (links.size < budgets.links) links.set(href, { href, text: '', path: null });
  }
  if (pages.length === 0) throw new NotReadable('the document has no page that can be read');
  return { ...emptyReading, class: 'pdf', language, title, pages, links: [...links.values()], ownWords };
}

const emptyPage: ReadingPage = { w: 0, h: 0, unread: 0, lines: [], rules: [], tables: [] };

async function readPage(
  document: PDFDocumentProxy,
  number: number,
  notes: Notes,
): Promise<{ readonly page: ReadingPage; readonly hrefs: readonly string[] }> {
  try {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    // First: it loads the fonts.
    const operators = await page.getOperatorList();
    const fonts = new Map<string, boolean>();
    const isUnread = (font: string): boolean => {
      const known = fonts.get(font) ?? isUnreadFont(page, font);
      fonts.set(font, known);
      return known;
    };
    const { pieces, unread, turned } = await piecesOf(page, viewport, isUnread);
    const read: ReadingPage = {
      w: tenth(viewport.width),
      h: tenth(viewport.height),
      unread,
      lines: linesOf(pieces),
      rules: await rulesOf(operators, viewport),
      tables: await tablesOf(page, pieces),
    };
    const hrefs = ((await page.getAnnotations()) as readonly { readonly url?: unknown }[])
      .map(({ url }) => url)
      .filter((url) => typeof url === 'string')
      .map((url) => url.toWellFormed());
    page.cleanup();
    const readable = textOf(read).length;
    if (unread > unreadShare * (unread + readable)) notes.partly(`page ${number} has text without a map to letters`);
    if (turned > 0) notes.alarm(`page ${number} has text that is turned against the page; it is not read`);
    return { page: read, hrefs };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notes.partly(`page ${number} cannot be read (${message.slice(0, 120)})`);
    return { page: emptyPage, hrefs: [] };
  }
}

const textOf = ({ lines }: ReadingPage): string =>
  lines.map(({ cells }) => cells.map(([, , text]) => text).join(' ')).join(' ');

async function about(document: PDFDocumentProxy): Promise<Pick<Reading, 'title' | 'language'>> {
  try {
    const { info } = await document.getMetadata();
    const { Title: title, Language: language } = info as { readonly Title?: unknown; readonly Language?: unknown };
    return {
      title: typeof title === 'string' && collapsed(title) !== '' ? collapsed(title.toWellFormed()) : null,
      language:
        typeof language === 'string' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(language) ? language : null,
    };
  } catch {
    return { title: null, language: null };
  }
}
