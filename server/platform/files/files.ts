/** Storage of uploaded files. Files are immutable: a name is never reused. */
export interface Files {
  /**
   * Saves a file atomically.
   *
   * @param name letters, digits and one ending: `5k2….webp`
   * @param type its media type
   * @throws Refusal storage-full
   */
  save(name: string, bytes: Uint8Array, type: string): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** Idempotent, also for an unknown file. */
  remove(name: string): Promise<void>;
}
