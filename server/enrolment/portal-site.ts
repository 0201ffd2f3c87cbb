import { setTimeout as sleep } from 'node:timers/promises';
import { enrolmentSite } from './enrolment-site.ts';
import type { EnrolmentServices } from './services.ts';

/** What the portal's pages are told of their site. */
export interface PortalSite {
  publicKey: string;
  passwordMinLength: number;
}

/** Asks for the portal's site as it is stored. Without the database, as it was last read. */
export type AskPortalSite = () => Promise<PortalSite>;

/** Milliseconds that a page waits for the answer; after that it has what was read last. */
const patienceMs = 1_000;

/** Reads the portal's site for its pages. Sites are cached, so that most pages ask the database nothing. */
export function createPortalSite({ membership }: Pick<EnrolmentServices, 'membership'>): AskPortalSite {
  let last: PortalSite | undefined;
  const read = async (): Promise<PortalSite> => {
    const { publicKey, passwordMinLength } = await membership.getSite(enrolmentSite);
    last = { publicKey, passwordMinLength };
    return last;
  };
  return async () => {
    if (!last) return read();
    const before = last;
    return Promise.race([read().catch(() => before), sleep(patienceMs, before, { ref: false })]);
  };
}
