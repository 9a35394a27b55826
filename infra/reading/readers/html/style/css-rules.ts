import { isShownOnScreen } from './media.ts';
import { type Declarations, readDeclarations } from './declarations.ts';

/** A rule of a style sheet that may decide what is seen, with one selector. */
interface StyleRule {
  readonly selector: string;
  readonly declarations: Declarations;
}

export interface StyleSheets {
  readonly rules: readonly StyleRule[];
  /** Whether it brings in sheets that are not read. */
  readonly hasImports: boolean;
}

/** Blocks inside of blocks; deeper ones are left out. */
const deepest = 16;
/** Selectors that nesting may make of one block. */
const mostSelectors = 1_000;

/** At-rules whose blocks have rules of the page. */
const groups = new Set(['media', 'supports', 'layer', 'container', 'scope', 'starting-style']);

interface Block {
  readonly selectors: readonly string[] | null;
  own: string;
}

/** The rules of style sheets that a screen applies, in their order. Works from the left to the right, so any text takes linear time. */
export function readStyleSheets(css: string): StyleSheets {
  const rules: StyleRule[] = [];
  const open: Block[] = [];
  let hasImports = false;
  let text = '';
  const endBlock = (): void => {
    const block = open.pop();
    if (block === undefined || block.selectors === null) return;
    const declarations = readDeclarations(`${block.own};${text}`);
    if (declarations.size > 0) for (const selector of block.selectors) rules.push({ selector, declarations });
  };
  const beginBlock = (): void => {
    const around = open.at(-1);
    const prelude = text.slice(text.lastIndexOf(';') + 1).trim();
    if (around !== undefined) around.own += `;${text.slice(0, text.lastIndexOf(';') + 1)}`;
    open.push({ selectors: open.length < deepest ? selectorsOf(prelude, around) : null, own: '' });
  };
  for (const part of withoutComments(css).split(/([{}]|"[^"\n]*"|'[^'\n]*')/)) {
    if (part === '{') beginBlock();
    else if (part === '}') endBlock();
    else {
      text += part;
      if (open.length === 0 && /@import\b/i.test(part)) hasImports = true;
      continue;
    }
    text = '';
  }
  while (open.length > 0) endBlock();
  return { rules, hasImports };
}

function withoutComments(css: string): string {
  let [text, at] = ['', 0];
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', at)) {
    text += `${css.slice(at, start)} `;
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return text;
    at = end + 2;
  }
  return text + css.slice(at);
}

/** Selectors of a block; null of one without rules of the page. A group has those of the block around. */
function selectorsOf(prelude: string, around: Block | undefined): readonly string[] | null {
  if (around !== undefined && around.selectors === null) return null;
  const outer = around?.selectors ?? [''];
  if (!prelude.startsWith('@')) return nested(splitSelectors(prelude), outer);
  const name = /^@([\w-]{1,40})/.exec(prelude)?.[1] ?? '';
  const condition = prelude.slice(name.length + 1).trim();
  if (!groups.has(name.toLowerCase())) return null;
  if (name.toLowerCase() === 'media' && !isShownOnScreen(condition)) return null;
  return name.toLowerCase() === 'supports' && /^not\b/i.test(condition) ? null : outer;
}

function nested(own: readonly string[], outer: readonly string[]): readonly string[] | null {
  if (own.length * outer.length > mostSelectors) return null;
  return own.flatMap((selector) =>
    outer.map((one) => {
      if (one === '') return selector;
      return selector.includes('&') ? selector.replaceAll('&', one) : `${one} ${selector}`;
    }),
  );
}

/** Parts between the commas that are in no bracket. */
export function splitSelectors(list: string): readonly string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ''];
  for (const piece of list.split(/([(),[\]])/)) {
    if (piece === '(' || piece === '[') depth += 1;
    if (piece === ')' || piece === ']') depth -= 1;
    if (piece === ',' && depth <= 0) {
      parts.push(part.trim());
      part = '';
    } else part += piece;
  }
  return [...parts, part.trim()].filter((one) => one !== '');
}
