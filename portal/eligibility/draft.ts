/** What was typed and not yet handed in. It stays in this tab, for this member, and survives a reload. */

const key = 'eligibilityDraft';

export interface Draft {
  fullName?: string;
  phone?: string;
  course?: string;
  educationLevel?: string;
}

/** The member's draft; another member's is thrown away. */
export function readDraft(memberId: string): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as ({ memberId: string } & Draft) | null;
    if (stored?.memberId === memberId) return stored;
  } catch {
    // Storage is switched off or holds something else: then there is no draft.
  }
  clearDraft();
  return {};
}

/** Adds to the draft; where storage is switched off a reload asks again. */
export function keepDraft(memberId: string, change: Draft): void {
  const draft = { ...readDraft(memberId), ...change, memberId };
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Nothing is lost but comfort.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
