/** Prints an error at once: uvu prints none of `before`, and the others only at the end, which a run that is stopped does not reach. */
export async function printingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    console.error(error);
    throw error;
  }
}
