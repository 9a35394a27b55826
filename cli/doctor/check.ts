/** What was looked at, whether it is right, and what to do when it is not. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy: string | null;
}

/** A check whose finding is a sentence, or whose failure is: errors say what to do themselves. */
export async function checkOf(name: string, remedy: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, found: await look(), remedy: null };
  } catch (error) {
    return { name, ok: false, found: error instanceof Error ? error.message : String(error), remedy };
  }
}
