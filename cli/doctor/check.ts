import { DataFormatError } from '../../infra/data-format.ts';

/** The subject of a check, whether it passed, and what to do if not. With a remedy, a check that passed is a note. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy: string | null;
}

/** "ok   name: found", "note name: found; remedy" or "FAIL name: found; remedy"; what is a sentence keeps its own end. */
export function lineOf({ name, ok, found, remedy }: Check): string {
  const mark = ok ? (remedy === null ? 'ok  ' : 'note') : 'FAIL';
  const rest = remedy === null ? '' : `${found.endsWith('.') ? '' : ';'} ${remedy}`;
  return `${mark} ${name}: ${found}${rest}`;
}

/**
 * A check that reports the text its function returns, or the message of the error it throws. Error messages name the
 * remedy. Data of another format can be opened by no command, so that error is thrown on.
 */
export async function checkOf(name: string, remedy: string, find: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, found: await find(), remedy: null };
  } catch (error) {
    if (error instanceof DataFormatError) throw error;
    return { name, ok: false, found: error instanceof Error ? error.message : String(error), remedy };
  }
}
