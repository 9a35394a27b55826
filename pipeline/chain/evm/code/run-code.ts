/**
 * Runs the code of a contract without a node, as far as its code alone decides: storage, callers and other contracts are
 * words that are not known. A branch on such a word goes both ways, or ends the run.
 */
import { advance } from './advance.ts';
import { Memory } from './memory.ts';
import { endAt, type Run, type RunEnd, type RunInput, type RunNotes, type Thread } from './thread.ts';
import { isKnown } from './values.ts';

const usualVisits = 3;

/** A branch in a part that functions share differs by where the part returns to, which is on the stack. */
const stackText = ({ stack }: Thread): string =>
  stack.map((word) => (isKnown(word) ? ` ${word.toString(16).padStart(8, '0')}` : ' ?')).join('');

/** Runs code. Never throws: a run that cannot be followed ends as `not_followed`. */
export function runCode(code: Buffer, given: RunInput): Run {
  const ends: RunEnd[] = [];
  const saw: RunNotes = { calls: [], compared: new Set(), loaded: [] };
  const visits = new Map<number, number>();
  const threads: Thread[] = [{ pc: 0, stack: [], memory: new Memory(), answer: null, effects: '' }];
  const { mostVisits = usualVisits } = given;
  let left = given.mostSteps;
  for (let thread = threads.pop(); thread !== undefined; thread = threads.pop()) {
    for (;;) {
      left -= 1;
      const step = left < 0 ? endAt('not_followed', thread.pc, thread) : advance(code, thread, given, saw);
      if (step === null) continue;
      if ('kind' in step) {
        ends.push(step);
        break;
      }
      const seen = visits.get(step.at) ?? 0;
      if (!given.isWide) {
        thread.effects += stackText(thread);
        ends.push(endAt('branch', step.at, thread));
        break;
      }
      visits.set(step.at, seen + 1);
      if (seen < mostVisits) {
        threads.push({ ...thread, pc: step.to, stack: [...thread.stack], memory: thread.memory.copy() });
      }
      if (seen >= mostVisits) break;
    }
    if (left < 0) break;
  }
  return { ends, taken: given.mostSteps - Math.max(left, 0), ...saw };
}
