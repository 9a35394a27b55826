/** With a capital first letter: "the list" stands alone as "The list". */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
