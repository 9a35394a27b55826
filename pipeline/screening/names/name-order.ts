/** A person's name written `LAST, First` as `First LAST`; any other unchanged. */
export function inOrder(text: string): string {
  const [last = '', first, ...others] = text.split(/[,，、]/);
  return first === undefined || others.length > 0 ? text : `${first} ${last}`;
}
