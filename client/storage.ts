/** The browser's storages, where a page may use them; elsewhere what was written lives as long as the page. */

export interface SafeStorage {
  read(key: string): string | null;
  /** Null as well for what somebody else wrote there. */
  readJson<Value>(key: string): Value | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

export const localStore = createStore(() => localStorage);
/** Of one tab. */
export const tabStore = createStore(() => sessionStorage);

function createStore(storage: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(use: (own: Storage) => Result, otherwise: () => Result): Result => {
    try {
      return use(storage());
    } catch {
      return otherwise();
    }
  };
  const read = (key: string) =>
    attempt(
      (own) => own.getItem(key),
      () => memory.get(key) ?? null,
    );
  return {
    read,
    readJson<Value>(key: string) {
      try {
        return JSON.parse(read(key) ?? 'null') as Value | null;
      } catch {
        return null;
      }
    },
    write: (key, value) =>
      attempt(
        (own) => own.setItem(key, value),
        () => void memory.set(key, value),
      ),
    remove: (key) =>
      attempt(
        (own) => own.removeItem(key),
        () => void memory.delete(key),
      ),
  };
}
