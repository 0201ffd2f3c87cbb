/** Text this tab keeps under a key until it is closed; null where there is none or storage is switched off. */
export function readTabKey(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps text for this tab, or forgets the key when the value is null. Where storage is switched off nothing is kept. */
export function writeTabKey(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // The pages go on without it.
  }
}
