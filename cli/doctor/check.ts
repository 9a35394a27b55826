/** The subject of a check, whether it passed, and what to do if not. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy: string | null;
}

/**
 * A check that reports the text its function returns, or the message of the error it throws. Error messages name the
 * remedy.
 */
export async function checkOf(name: string, remedy: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, found: await look(), remedy: null };
  } catch (error) {
    return { name, ok: false, found: error instanceof Error ? error.message : String(error), remedy };
  }
}
