/**
 * RFC 8785 (JSON Canonicalization Scheme) text of a JSON value: keys in UTF-16 order, shortest numbers, no spaces.
 * Omits `undefined` members. Throws on values that JSON cannot represent (NaN, infinities, lone surrogates).
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map(canonicalJson).join(',')}]` : canonicalObject(value);
    default:
      throw new TypeError(`a ${typeof value} has no JSON form`);
  }
}

function canonicalObject(value: object): string {
  const members = value as Record<string, unknown>;
  let text = '';
  for (const key of inOrder(Object.keys(members))) {
    const member = members[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${canonicalString(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** More keys than these are sorted by the engine, which takes memory for each list that it sorts. */
const mostByHand = 16;

/** Sorts keys unless they are sorted, as those of parsed canonical text are: checking is cheaper than sorting. */
function inOrder(keys: string[]): readonly string[] {
  for (let at = 1; at < keys.length; at++) {
    if ((keys[at - 1] ?? '') > (keys[at] ?? ''))
      return keys.length > mostByHand ? keys.sort() : insertionSorted(keys, at);
  }
  return keys;
}

/** Sorts keys of which those before `from` are sorted. */
function insertionSorted(keys: string[], from: number): readonly string[] {
  for (let next = from; next < keys.length; next++) {
    const key = keys[next] ?? '';
    let at = next;
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? '';
    keys[at] = key;
  }
  return keys;
}

/** Characters that may need a backslash, or are not allowed at all. */
const special = /[^ !#-[\]-~]/;

function canonicalString(value: string): string {
  if (!special.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new TypeError('a string with a lone surrogate has no canonical form');
  return JSON.stringify(value);
}
