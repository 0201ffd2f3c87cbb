/** The browser's storages, where a page may use them; elsewhere values are kept in memory, as long as the page. */

/** Every key in use. The documentation lists each: site owners name them in their privacy pages. */
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
  'ms_from',
  'ms_view',
  'MSXRayMode',
  'ms_inspector_side',
  'ms_inspector_badge',
] as const;
export type KeptName = (typeof keptNames)[number];

export interface SafeStorage {
  read(key: KeptName): string | null;
  /** Null also for text that is not JSON, which another script may have written. The shape is not checked. */
  readJson<Value>(key: KeptName): Value | null;
  write(key: KeptName, value: string): void;
  remove(key: KeptName): void;
}

/** Of a tab in which staff see as a member it is that tab's: a session in this browser is not touched, and nothing stays. */
export const localStore = createStore(() => (isSeenAs() ? sessionStorage : localStorage));
/** Kept for one tab. */
export const tabStore = createStore(() => sessionStorage);

/** Storage may be refused (privacy settings) or full (quota): memory has the value then, and is read first. */
function createStore(storage: () => Storage): SafeStorage {
  const memory: { [key in KeptName]?: string } = {};
  const attempt = <Result>(use: (own: Storage) => Result): Result | undefined => {
    try {
      return use(storage());
    } catch {
      return undefined;
    }
  };
  const read = (key: KeptName) => memory[key] ?? attempt((own) => own.getItem(key)) ?? null;
  return {
    read,
    readJson<Value>(key: KeptName) {
      try {
        return JSON.parse(read(key) ?? 'null') as Value | null;
      } catch {
        return null;
      }
    },
    write(key, value) {
      memory[key] = value;
      attempt((own) => {
        own.setItem(key, value);
        delete memory[key];
      });
    },
    remove(key) {
      delete memory[key];
      attempt((own) => own.removeItem(key));
    },
  };
}
/** Whether staff see as a member in this tab. */
export const isSeenAs = (): string | null => tabStore.read('ms_view');
