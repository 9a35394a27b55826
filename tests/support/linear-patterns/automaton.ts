/**
 * The ways of a backtracking matcher through a pattern, as an automaton. Assertions may always fail; of those about one character
 * their condition is kept. Finite lookarounds take bounded time and are left out, others are ways that end within them.
 */
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { type Alphabet, alphabetOf, type ClassSet } from './alphabet.ts';
import { isFinite, isPassed, mostRepeats, onlyCharacter } from './parts.ts';

/** Whether a way is open between a character of class `before` and one of class `next`. */
type Condition = (before: number, next: number) => boolean;

/** A step to the next character that is consumed. */
export interface Step {
  readonly to: number;
  readonly conditions: readonly Condition[];
  /** Whether the pattern has matched before it, where its conditions hold: then the matcher comes back to a match at worst. */
  readonly isSafe: boolean;
}

export interface Automaton {
  readonly alphabet: Alphabet;
  /**
   * Characters that a state consumes to be reached. State 0 is the search, which consumes any character before a match; state 1
   * is the begin of the text, which consumes none.
   */
  readonly labels: readonly ClassSet[];
  /** By state; the same step twice means two ways. */
  readonly steps: readonly (readonly Step[])[];
}

/** Why a pattern is refused without an analysis, as a sentence. */
export class NotAnalysed extends Error {}

const mostNodes = 100_000;
/** A repetition is left and begun once more without a character between; a third time would be an empty one. */
const mostVisits = 2;

type Node =
  | { readonly kind: 'consume'; readonly state: number; readonly next: () => Node }
  | { readonly kind: 'fork'; readonly ways: (() => Node)[]; readonly condition: Condition | null }
  | { readonly kind: 'match' | 'dead' };

/** Neither begin nor end of the text is a character. */
const outside = -1;

export function parsed(source: string, flags: string): AST.Pattern {
  const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')];
  return new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets });
}

export function automatonOf(pattern: AST.Pattern, flags: string): Automaton {
  const sets: Parameters<Alphabet['setOf']>[0][] = [];
  const named = new Set<number>();
  const add = (node: (typeof sets)[number]): void => void sets.push(node);
  visitRegExpAST(pattern, {
    onCharacterEnter: (node) => {
      named.add(node.value);
      if (['Alternative', 'Quantifier'].includes(node.parent.type)) add(node);
    },
    onCharacterSetEnter: add,
    onCharacterClassEnter: add,
    onExpressionCharacterClassEnter: add,
  });
  const alphabet = alphabetOf(sets, named, flags);
  const labels: ClassSet[] = [alphabet.all, new Set()];
  const nexts: (() => Node)[] = [];
  let nodes = 0;

  const fork = (ways: (() => Node)[], condition: Condition | null = null): Node => {
    nodes += 1;
    if (nodes > mostNodes) throw new NotAnalysed('it is too large to be checked');
    return { kind: 'fork', ways, condition };
  };
  const consume = (label: ClassSet, next: () => Node): Node => {
    nodes += 1;
    if (nodes > mostNodes) throw new NotAnalysed('it is too large to be checked');
    labels.push(label);
    nexts[labels.length - 1] = next;
    return { kind: 'consume', state: labels.length - 1, next };
  };
  const alternativesTo = (alternatives: readonly AST.Alternative[], next: () => Node): Node =>
    fork(alternatives.map((one) => lazy(() => sequence(one.elements, next))));
  const sequence = (elements: readonly AST.Element[], next: () => Node): Node =>
    elements.reduceRight<() => Node>((rest, element) => lazy(() => to(element, rest)), next)();

  const repeated = ({ element, min, max }: AST.Quantifier, next: () => Node): Node => {
    const isLoop = max > mostRepeats;
    let rest: () => Node = next;
    if (isLoop) {
      const loop: { kind: 'fork'; ways: (() => Node)[]; condition: null } = { kind: 'fork', ways: [], condition: null };
      loop.ways.push(
        lazy(() => to(element, () => loop)),
        next,
      );
      rest = () => loop;
    } else {
      for (let count = min; count < max; count += 1) {
        const after = rest;
        rest = lazy(() => fork([lazy(() => to(element, after)), next]));
      }
    }
    for (let count = 0; count < Math.min(min, mostRepeats); count += 1) {
      const after = rest;
      rest = lazy(() => to(element, after));
    }
    return rest();
  };

  const asserted = (node: AST.Assertion, next: () => Node): Node => {
    if (!('negate' in node)) {
      const isLine = flags.includes('m');
      const isStart = node.kind === 'start';
      return fork([next], (before, after) => {
        const character = isStart ? before : after;
        return character === outside || (isLine && alphabet.lineEnd.has(character));
      });
    }
    if (!('alternatives' in node)) {
      return fork([next], (before, after) => {
        const isEdge = alphabet.word.has(before) !== alphabet.word.has(after);
        return isEdge !== node.negate;
      });
    }
    const one = onlyCharacter(node.alternatives);
    const at = node.kind === 'lookbehind' ? 0 : 1;
    const set = one === null ? null : alphabet.setOf(one);
    const condition: Condition =
      set === null ? () => true : (before, after) => set.has([before, after][at] ?? outside) !== node.negate;
    const passed = fork([next], condition);
    if (node.alternatives.every(isFinite)) return passed;
    if (node.kind === 'lookbehind') throw new NotAnalysed('it has a lookbehind of any length');
    return fork([() => passed, lazy(() => alternativesTo(node.alternatives, () => ({ kind: 'dead' })))]);
  };

  const to = (node: AST.Element, next: () => Node): Node => {
    switch (node.type) {
      case 'Quantifier':
        return repeated(node, next);
      case 'Group':
      case 'CapturingGroup':
        return alternativesTo(node.alternatives, next);
      case 'Assertion':
        return asserted(node, next);
      case 'Backreference': {
        const groups = [node.resolved].flat();
        if (!groups.every((group) => isFinite(group))) throw new NotAnalysed('it refers to a group of any length');
        const ways = groups.map((group) => lazy(() => alternativesTo(group.alternatives, next)));
        // A group that took no part is empty.
        return fork(groups.every(isPassed) ? ways : [...ways, next]);
      }
      default:
        return consume(alphabet.setOf(node), next);
    }
  };

  const start = alternativesTo(pattern.alternatives, () => ({ kind: 'match' }));
  const isSearch = !flags.includes('y');
  const reach = (from: Node): readonly Step[] => {
    const found: Omit<Step, 'isSafe'>[] = [];
    const matches: (readonly Condition[])[] = [];
    const on = new Map<Node, number>();
    let tried = 0;
    const walk = (node: Node, conditions: readonly Condition[]): void => {
      tried += 1;
      if (tried > mostNodes) throw new NotAnalysed('it has too many ways that consume nothing');
      if (node.kind === 'match') matches.push(conditions);
      else if (node.kind === 'consume') found.push({ to: node.state, conditions });
      else if (node.kind === 'fork' && (on.get(node) ?? 0) < mostVisits) {
        on.set(node, (on.get(node) ?? 0) + 1);
        const own = node.condition === null ? conditions : [...conditions, node.condition];
        for (const way of node.ways) walk(way(), own);
        on.set(node, (on.get(node) ?? 1) - 1);
      }
    };
    walk(from, []);
    return found.map((step) => ({
      ...step,
      isSafe: matches.some((conditions) => conditions.every((one) => step.conditions.includes(one))),
    }));
  };

  const steps: (readonly Step[])[] = [];
  const first = reach(start);
  const isOpen = (from: number, { to: target, conditions }: Step): boolean =>
    conditions.length === 0 ||
    [...(labels[from] ?? [])].some((before) =>
      [...(labels[target] ?? [])].some((next) => conditions.every((holds) => holds(before, next))),
    );
  const openSteps = (from: number, own: readonly Step[]): readonly Step[] => own.filter((step) => isOpen(from, step));
  steps[0] = isSearch ? [{ to: 0, conditions: [], isSafe: false }, ...openSteps(0, first)] : [];
  steps[1] = first;
  for (let state = 2; state < labels.length; state += 1) {
    steps[state] = openSteps(state, reach(nexts[state]?.() ?? { kind: 'dead' }));
  }
  return { alphabet, labels, steps };
}

/** Each place of a pattern is one node, however many ways lead to it. */
function lazy(make: () => Node): () => Node {
  let node: Node | null = null;
  return () => (node ??= make());
}
