/** A member as the rules know it. What the wire shows is made by `toWire`. */
export interface MemberRecord {
  id: string;
  siteId: string;
  /** The address log-in works with. */
  email: string;
  /** A new address that waits for its proof. */
  pendingEmail: string | null;
  verified: boolean;
  hasPassword: boolean;
  /** Custom fields as stored, the site's defaults filled in. */
  fields: Record<string, string>;
  createdAt: Date;
}
