/** Where uploaded files are kept. A name is used once and never again, so a file never changes. */
export interface Files {
  /**
   * Keeps a file whole or not at all.
   *
   * @param name letters, digits and one ending: `5k2….webp`
   * @param type its media type
   * @throws Refusal storage-full
   */
  save(name: string, bytes: Uint8Array, type: string): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** Safe to repeat, also for a file that was never there. */
  remove(name: string): Promise<void>;
}
