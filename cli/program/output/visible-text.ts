/**
 * Text of others on a terminal: what a file, a client or a source wrote must not move the cursor, hide lines or change
 * the direction of text. Controls (C0, DEL, C1), bidirectional controls and line separators are shown as `\u001b`.
 */

const bidi = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const inLine = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f${bidi}]`, 'g');
/** All but the breaks and tabs of our own layout. */
const inLayout = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${bidi}]`, 'g');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line that has text of others in it. */
export const visibleText = (text: string): string => text.replace(inLine, escaped);

/** Lines that have text of others in them, each made visible, so that no text can pass for a further line. */
export const visibleLines = (lines: readonly string[]): string => lines.map(visibleText).join('\n');

/** A whole output with its own line breaks and tabs. Serialized JSON keeps its value: the escapes are those of JSON. */
export const visibleOutput = (text: string): string => text.replace(inLayout, escaped);
