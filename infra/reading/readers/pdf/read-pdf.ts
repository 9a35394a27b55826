import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  type Box,
  emptyReading,
  type PageCell,
  type Reading,
  type ReadingLink,
  type ReadingPage,
} from '../../../../schemas/values/reading.ts';
import { budgets } from '../../limits.ts';
import { createTextBudget, type Notes } from '../notes.ts';
import { NotReadable } from '../not-readable.ts';
import { collapsed, wordsOf } from '../text.ts';
import { reportUnseen } from '../unseen.ts';
import { drawingOf, type IsShown } from './drawing.ts';
import { type Annotation, struckBy, withFormText } from './form-text.ts';
import { linesOf, tenth } from './lines.ts';
import { areaOf } from './matrix.ts';
import { openPdf } from './pdfjs.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { rulesOf } from './rulings.ts';
import { tablesOf } from './tables.ts';
import { createSight } from './visible.ts';

/** A page is unread when more than this share of its characters is. */
const unreadShare = 0.2;
/** A picture is listed when it takes more than this share of its page. */
const pictureShare = 0.15;

/** Reads the pages of a PDF in order. A page that cannot be read is empty, and makes the reading `partly`. `onPage` gets the reading so far after each page. */
export async function readPdf(bytes: Buffer, notes: Notes, onPage: (reading: Reading) => void): Promise<Reading> {
  const document = await openPdf(bytes);
  const { title, language, isForeignForm } = await about(document);
  if (isForeignForm) notes.partly('the document is a form of XFA, which is not read');
  const count = Math.min(document.numPages, budgets.pages);
  if (document.numPages > count) {
    notes.partly(`the document has ${document.numPages} pages; ${count} are read`);
  }
  const isShown = await layersOf(document);
  const within = createTextBudget(notes);
  const pages: ReadingPage[] = [];
  const links = new Map<string, ReadingLink>();
  let ownWords = 0;
  const reading = (): Reading => ({
    ...emptyReading,
    class: 'pdf',
    language,
    title,
    pages,
    links: [...links.values()],
    ownWords,
  });
  for (let number = 1; number <= count; number += 1) {
    const { page, hrefs } = await readPage(document, number, isShown, notes);
    const text = textOf(page);
    if (!within(text)) break;
    pages.push(page);
    ownWords += wordsOf(text);
    for (const href of hrefs) if (links.size < budgets.links) links.set(href, { href, text: '', path: null });
    if (number < count) onPage(reading());
  }
  if (pages.length === 0) throw new NotReadable('the document has no page that can be read');
  return reading();
}

/** A layer is shown when it is both on the screen and in print. */
async function layersOf(document: PDFDocumentProxy): Promise<IsShown> {
  const configs = await Promise.all(
    ['display', 'print'].map((intent) => document.getOptionalContentConfig({ intent })),
  );
  return (layer) => configs.every((config) => (config as { isVisible: IsShown }).isVisible(layer));
}

const emptyPage: ReadingPage = { w: 0, h: 0, unread: 0, lines: [], rules: [], tables: [] };

async function readPage(
  document: PDFDocumentProxy,
  number: number,
  isShown: IsShown,
  notes: Notes,
): Promise<{ readonly page: ReadingPage; readonly hrefs: readonly string[] }> {
  try {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const annotations = (await page.getAnnotations()) as readonly Annotation[];
    const operators = await page.getOperatorList();
    const drawing = await drawingOf(page, operators, viewport, isShown);
    const paper = [0, 0, viewport.width, viewport.height] as const;
    const sight = createSight(paper, drawing.paints, struckBy(annotations, viewport));
    const { pieces: drawn, unread, turned, unseen, struck } = await piecesOf(page, drawing.glyphs, sight);
    const { pieces, isLeftOut } = withFormText(annotations, drawn, viewport);
    const pictures = drawing.pictures.filter((box) => areaOf(box) > pictureShare * areaOf(paper));
    const read: ReadingPage = {
      w: tenth(viewport.width),
      h: tenth(viewport.height),
      unread,
      lines: linesOf(pieces),
      rules: await rulesOf(operators, viewport),
      tables: await tablesOf(page, pieces),
      ...(pictures.length > 0 && { pictures: pictures.map(tenths) }),
      ...(struck.length > 0 && { struck: struck.map(boxOf) }),
    };
    const hrefs = annotations
      .map(({ url }) => url)
      .filter((url) => typeof url === 'string')
      .map((url) => url.toWellFormed());
    page.cleanup();
    const readable = textOf(read).length;
    if (unread > unreadShare * (unread + readable)) notes.partly(`page ${number} has text without a map to letters`);
    if (turned > 0) notes.alarm(`page ${number} has text that is turned against the page; it is not read`);
    if (isLeftOut) notes.partly(`page ${number} has a field of a form whose value is not read`);
    reportUnseen(`page ${number}`, unseen, notes);
    return { page: read, hrefs };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notes.partly(`page ${number} cannot be read (${message.slice(0, 120)})`);
    return { page: emptyPage, hrefs: [] };
  }
}

const tenths = ([x0, y0, x1, y1]: Box): Box => [tenth(x0), tenth(y0), tenth(x1), tenth(y1)];

const boxOf = ({ x0, x1, y, h, text }: Piece): PageCell => [...tenths([x0, y - h, x1, y]), text];

const textOf = ({ lines }: ReadingPage): string =>
  lines.map(({ cells }) => cells.map(([, , text]) => text).join(' ')).join(' ');

type About = Pick<Reading, 'title' | 'language'> & { readonly isForeignForm: boolean };

interface Information {
  readonly Title?: unknown;
  readonly Language?: unknown;
  readonly IsXFAPresent?: unknown;
  readonly IsAcroFormPresent?: unknown;
}

async function about(document: PDFDocumentProxy): Promise<About> {
  try {
    const { info } = await document.getMetadata();
    const { Title: title, Language: language, IsXFAPresent, IsAcroFormPresent } = info as Information;
    return {
      title: typeof title === 'string' && collapsed(title) !== '' ? collapsed(title.toWellFormed()) : null,
      language:
        typeof language === 'string' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(language) ? language : null,
      isForeignForm: IsXFAPresent === true && IsAcroFormPresent !== true,
    };
  } catch {
    return { title: null, language: null, isForeignForm: false };
  }
}
