/** The browser's storages, where a page may use them; elsewhere what was written lives as long as the page. */

/** Names under which anything is kept. The documentation lists each: site owners name them in their privacy pages. */
export const keptNames = [
  '_ms-mid',
  '_ms-mem',
  'intake.reset-context',
  'intake.tab',
  'ms_gated',
  'ms_plan',
  'ms_price',
  'ms_coupon',
  'ms_invite',
  'ms_paying',
  'ms_told',
  'MSXRayMode',
  'ms_inspector_side',
] as const;
export type KeptName = (typeof keptNames)[number];

export interface SafeStorage {
  read(key: KeptName): string | null;
  /** Null as well for what somebody else wrote there. */
  readJson<Value>(key: KeptName): Value | null;
  write(key: KeptName, value: string): void;
  remove(key: KeptName): void;
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
  const read = (key: KeptName) =>
    attempt(
      (own) => own.getItem(key),
      () => memory.get(key) ?? null,
    );
  return {
    read,
    readJson<Value>(key: KeptName) {
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
