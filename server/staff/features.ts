import { staffTables } from './people/personal-data.ts';
import type { EndedRows } from '../platform/ended-rows.ts';
import type { Http } from '../platform/http/typed.ts';
import type { PersonalTable } from '../platform/personal-data.ts';
import { staffRoutes } from './administration/staff.routes.ts';
import { unusedInvitations } from './invitations/ended-rows.ts';
import { ownAccountRoutes } from './own-account/own-account.routes.ts';
import type { StaffServices } from './services.ts';
import { authenticatorRoutes } from './seed/authenticator.routes.ts';
import { deadSessions } from './sessions/ended-rows.ts';
import { staffSessionTables } from './sessions/personal-data.ts';
import { viewTables } from './views/personal-data.ts';
import { viewRoutes } from './views/views.routes.ts';
import { staffSignInRoutes } from './sign-in/sign-in.routes.ts';

/** What a feature brings to the product. */
interface Feature {
  /** Calls of the console, behind its guard. */
  consoleRoutes?: readonly ((app: Http, services: StaffServices) => void)[];
  /** Pages that exist in development alone. */
  developmentRoutes?: readonly ((app: Http, services: StaffServices) => void)[];
  /** Rows that a job deletes once they have ended. */
  ended?: readonly EndedRows[];
  /** Its tables about people. */
  personalData?: readonly PersonalTable[];
}

/**
 * The features about staff from the bottom up: each may call those before it (decision 0030), and what it brings is
 * gathered here alone (decision 0042).
 */
export const features: Readonly<Record<string, Feature>> = {
  services: {},
  people: { personalData: staffTables },
  sessions: { ended: deadSessions, personalData: staffSessionTables },
  mails: {},
  invitations: { ended: unusedInvitations },
  'sign-in': { consoleRoutes: [staffSignInRoutes] },
  'own-account': { consoleRoutes: [ownAccountRoutes] },
  views: { consoleRoutes: [viewRoutes], personalData: viewTables },
  administration: { consoleRoutes: [staffRoutes] },
  seed: { developmentRoutes: [authenticatorRoutes] },
};
