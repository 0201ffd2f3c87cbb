/** A user error, printed as plain sentences without a stack. */
export class Problem extends Error {}

/**
 * Runs a command's main function; its result becomes the exit code.
 *
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    process.exit(1);
  }
}
