import type { SealedColumn } from '../platform/sealed-values.ts';
import { sealedEndpointSecrets } from './site-events/endpoints.ts';
import { sealedSiteSecrets } from './sites/site-secrets.ts';
import { sealedInvites } from './teams/invite-tokens.ts';

/** Every column of membership with sealed values. */
export const membershipSealed: readonly SealedColumn[] = [sealedSiteSecrets, ...sealedEndpointSecrets, sealedInvites];
