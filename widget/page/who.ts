import type { KnownMember, Membership, RememberedMember } from '../../client/membership.ts';
import type { Member } from '../../contract/members.ts';
import type { App } from '../../contract/site.ts';

/** Who looks at the page, as far as it is known. */
export interface Who {
  /** Undefined as long as nothing is known; what this browser remembers comes before what the service says. */
  member: Member | RememberedMember | null | undefined;
  /** The member as the service knows it. */
  whole: KnownMember;
  /** Undefined until the site's settings have come. */
  app: App | undefined;
}

/** Knows the member and the site's settings. @param onChange called when either changes */
export function createWho(membership: Membership, onChange: (who: Who) => void) {
  let app: App | undefined;
  const current = (): Who => {
    const whole = membership.knownMember();
    return { whole, member: whole === undefined ? (membership.rememberedMember() ?? undefined) : whole, app };
  };
  membership.onAuthChange(() => onChange(current()));
  let asking: Promise<App> | undefined;
  /** The site's settings, asked for once; after a failure the next one who needs them asks again. */
  const getApp = (): Promise<App> =>
    (asking ??= membership.getApp().then(
      ({ data }) => {
        app = data;
        onChange(current());
        return data;
      },
      (error: unknown) => {
        asking = undefined;
        throw error;
      },
    ));
  return { current, getApp };
}
