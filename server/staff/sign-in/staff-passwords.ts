import { staffLimits } from '../../../contract/staff-limits.ts';
import type { StaffServices } from '../services.ts';

/** The rules of a site whose members' passwords are like those of staff. */
const likeSite = {
  name: 'Intake',
  passwordMinLength: staffLimits.staffPasswordMinLength,
  passwordWords: ['console', 'staff'],
};

/**
 * Checks a new password by the rules that members' passwords have, with a greater least length.
 *
 * @throws Refusal invalid-password-too-short, -too-long or -too-common
 */
export const requireStaffPassword = (
  { membership }: Pick<StaffServices, 'membership'>,
  password: string,
  email: string,
): void => membership.requireGoodPassword(password, { email, site: likeSite });
