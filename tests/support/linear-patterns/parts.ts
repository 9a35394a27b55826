/** Questions about parts of a pattern. */
import type { AST } from '@eslint-community/regexpp';
import type { Alphabet } from './alphabet.ts';

/** A bounded repetition is as good as an unbounded one from here on. */
export const mostRepeats = 250;

/** Whether a part repeats a bounded number of times only. */
export const isFinite = (node: AST.Element | AST.Alternative): boolean => {
  switch (node.type) {
    case 'Quantifier':
      return node.max <= mostRepeats && isFinite(node.element);
    case 'Alternative':
      return node.elements.every(isFinite);
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.every(isFinite);
    case 'Assertion':
      return !('alternatives' in node) || node.alternatives.every(isFinite);
    case 'Backreference':
      return [node.resolved].flat().every((group) => isFinite(group));
    default:
      return true;
  }
};

/** Whether a group is on every way through the pattern. */
export function isPassed(group: AST.CapturingGroup): boolean {
  const isPart = (node: AST.Node | null): boolean => {
    if (node === null || node.type === 'RegExpLiteral') return true;
    if (node.type === 'Quantifier' && node.min === 0) return false;
    if ('alternatives' in node && node !== group && node.alternatives.length > 1) return false;
    return isPart(node.parent);
  };
  return isPart(group);
}

/** The only character of a lookaround that is about one; null for any other. */
export function onlyCharacter(alternatives: readonly AST.Alternative[]): Parameters<Alphabet['setOf']>[0] | null {
  const [only] = alternatives.length === 1 ? (alternatives[0]?.elements ?? []) : [];
  if (alternatives[0]?.elements.length !== 1 || only === undefined) return null;
  return only.type === 'Character' || only.type === 'CharacterSet' || only.type === 'CharacterClass' ? only : null;
}
