/** How surely an entry of a list is the party of a token, as a heading states it. */
export const levelNames: Readonly<Record<string, string>> = {
  L1: 'Equal identifier (L1)',
  L2: 'Equal name and one more particular (L2)',
  L3: 'Equal name, no identifier (L3)',
  L4: 'Similar name (L4)',
  L5: 'A parent is listed (L5)',
};
