import type { FastifyRequest } from 'fastify';
import { ownAccountCalls } from '../../../contract/console/own-account.ts';
import { permissionsOf, type StaffScope } from '../../../contract/permissions.ts';
import type { Me } from '../../../contract/console/staff-schemas.ts';
import { setCookie } from '../../platform/http/cookies.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Passkey } from '../../platform/second-factor/passkeys.ts';
import type { StaffServices } from '../services.ts';
import { listSessions, readSessionAgain } from '../sessions/sessions.ts';
import { deviceCookie, isKnownDevice } from '../sessions/staff-cookies.ts';
import {
  addOwnPasskey,
  changeOwnName,
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  nameOwnPasskey,
  offerOwnAuthenticator,
  offerOwnPasskey,
  readOwnFactors,
  removeOwnAuthenticator,
  removeOwnPasskey,
  renewOwnRecoveryCodes,
  useOwnAuthenticator,
  type OwnFactors,
} from './own-account.ts';

/** Calls of signed-in staff about themselves. */
export function ownAccountRoutes(app: Http, services: StaffServices): void {
  const serve = serving(app, ownAccountCalls);
  const { db } = services;

  serve('GET /console/api/me', async (request) => ({ data: await showMe(services, request) }));
  serve('PATCH /console/api/me', async (request) => {
    await changeOwnName(services, request.staff, request.body.name);
    return { data: await showMe(services, request) };
  });
  serve('PUT /console/api/me/password', async ({ staff, body, clientAddress, cookies }, reply) => {
    const { ended, before, after } = await changeOwnPassword(services, { staff, clientAddress }, body.password);
    // One that was known stays so: else guesses of others at the password keep the person out (decision 0115).
    if (isKnownDevice(services, before, cookies)) setCookie(reply, services.appUrl, deviceCookie(services, after));
    return { data: { ended } };
  });
  serve('GET /console/api/me/sessions', async ({ staff }) => ({
    data: (await listSessions(db, staff.id)).map(({ tokenHash, startedAt, lastUsedAt, ...session }) => ({
      ...session,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: tokenHash.equals(staff.tokenHash),
    })),
  }));
  serve('DELETE /console/api/me/sessions/:id', async ({ staff, params: { id } }) => {
    await endOwnSession(services, staff, id);
    return { data: { id } };
  });
  serve('POST /console/api/me/sessions/end-others', async ({ staff }) => ({
    data: { ended: await endOtherSessions(services, staff) },
  }));
  ownFactorRoutes(app, services);
}

function ownFactorRoutes(app: Http, services: StaffServices): void {
  const serve = serving(app, ownAccountCalls);

  serve('GET /console/api/me/second-factors', async ({ staff }) => ({
    data: factorsToWire(await readOwnFactors(services, staff)),
  }));
  serve('POST /console/api/me/passkeys/options', async ({ staff }) => ({
    data: { ...(await offerOwnPasskey(services, staff)) },
  }));
  serve('POST /console/api/me/passkeys', async ({ staff, body }) => ({
    data: passkeyToWire(await addOwnPasskey(services, staff, body)),
  }));
  serve('PATCH /console/api/me/passkeys/:passkeyId', async ({ staff, params, body }) => ({
    data: passkeyToWire(await nameOwnPasskey(services, staff, { id: params.passkeyId, name: body.name })),
  }));
  serve('DELETE /console/api/me/passkeys/:passkeyId', async ({ staff, params }) => ({
    data: factorsToWire(await removeOwnPasskey(services, staff, params.passkeyId)),
  }));
  serve('POST /console/api/me/authenticator', async ({ staff }) => ({
    data: await offerOwnAuthenticator(services, staff),
  }));
  serve('PUT /console/api/me/authenticator', async ({ staff, body }) => ({
    data: factorsToWire(await useOwnAuthenticator(services, staff, body.code)),
  }));
  serve('DELETE /console/api/me/authenticator', async ({ staff }) => ({
    data: factorsToWire(await removeOwnAuthenticator(services, staff)),
  }));
  serve('POST /console/api/me/recovery-codes', async ({ staff, clientAddress }) => ({
    data: { codes: await renewOwnRecoveryCodes(services, { staff, clientAddress }) },
  }));
}

async function showMe(
  { db }: StaffServices,
  { staff: { id, email, role }, scope, staffSession }: Pick<FastifyRequest, 'staff' | 'scope' | 'staffSession'>,
): Promise<Me> {
  // By its id: a proof given since the guard has let the call in has given the session another token.
  const session = await readSessionAgain(db, staffSession!);
  return {
    id,
    email,
    name: session.name,
    role,
    scope: scopeToWire(scope),
    permissions: permissionsOf(role),
    session: {
      id: session.id,
      endsAt: session.expiresAt.toISOString(),
      idleEndsAt: session.idleEndsAt.toISOString(),
      provenUntil: session.provenUntil?.toISOString() ?? null,
    },
  };
}

const scopeToWire = ({ sites, partners }: StaffScope): Me['scope'] => ({
  sites: sites === 'all' ? sites : [...sites],
  partners: partners === 'all' ? partners : [...partners],
});

const passkeyToWire = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const factorsToWire = ({ passkeys, ...factors }: OwnFactors) => ({ ...factors, passkeys: passkeys.map(passkeyToWire) });
