import { type Document, DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';

/** Deepest nesting of elements. Browsers have the same limit. */
const deepest = 512;

/** The tree of an HTML page. Elements deeper than 512 become siblings, because selectors take time per level. */
export function parsePage(html: string): Document {
  const handler = new DomHandler();
  let depth = 0;
  const parser = new Parser({
    onparserinit: (parsing) => handler.onparserinit(parsing),
    onopentag: (name, attributes) => {
      depth += 1;
      handler.onopentag(name, attributes);
      if (depth > deepest) handler.onclosetag();
    },
    onclosetag: () => {
      if (depth <= deepest) handler.onclosetag();
      depth -= 1;
    },
    ontext: (text) => handler.ontext(text),
    onend: () => handler.onend(),
  });
  parser.end(html);
  return handler.root;
}
