import { fileLimits } from '../../schemas/file-limits.ts';
import { nestsDeeperThan } from '../../schemas/values/nesting.ts';
import { memberPath } from '../../schemas/values/reasons.ts';
import { repeatedMember } from '../../schemas/values/json-spelling.ts';

const { line: mostBytes, depth: mostLevels } = fileLimits.imported;

/** Members whose texts may have line breaks and tabs, at any depth: what was signed, observed or described. */
const layoutMembers: ReadonlySet<string> = new Set(['challenge', 'evidence', 'description', 'quote', 'value']);

export interface LineProblem {
  readonly path: string;
  readonly reason: string;
}

/** Why a line is too long to be read; null if it is not. */
export const lengthProblem = (raw: string): LineProblem | null =>
  raw.length > mostBytes || Buffer.byteLength(raw) > mostBytes
    ? { path: '', reason: `is longer than ${mostBytes} bytes` }
    : null;

/** Why an object that was read from a line cannot be taken as it is, whatever its members mean; null if it can. */
export function textProblem(raw: string, value: object): LineProblem | null {
  const tooDeep = depthProblem(value);
  if (tooDeep !== null) return tooDeep;
  const repeated = repeatedMember(raw);
  return repeated === null ? badMember(value) : { path: repeated, reason: 'occurs twice in its object' };
}

/** The same of an object that no line states. */
export const memberProblem = (value: object): LineProblem | null => depthProblem(value) ?? badMember(value);

function depthProblem(value: object): LineProblem | null {
  const [name] = Object.entries(value).find(([, member]) => nestsDeeperThan(member, mostLevels)) ?? [];
  return name === undefined ? null : { path: name, reason: `is nested deeper than ${mostLevels} levels` };
}

function badMember(value: object): LineProblem | null {
  for (const [name, member] of Object.entries(value)) {
    const problem = nameProblem(name, '') ?? badText(member, name, layoutMembers.has(name));
    if (problem !== null) return problem;
  }
  return null;
}

/** The first member whose name or text has characters that no text may have, or whose number is infinite. */
function badText(value: unknown, path: string, layout: boolean): LineProblem | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return { path, reason: 'is too large a number' };
  if (typeof value === 'string') {
    const reason = characterProblem(layout ? value.replaceAll(/\r\n|[\n\t]/g, '') : value);
    return reason === null ? null : { path, reason };
  }
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const problem =
      (isList ? null : nameProblem(name, path)) ??
      badText(member, memberPath(path, isList ? Number(name) : name), layout);
    if (problem !== null) return problem;
  }
  return null;
}

function nameProblem(name: string, path: string): LineProblem | null {
  const reason = characterProblem(name);
  return reason === null ? null : { path, reason: `has a member whose name ${reason}` };
}

function characterProblem(text: string): string | null {
  if (!text.isWellFormed()) return 'has a character that cannot be written as UTF-8 (a lone surrogate)';
  const control = /[\u0000-\u001f\u007f-\u009f]/.exec(text)?.[0];
  if (control === undefined) return null;
  return `has the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
