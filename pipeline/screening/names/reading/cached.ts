/** Remembers results by text: of so many texts, then it starts again. Only for functions of their arguments alone. */
export function cached<A, V>(
  most: number,
  textOf: (argument: A) => string,
  make: (argument: A) => V,
): (argument: A) => V {
  const known = new Map<string, V>();
  return (argument) => {
    const text = textOf(argument);
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make(argument);
    known.set(text, made);
    return made;
  };
}
