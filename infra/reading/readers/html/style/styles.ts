import { budgets } from '../../../limits.ts';
import { NotReadable } from '../../not-readable.ts';
import type { Colour } from '../../unseen.ts';
import type { Attributes } from '../elements.ts';
import { type Appearance, appearanceOf, pageAppearance, unseenAs } from './appearance.ts';
import { readStyleSheets, type StyleSheets } from './css-rules.ts';
import { type Declarations, readDeclarations } from './declarations.ts';
import { matches, readSelector, type Selector, type StyledElement } from './selectors.ts';

interface IndexedRule {
  readonly selector: Selector;
  readonly order: number;
  readonly declarations: Declarations;
}

interface OpenElement {
  readonly element: StyledElement;
  readonly appearance: Appearance;
  lastChild: StyledElement | null;
  children: number;
  readonly byName: Map<string, number>;
}

export interface PageStyles {
  /** Opens an element, and returns how its text appears. */
  readonly open: (name: string, attributes: Attributes) => Appearance;
  readonly close: () => Appearance;
}

/** An attribute counts more than any selector. */
const attributeWeight = 1_000_000_000;
const importance = 1_000_000_000_000;

/**
 * How the elements of a page appear by its style sheets, in the order of the document. `hasOthers`: there are style sheets that
 * are not read, so the colour under a text is not known before the page states one.
 */
export function createStyles(css: string, hasOthers: boolean): PageStyles {
  const sheets = readStyleSheets(css);
  const rules = indexOf(sheets);
  const ground: Colour = hasOthers || sheets.hasImports ? null : [1, 1, 1];
  const top = { appearance: pageAppearance(ground), children: 0, lastChild: null, byName: new Map<string, number>() };
  const stack: OpenElement[] = [];
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > budgets.styleSteps)
      throw new NotReadable(`its style sheets take more than ${budgets.styleSteps} steps`);
  };
  /** Declarations of an element, without and with those of selectors that may match it. */
  const declared = (element: StyledElement): readonly [sure: Declarations, likely: Declarations | null] => {
    const found = createCascade();
    const likely = createCascade();
    let isLikely = false;
    for (const { selector, declarations, order } of candidates(rules, element)) {
      step();
      const answer = matches(selector, element, step);
      if (answer === 'no') continue;
      const weight = selector.weight + order / 1_000_000;
      if (answer === 'yes') found.take(declarations, weight);
      likely.take(declarations, weight);
      isLikely ||= answer === 'maybe';
    }
    const { style } = element.attributes;
    if (style !== undefined) for (const one of [found, likely]) one.take(readDeclarations(style), attributeWeight);
    return [found.declarations, isLikely ? likely.declarations : null];
  };
  return {
    open: (name, attributes) => {
      const around = stack.at(-1) ?? top;
      around.children += 1;
      const typeIndex = (around.byName.get(name) ?? 0) + 1;
      around.byName.set(name, typeIndex);
      const element: StyledElement = {
        name,
        attributes,
        classes: classesOf(attributes),
        parent: stack.at(-1)?.element ?? null,
        before: rules.hasSiblings ? around.lastChild : null,
        index: around.children,
        typeIndex,
      };
      around.lastChild = element;
      const [sure, likely] = declared(element);
      const known = appearanceOf(around.appearance, name, attributes, sure);
      const isSeen = likely !== null && unseenAs(known) === null;
      const appearance = isSeen ? appearanceOf(around.appearance, name, attributes, likely) : known;
      stack.push({ element, appearance, lastChild: null, children: 0, byName: new Map() });
      return appearance;
    },
    close: () => {
      stack.pop();
      return (stack.at(-1) ?? top).appearance;
    },
  };
}

/** The declarations that win, by weight and order. */
function createCascade(): {
  readonly declarations: Declarations;
  readonly take: (own: Declarations, weight: number) => void;
} {
  const weights = new Map<string, number>();
  const declarations = new Map<string, { readonly value: string; readonly isImportant: boolean }>();
  return {
    declarations,
    take: (own, weight) => {
      for (const [property, one] of own) {
        const total = weight + (one.isImportant ? importance : 0);
        if (total < (weights.get(property) ?? -1)) continue;
        weights.set(property, total);
        declarations.set(property, one);
      }
    },
  };
}

const noClasses: ReadonlySet<string> = new Set();
const classesOf = ({ class: classes }: Attributes): ReadonlySet<string> =>
  classes === undefined ? noClasses : new Set(classes.split(/\s+/).filter((one) => one !== ''));

interface RuleIndex {
  readonly byKey: ReadonlyMap<string | null, readonly IndexedRule[]>;
  readonly hasSiblings: boolean;
}

function indexOf({ rules }: StyleSheets): RuleIndex {
  const byKey = new Map<string | null, IndexedRule[]>();
  let hasSiblings = false;
  rules.forEach(({ selector: text, declarations }, order) => {
    const selector = readSelector(text);
    if (selector === null) return;
    hasSiblings ||= selector.compounds.some(({ combinator }) => combinator === '+' || combinator === '~');
    const known = byKey.get(selector.key);
    if (known === undefined) byKey.set(selector.key, [{ selector, order, declarations }]);
    else known.push({ selector, order, declarations });
  });
  return { byKey, hasSiblings };
}

function* candidates({ byKey }: RuleIndex, { name, attributes, classes }: StyledElement): Generator<IndexedRule> {
  if (byKey.size === 0) return;
  const keys = [null, name, ...Array.from(classes, (one) => `.${one}`), `#${attributes.id ?? ''}`];
  for (const key of keys) yield* byKey.get(key) ?? [];
}
