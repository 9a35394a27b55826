/** Values of properties; an important one counts more than any other. */
export type Declarations = ReadonlyMap<string, { readonly value: string; readonly isImportant: boolean }>;

/** The value of a property of an element; null when none is stated. */
export type Value = (property: string) => string | null;

/** Properties that decide whether text is seen. Others are left out. */
const ofInterest = new Set(
  (
    'display visibility opacity color background background-color font font-size text-indent position left right top ' +
    'bottom inset clip clip-path width height max-width max-height overflow overflow-x overflow-y transform scale filter ' +
    'text-decoration text-decoration-line -webkit-text-fill-color content-visibility zoom margin-left margin-top margin ' +
    'mask mask-image -webkit-mask -webkit-mask-image translate'
  ).split(' '),
);

/** Longer values are of pictures. */
const longestValue = 500;

/** Declarations of a block or of an attribute `style`. */
export function readDeclarations(text: string): Declarations {
  const found = new Map<string, { readonly value: string; readonly isImportant: boolean }>();
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim();
    const property = name.startsWith('--') ? name : name.toLowerCase();
    if (!property.startsWith('--') && !ofInterest.has(property)) continue;
    const stated = declaration.slice(colon + 1, colon + 1 + longestValue).trim();
    const isImportant = /!\s*important$/i.test(stated);
    const value = stated
      .replace(/!\s*important$/i, '')
      .trim()
      .toLowerCase();
    if (isImportant || found.get(property)?.isImportant !== true) found.set(property, { value, isImportant });
  }
  return found;
}
