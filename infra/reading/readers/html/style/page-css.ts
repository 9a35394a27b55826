import { Parser } from 'htmlparser2';
import { isShownOnScreen } from './media.ts';

/** Style sheets of a page. */
export interface PageCss {
  readonly css: string;
  /** Whether the page links to style sheets, which are not read. */
  readonly hasOthers: boolean;
}

/** The style sheets inside of a page: one at its end styles what is before it, too. */
export function pageCss(html: string): PageCss {
  if (!/<(?:style|link)\b/i.test(html)) return { css: '', hasOthers: false };
  const sheets: string[] = [];
  let [isStyle, withoutScripts, hasOthers] = [false, 0, false];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'noscript') withoutScripts += 1;
      if (name === 'link') hasOthers ||= /\bstylesheet\b/i.test(attributes['rel'] ?? '');
      isStyle = name === 'style' && withoutScripts === 0 && isShownOnScreen(attributes['media'] ?? '');
    },
    ontext: (text) => {
      if (isStyle) sheets.push(text);
    },
    onclosetag: (name) => {
      if (name === 'noscript') withoutScripts -= 1;
      isStyle = false;
    },
  });
  parser.end(html);
  return { css: sheets.join('\n'), hasOthers };
}
