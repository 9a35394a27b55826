/** Patterns as they are written in a file of the program: literals, patterns of JSON Schema, and where others are made. */
import { parseSync, Visitor } from 'oxc-parser';

interface WrittenPattern {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

export interface WrittenPatterns {
  readonly patterns: readonly WrittenPattern[];
  /** Whether the file makes patterns from texts. */
  readonly makes: boolean;
}

/** Names of terms in a template are letters; what else a template holds is made with `RegExp` and found there. */
const inTemplate = 'x';

export function writtenPatterns(path: string, text: string): WrittenPatterns {
  const patterns: WrittenPattern[] = [];
  let makes = false;
  const put = (at: number, source: string, flags: string): void => {
    patterns.push({ line: text.slice(0, at).split('\n').length, source, flags });
  };
  const putText = (node: { readonly type: string; readonly start: number }): void => {
    const schema = textOf(node);
    if (schema !== null) put(node.start, schema, 'u');
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) put(node.start, node.regex.pattern, node.regex.flags);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'pattern') putText(value);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 'matching' && first !== undefined) putText(first);
      makes ||= callee.type === 'Identifier' && callee.name === 'RegExp';
    },
    NewExpression({ callee }) {
      makes ||= callee.type === 'Identifier' && callee.name === 'RegExp';
    },
  }).visit(parseSync(path, text).program);
  return { patterns, makes };
}

function textOf(node: { readonly type: string }): string | null {
  if ('value' in node && typeof node.value === 'string') return node.value;
  if (!('quasis' in node)) return null;
  return (node.quasis as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join(inTemplate);
}
