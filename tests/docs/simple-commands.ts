/**
 * The simple commands of a shell script, each as its words: behind `;`, `&&`, `||`, `|`, `&`, in `$(…)` and `(…)`, without
 * assignments in front and without redirections. For scripts of pages, which have no functions, loops or here-documents.
 */
export function simpleCommands(script: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  const inner: string[] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    const named = withoutRedirections(words);
    const first = named.findIndex((one) => !/^\w+=/.test(one));
    if (first >= 0) commands.push(named.slice(first));
    words = [];
  };
  const text = script.replaceAll('\\\n', ' ');
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "'") {
      const end = text.indexOf("'", at + 1);
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      const end = endOfQuoted(text, at);
      word = (word ?? '') + text.slice(at + 1, end);
      inner.push(...substitutions(text.slice(at + 1, end)));
      at = end;
    } else if (text.startsWith('$(', at)) {
      const end = closing(text, at + 1);
      inner.push(text.slice(at + 2, end));
      word = `${word ?? ''}$()`;
      at = end;
    } else if (char === '#' && word === null) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end - 1;
    } else if (char === '&' && text.charAt(at - 1) === '>') word = `${word ?? ''}&`;
    else if ('\n;&|()'.includes(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endCommand();
  return [...commands, ...inner.flatMap(simpleCommands)];
}

/** Index of the quotation mark that ends a text in double quotes, which may have commands with quotes of their own. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.startsWith('$(', at)) at = closing(text, at + 1);
    else if (text.charAt(at) === '"') return at;
  }
  throw new Error(`a quotation mark is not closed: ${text}`);
}

function substitutions(quoted: string): readonly string[] {
  const scripts: string[] = [];
  for (let at = quoted.indexOf('$('); at >= 0; at = quoted.indexOf('$(', at)) {
    const end = closing(quoted, at + 1);
    scripts.push(quoted.slice(at + 2, end));
    at = end;
  }
  return scripts;
}

/** Index of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text.charAt(at) === '(') depth += 1;
    if (text.charAt(at) === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`a bracket is not closed: ${text}`);
}

function withoutRedirections(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => !/^\d?[<>]/.test(word) && !/^\d?(?:>>?|<)$/.test(words[index - 1] ?? ''));
}
