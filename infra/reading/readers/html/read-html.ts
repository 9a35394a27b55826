import { Parser } from 'htmlparser2';
import { emptyReading, type Reading } from '../../../../schemas/values/reading.ts';
import { budgets } from '../../limits.ts';
import type { Notes } from '../notes.ts';
import { NotReadable } from '../not-readable.ts';
import { createPage } from './page-builder.ts';
import { pageCss } from './style/page-css.ts';

/** Reads HTML as tolerantly as a browser: any input has a reading. Works by events, so no nesting is too deep. */
export function readHtml(html: string, notes: Notes): Reading {
  const text = html.toWellFormed();
  const page = createPage(notes, pageCss(text));
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > budgets.htmlDepth) throw new NotReadable(`the page nests deeper than ${budgets.htmlDepth} elements`);
      page.open(name, attributes);
    },
    ontext: page.text,
    onclosetag: (name) => {
      depth -= 1;
      page.close(name);
    },
  });
  parser.end(text);
  return { ...emptyReading, class: 'html', ...page.done() };
}
