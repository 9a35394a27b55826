import type { Attributes } from '../elements.ts';
import { splitSelectors } from './css-rules.ts';

/** An element as selectors see it. */
export interface StyledElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly classes: ReadonlySet<string>;
  readonly parent: StyledElement | null;
  readonly before: StyledElement | null;
  /** Position among all siblings and among those of its name, from 1. */
  readonly index: number;
  readonly typeIndex: number;
}

/** What is only known when the whole page is read, such as `:last-child`, may be true. */
type Answer = 'yes' | 'no' | 'maybe';
type Test = (element: StyledElement) => Answer;

interface Compound {
  readonly combinator: '' | ' ' | '>' | '+' | '~';
  readonly tests: readonly Test[];
}

export interface Selector {
  /** From the right to the left. */
  readonly compounds: readonly Compound[];
  /** Numbers of ids, of classes and the like, of names. */
  readonly weight: number;
  /** `#id`, `.class` or name that the element must have; null of any element. */
  readonly key: string | null;
}

/** Selectors of more parts are not written by people. */
const mostCompounds = 12;

const part =
  /\s*([>+~])\s*|(\s+)|#((?:[\w-]|[^\u0000-\u007f]|\\.)+)|\.((?:[\w-]|[^\u0000-\u007f]|\\.)+)|\[([^\]]{1,300})\]|(::?)([\w-]+)|(\()|([a-zA-Z*][\w-]*)/gy;
const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1');

/** Selector of a rule; null of one that is invalid, or that can match no element, such as that of `::before`. */
export function readSelector(text: string): Selector | null {
  const compounds: { combinator: Compound['combinator']; tests: Test[] }[] = [{ combinator: '', tests: [] }];
  let [weight, at, key]: [number, number, string | null] = [0, 0, null];
  const own = (): { combinator: Compound['combinator']; tests: Test[] } =>
    compounds.at(-1) ?? { combinator: '', tests: [] };
  const keyed = (found: string): void => {
    if (key === null || found.startsWith('#')) key = found;
  };
  while (at < text.length) {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found === null) return null;
    at = part.lastIndex;
    const [, combinator, space, id, name, attribute, colons, pseudo, , type] = found;
    if (combinator !== undefined || space !== undefined) {
      key = null;
      compounds.push({ combinator: (combinator ?? ' ') as Compound['combinator'], tests: [] });
    } else if (id !== undefined) {
      const value = unescaped(id);
      own().tests.push((element) => yes(element.attributes.id === value));
      weight += 1_000_000;
      keyed(`#${value}`);
    } else if (name !== undefined) {
      const value = unescaped(name);
      own().tests.push((element) => yes(element.classes.has(value)));
      weight += 1_000;
      keyed(`.${value}`);
    } else if (attribute !== undefined) {
      const test = attributeTest(attribute);
      if (test === null) return null;
      own().tests.push(test);
      weight += 1_000;
    } else if (pseudo !== undefined) {
      if (colons === '::') return null;
      const argument = text[at] === '(' ? argumentAt(text, at) : null;
      if (argument !== null) at += argument.length + 2;
      const test = pseudoTest(pseudo.toLowerCase(), argument);
      if (test === null) return null;
      own().tests.push(test);
      weight += pseudo.toLowerCase() === 'where' ? 0 : 1_000;
    } else if (type !== undefined) {
      if (type === '*') continue;
      const value = type.toLowerCase();
      own().tests.push((element) => yes(element.name === value));
      weight += 1;
      key ??= value;
    } else return null;
  }
  return compounds.length > mostCompounds ? null : { compounds: compounds.reverse(), weight, key };
}

const yes = (isTrue: boolean): Answer => (isTrue ? 'yes' : 'no');

function argumentAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1);
}

/** What stands inside of `[…]`: a name, or a name, an operator and a value, perhaps with a flag. */
function attributeTest(text: string): Test | null {
  const equals = text.indexOf('=');
  const before = equals < 0 ? text : text.slice(0, equals);
  const name = before.replace(/[~|^$*]$/, '').trim();
  if (!/^[\w:-]{1,100}$/.test(name)) return null;
  const operator = /[~|^$*]$/.exec(before)?.[0] ?? '';
  const stated = equals < 0 ? null : text.slice(equals + 1).trim();
  const isFolded = stated !== null && /["'] ?i$/i.test(stated);
  const value =
    stated === null
      ? undefined
      : stated.replace(/ ?[is]$/i, (flag) => (/^["']/.test(stated) ? '' : flag)).replaceAll(/^["']|["']$/g, '');
  const fold = (one: string): string => (isFolded ? one.toLowerCase() : one);
  return ({ attributes }) => {
    const stated = Object.hasOwn(attributes, name.toLowerCase()) ? attributes[name.toLowerCase()] : undefined;
    if (stated === undefined || value === undefined) return yes(stated !== undefined);
    const [has, wanted] = [fold(stated), fold(value)];
    if (operator === '~') return yes(has.split(/\s+/).includes(wanted));
    if (operator === '|') return yes(has === wanted || has.startsWith(`${wanted}-`));
    if (operator === '') return yes(has === wanted);
    if (wanted === '') return 'no';
    if (operator === '^') return yes(has.startsWith(wanted));
    return yes(operator === '$' ? has.endsWith(wanted) : has.includes(wanted));
  };
}

/** States of a page that someone uses, and elements without text. */
const never =
  'hover focus focus-within focus-visible active visited target checked indeterminate empty disabled invalid open fullscreen modal popover-open placeholder-shown autofill host';
const neverTrue = new Set(never.split(' '));
const alwaysTrue = new Set(['defined', 'scope', 'enabled', 'valid']);
/** Known at the end of the page. */
const later = new Set(
  'last-child last-of-type only-child only-of-type nth-last-child nth-last-of-type lang dir host-context'.split(' '),
);

const whole = new Set(['html', 'body', 'main']);

function pseudoTest(name: string, argument: string | null): Test | null {
  if (name === 'not' || name === 'is' || name === 'where' || name === 'matches' || name === 'any') {
    const inner = splitSelectors(argument ?? '').map(readSelector);
    return (element) => {
      const answers = inner.map((one) => (one === null ? 'no' : matchesAlone(one, element)));
      const answer = answers.includes('yes') ? 'yes' : answers.includes('maybe') ? 'maybe' : 'no';
      if (name !== 'not' || answer === 'maybe') return answer;
      return yes(answer === 'no');
    };
  }
  if (name === 'root') return ({ parent }) => yes(parent === null);
  if (name === 'first-child') return ({ index }) => yes(index === 1);
  if (name === 'first-of-type') return ({ typeIndex }) => yes(typeIndex === 1);
  if (name === 'link' || name === 'any-link') return ({ attributes }) => yes(attributes.href !== undefined);
  if (name === 'nth-child') return nth(argument ?? '', ({ index }) => index);
  if (name === 'nth-of-type') return nth(argument ?? '', ({ typeIndex }) => typeIndex);
  // A page as a whole is not hidden by what it has: `body:has(.menu-open)`.
  if (name === 'has') return (element) => (whole.has(element.name) ? 'no' : 'maybe');
  if (later.has(name)) return () => 'maybe';
  if (neverTrue.has(name)) return () => 'no';
  return alwaysTrue.has(name) ? () => 'yes' : null;
}

function nth(text: string, positionOf: (element: StyledElement) => number): Test | null {
  const stated = text
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^odd$/, '2n+1')
    .replace(/^even$/, '2n');
  const read = /^(?:([+-]?\d{0,6})n)?([+-]?\d{1,6})?$/.exec(stated);
  if (read === null) return () => 'maybe';
  const [, step, offset = '0'] = read;
  const every = step === undefined ? 0 : /\d/.test(step) ? Number(step) : Number(`${step}1`);
  const first = Number(offset);
  return (element) => {
    const distance = positionOf(element) - first;
    return yes(every === 0 ? distance === 0 : distance % every === 0 && distance / every >= 0);
  };
}

/** A selector inside of another one is compared with its own element only. */
const matchesAlone = (selector: Selector, element: StyledElement): Answer =>
  selector.compounds.length > 1 ? 'maybe' : matches(selector, element, () => undefined);

/** Whether a selector matches an element. `step` is called for each element that is compared. */
export function matches(selector: Selector, element: StyledElement, step: () => void): Answer {
  return matchFrom(selector.compounds, 0, element, step);
}

function matchFrom(compounds: readonly Compound[], at: number, element: StyledElement, step: () => void): Answer {
  step();
  const compound = compounds[at];
  if (compound === undefined) return 'yes';
  const answers = compound.tests.map((test) => test(element));
  if (answers.includes('no')) return 'no';
  const isMaybe = answers.includes('maybe');
  // Of an element around another one it is not likely: `body:has(.menu-open)`.
  if (isMaybe && at > 0) return 'no';
  const rest = restOf(compounds, at, element, step);
  return rest === 'yes' && isMaybe ? 'maybe' : rest;
}

function restOf(compounds: readonly Compound[], at: number, element: StyledElement, step: () => void): Answer {
  const { combinator = '' } = compounds[at] ?? {};
  if (combinator === '') return 'yes';
  const isSibling = combinator === '+' || combinator === '~';
  let next = isSibling ? element.before : element.parent;
  while (next !== null) {
    const answer = matchFrom(compounds, at + 1, next, step);
    if (answer !== 'no') return answer;
    if (combinator === '>' || combinator === '+') return 'no';
    next = isSibling ? next.before : next.parent;
  }
  return 'no';
}
