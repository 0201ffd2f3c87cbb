import type { FastifyRequest } from 'fastify';

/** Who sent a request. */
export interface SignedIn {
  memberId: string;
  siteId: string;
  /** Whether the member proved who they are within the last ten minutes. */
  provedRecently: boolean;
}

export type RequireMember = (request: FastifyRequest) => Promise<SignedIn>;

export interface MountOptions {
  /** The routes exist for this site alone; another site's key finds nothing at these addresses. */
  onlySite?: string;
}
