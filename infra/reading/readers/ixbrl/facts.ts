import type { ReadingFact } from '../../../../schemas/values/reading.ts';
import { budgets } from '../../limits.ts';
import { createTextBudget, type Notes } from '../notes.ts';
import { collapsed } from '../text.ts';
import { createContexts, type OpenElement } from './contexts.ts';
import { scaled } from './numbers.ts';
import { transformed } from './transformations.ts';

const inline = new Set(['http://www.xbrl.org/2013/inlineXBRL', 'http://www.xbrl.org/2008/inlineXBRL']);
const link = 'http://www.xbrl.org/2003/linkbase';

/** Facts inside of facts: each has the text of those within. */
const mostNested = 16;

export const isInline = (uri: string): boolean => inline.has(uri);

/** An element of inline XBRL that collects text: a fact, or the continuation of one. */
interface TextElement {
  readonly local: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** `{namespace}local` of the fact. */
  readonly name: string;
  readonly path: string;
  readonly hidden: boolean;
  text: string;
  /** The part of the text that people see. */
  seen: string;
}

/** An element of the page that shows a hidden fact: its style names the fact. */
interface ShownPlace {
  readonly fact: string;
  readonly depth: number;
  seen: string;
}

/** The fact that the style of an element names, by Inline XBRL's convention for hidden facts. */
const shownFact = (style: string): string | undefined => /-ix-hidden:\s{0,8}([^\s;"']{1,200})/.exec(style)?.[1];

/** Collects the facts of a document from its elements and texts, in the order of their beginnings. */
export function createFacts(notes: Notes): {
  readonly open: (element: OpenElement, path: string) => void;
  /** `isSeen`: whether people see this text of the page. */
  readonly text: (text: string, isSeen: boolean) => void;
  readonly close: (element: OpenElement) => void;
  readonly done: () => { readonly facts: readonly ReadingFact[]; readonly schemas: readonly string[] };
} {
  const contexts = createContexts();
  const found: TextElement[] = [];
  const continuations = new Map<string, TextElement>();
  const open: TextElement[] = [];
  const showing: ShownPlace[] = [];
  /** Text of the elements that show a hidden fact, by its id. */
  const shownFor = new Map<string, string>();
  let depth = 0;
  const schemas: string[] = [];
  /** Depths of elements around the present one. */
  let [excluded, hidden, resources] = [0, 0, 0];
  const texts: string[] = [];

  const openElement = (element: OpenElement, path: string): void => {
    const { uri, local, attributes, expand } = element;
    depth += 1;
    const fact = shownFact(attributes.get('style') ?? '');
    if (fact !== undefined) showing.push({ fact, depth, seen: '' });
    if (resources > 0) {
      contexts.open(element);
      texts.push('');
    }
    if (uri === link && local === 'schemaRef') schemas.push(attributes.get('href') ?? '');
    if (!isInline(uri)) return;
    if (local === 'exclude') excluded += 1;
    else if (local === 'hidden') hidden += 1;
    else if (local === 'resources') resources += 1;
    else if (local === 'nonNumeric' || local === 'nonFraction' || local === 'continuation') {
      const name = expand(attributes.get('name') ?? '');
      const one: TextElement = { local, attributes, name, path, hidden: hidden > 0, text: '', seen: '' };
      if (open.length >= mostNested)
        notes.partly(`facts nest deeper than ${mostNested}; the text of the outer ones is not whole`);
      open.push(one);
      if (local === 'continuation') continuations.set(attributes.get('id') ?? '', one);
      else if (found.length < budgets.facts) found.push(one);
      else notes.partly(`the document has more than ${budgets.facts} facts; the rest is not read`);
    } else if (local === 'fraction' || local === 'tuple') {
      notes.partly(`facts of the kind ${local} are not read`);
    }
  };
  const closeElement = (element: OpenElement): void => {
    const { uri, local } = element;
    const last = showing.at(-1);
    if (last?.depth === depth) {
      showing.pop();
      shownFor.set(last.fact, `${shownFor.get(last.fact) ?? ''} ${last.seen}`);
    }
    depth -= 1;
    if (isInline(uri)) {
      if (local === 'exclude') excluded -= 1;
      else if (local === 'hidden') hidden -= 1;
      else if (local === 'resources') resources -= 1;
      else if (open.at(-1)?.local === local) open.pop();
    }
    if (resources > 0) {
      const own = texts.pop() ?? '';
      contexts.close(element, own);
      if (texts.length > 0) texts[texts.length - 1] = `${texts.at(-1) ?? ''}${own}`;
    }
  };
  return {
    open: openElement,
    close: closeElement,
    text: (text, isSeen) => {
      if (isSeen) for (const one of showing.slice(-mostNested)) one.seen += text;
      if (resources > 0 && texts.length > 0) texts[texts.length - 1] = `${texts.at(-1) ?? ''}${text}`;
      if (excluded > 0) return;
      for (const one of open.slice(-mostNested)) {
        one.text += text;
        if (isSeen) one.seen += text;
      }
    },
    done: () => {
      const within = createTextBudget(notes);
      const facts: ReadingFact[] = [];
      let unseen = 0;
      for (const one of found) {
        const { text, seen } = joined(one, continuations);
        const shown = collapsed(one.hidden ? (shownFor.get(one.attributes.get('id') ?? '') ?? '') : seen);
        if (!within(text) || (one.hidden && !within(shown))) break;
        const fact = factOf(one, text, shown, contexts, notes);
        if (fact === null) continue;
        if (shown === '' && (fact.value ?? '') !== '') unseen += 1;
        facts.push(fact);
      }
      if (unseen > 0) notes.alarm(`the page shows nothing for ${unseen} of its tagged facts`);
      return { facts, schemas };
    },
  };
}

/** Text of a fact with its continuations, and what people see of it. */
function joined(
  fact: TextElement,
  continuations: ReadonlyMap<string, TextElement>,
): { readonly text: string; readonly seen: string } {
  const parts = new Set<TextElement>();
  let [text, seen] = ['', ''];
  for (let part: TextElement | undefined = fact; part !== undefined && !parts.has(part); ) {
    parts.add(part);
    text += part.text;
    seen += part.seen;
    const next: string | undefined = part.attributes.get('continuedAt');
    part = next === undefined ? undefined : continuations.get(next);
  }
  return { text, seen };
}

function factOf(
  { local, attributes, name, path, hidden }: TextElement,
  text: string,
  shown: string,
  contexts: ReturnType<typeof createContexts>,
  notes: Notes,
): ReadingFact | null {
  const value = attributes.get('nil') === 'true' ? null : valueOf(local, attributes, text);
  if (typeof value === 'object' && value !== null) {
    notes.partly(value.problem);
    return null;
  }
  const reference = attributes.get('contextRef') ?? '';
  const context = contexts.context(reference);
  if (context === null) notes.alarm(`the context ${reference} of a fact is missing`);
  const unit = attributes.get('unitRef');
  return {
    name,
    id: attributes.get('id') ?? null,
    value,
    shown,
    context,
    hidden,
    path,
    unit: unit === undefined ? null : contexts.unit(unit),
  };
}

function valueOf(
  local: string,
  attributes: ReadonlyMap<string, string>,
  text: string,
): string | { readonly problem: string } {
  const format = attributes.get('format');
  const shown = lines(text);
  const value = format === undefined ? shown : transformed(format, shown);
  if (value === undefined) return { problem: `facts of the format ${format ?? ''} are not read` };
  if (value === null) return { problem: `a fact does not have its format ${format ?? ''}` };
  if (local !== 'nonFraction') return value;
  const number = /^\d+(?:\.\d*)?$/.test(value)
    ? scaled(value, attributes.get('scale') ?? '0', attributes.get('sign') === '-')
    : null;
  return number ?? { problem: 'a number of the document is not readable' };
}

/** Text without its layout: a run of whitespace with a line break is one line break, else one space. */
const lines = (text: string): string => text.replaceAll(/\s+/g, (run) => (run.includes('\n') ? '\n' : ' ')).trim();
