/** What a part of the template states of itself, where it has no numbered cells: "Part B – … Not applicable." */
import type { Passage } from '../blocks/places.ts';
import { closedAnswer } from '../notation/closed-answers.ts';
import { plainForm } from '../notation/words.ts';

const heading = /^(?:[a-j]\.? )?part\s+([a-j])\b/i;
const ofContents = /[.…·_\s]\d{1,3}$/;

/**
 * `none` where a heading of the part is followed by "not applicable", `open` where it is followed by anything else; null of a
 * document without such a heading.
 */
export function partAnswer(passages: readonly Passage[], part: string): 'none' | 'open' | null {
  const answers = passages.flatMap(({ text }, index) => {
    const plain = plainForm(text).trim();
    if (heading.exec(plain)?.[1]?.toUpperCase() !== part || ofContents.test(plain)) return [];
    const next = plainForm(passages[index + 1]?.text ?? '').trim();
    const isNone = closedAnswer(next) === 'notApplicable' || /[.:–-] ?(?:not applicable|n\/a)\.?$/i.test(plain);
    return [isNone ? ('none' as const) : ('open' as const)];
  });
  const [first] = answers;
  return first === undefined ? null : answers.every((one) => one === 'none') ? 'none' : 'open';
}
