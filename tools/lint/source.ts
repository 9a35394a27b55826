/** What the checks of prose and names read from a source file, parsed once. */
import { parseSync, Visitor } from 'oxc-parser';

export interface ParsedSource {
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  /** Literals, text of markup, and templates without what they fill in. */
  readonly strings: readonly { readonly start: number; readonly text: string }[];
  readonly names: readonly { readonly start: number; readonly name: string }[];
  /** Names of declared types and classes. */
  readonly types: readonly { readonly start: number; readonly name: string }[];
}

const code = /\.(?:[cm]?[jt]s|tsx)$/;

/** Null for a file that is no code. */
export function parseSource(path: string, text: string): ParsedSource | null {
  if (!code.test(path)) return null;
  const { program, comments } = parseSync(path, text);
  const strings: { start: number; text: string }[] = [];
  const names: { start: number; name: string }[] = [];
  const types: { start: number; name: string }[] = [];
  const addName = ({ start, name }: { start: number; name: string }): void => void names.push({ start, name });
  const addType = ({ id }: { id: { start: number; name: string } | null }): void => {
    if (id !== null) types.push({ start: id.start, name: id.name });
  };
  new Visitor({
    Identifier: addName,
    PrivateIdentifier: addName,
    TSInterfaceDeclaration: addType,
    TSTypeAliasDeclaration: addType,
    TSEnumDeclaration: addType,
    ClassDeclaration: addType,
    Literal: ({ start, value }) => {
      if (typeof value === 'string') strings.push({ start, text: value });
    },
    JSXText: ({ start, value }) => void strings.push({ start, text: value }),
    TemplateLiteral: ({ start, quasis }) =>
      void strings.push({ start, text: quasis.map(({ value }) => value.cooked ?? '').join('…') }),
  }).visit(program);
  return { comments, strings, names, types };
}

/** The line of a position, counted from 1. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
