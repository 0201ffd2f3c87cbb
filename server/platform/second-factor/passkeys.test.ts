import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { transaction } from '../database/database.ts';
import { newId } from '../keys.ts';
import type { Holder } from './holder.ts';
import {
  addPasskey,
  beginAuthentication,
  beginRegistration,
  checkAuthentication,
  checkRegistration,
  listPasskeys,
  passkeysMost,
  relyingPartyOf,
  removePasskey,
  renamePasskey,
  type PasskeyScope,
} from './passkeys.ts';

const origin = 'https://club.example';
const here: PasskeyScope = { relyingParty: relyingPartyOf(origin, 'Harbour Club'), audience: 'app_live' };
const alone = { ...here, isAlone: true, kind: 'staff' } as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function createHolder(): Promise<Holder> {
  const id = newId('stf_');
  await database.pool.query("insert into staff (id, email, role) values ($1, $1, 'owner')", [id]);
  return { kind: 'staff', id };
}

async function register(holder: Holder, device = createSoftwareAuthenticator()): Promise<SoftwareAuthenticator> {
  const options = await beginRegistration(database.db, { holder, userName: 'ann@example.org' }, here);
  const passkey = await checkRegistration(database.db, holder, here, device.create(options, { origin }));
  await transaction(database.db, (tx) => addPasskey(tx, holder, passkey, 'Phone'));
  return device;
}

const begin = (use = alone as Parameters<typeof beginAuthentication>[1]) => beginAuthentication(database.db, use);
const refused = { code: 'passkey-refused' };

describe('A passkey', () => {
  test('signs in its holder, who is told by the passkey alone', async () => {
    const holder = await createHolder();
    const device = await register(holder);
    const options = await begin();
    expect(options.allowCredentials ?? []).toEqual([]);
    const signedIn = await checkAuthentication(database.db, alone, device.get(options, { origin }));
    expect(signedIn.holder).toEqual(holder);
    expect(await listPasskeys(database.db, holder)).toMatchObject([
      {
        id: signedIn.passkeyId,
        name: 'Phone',
        relyingParty: 'club.example',
        isBackedUp: false,
        lastUsedAt: expect.any(Date),
      },
    ]);
  });

  test('is refused with a challenge that was used', async () => {
    const device = await register(await createHolder());
    const options = await begin();
    const response = device.get(options, { origin });
    await checkAuthentication(database.db, alone, response);
    await expect(checkAuthentication(database.db, alone, response)).rejects.toMatchObject(refused);
    const another = device.get(options, { origin });
    await expect(checkAuthentication(database.db, alone, another)).rejects.toMatchObject(refused);
    await expect(checkAuthentication(database.db, alone, device.get(await begin(), { origin }))).resolves.toBeTruthy();
  });

  test('signs in once when one response is sent in parallel', async () => {
    const device = await register(await createHolder(), createSoftwareAuthenticator({ isSynced: true }));
    const response = device.get(await begin(), { origin });
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => checkAuthentication(database.db, alone, response)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['a page of another origin', { origin: 'https://club.example.evil.example' }],
    ['a page of another port', { origin: 'https://club.example:8443' }],
    ['another relying party', { origin, rpId: 'evil.example' }],
    ['a challenge of the attacker’s', { origin, challenge: 'x'.repeat(43) }],
    ['a device that did not check its owner', { origin, isUserVerified: false }],
  ])('is refused from %s', async (_, behaviour) => {
    const device = await register(await createHolder());
    const response = device.get(await begin(), behaviour);
    await expect(checkAuthentication(database.db, alone, response)).rejects.toMatchObject(refused);
    const honest = device.get(await begin(), { origin });
    await expect(checkAuthentication(database.db, alone, honest)).resolves.toBeTruthy();
  });

  test('is refused where the challenge has expired', async () => {
    const device = await register(await createHolder());
    const options = await begin();
    await database.pool.query(`update second_factor_challenge set expires_at = now() - interval '1 second'`);
    const late = device.get(options, { origin });
    await expect(checkAuthentication(database.db, alone, late)).rejects.toMatchObject(refused);
  });

  test('is refused with a challenge of another site, of another step, and of a registration', async () => {
    const holder = await createHolder();
    const device = await register(holder);
    const elsewhere = device.get(await begin({ ...alone, audience: 'app_other' }), { origin });
    await expect(checkAuthentication(database.db, alone, elsewhere)).rejects.toMatchObject(refused);
    const step = { ...alone, holder, boundTo: 'one step' };
    const otherStep = device.get(await begin({ ...step, boundTo: 'another step' }), { origin });
    await expect(checkAuthentication(database.db, step, otherStep)).rejects.toMatchObject(refused);
    const registering = await beginRegistration(database.db, { holder, userName: 'ann@example.org' }, here);
    const { challenge } = registering;
    const crossed = device.get(await begin(), { origin, challenge });
    await expect(checkAuthentication(database.db, alone, crossed)).rejects.toMatchObject(refused);
    const right = device.get(await begin(step), { origin });
    await expect(checkAuthentication(database.db, step, right)).resolves.toMatchObject({ holder });
  });

  test('is refused as another person’s second step', async () => {
    const [ann, ben] = [await createHolder(), await createHolder()];
    const [annsDevice, bensDevice] = [await register(ann), await register(ben)];
    const step = { ...here, isAlone: false, holder: ann, kind: 'staff' } as const;
    const { allowCredentials, ...options } = await begin(step);
    expect(allowCredentials).toHaveLength(1);
    const bens = bensDevice.get(options, { origin });
    await expect(checkAuthentication(database.db, step, bens)).rejects.toMatchObject(refused);
    const anns = annsDevice.get(await begin(step), { origin });
    await expect(checkAuthentication(database.db, step, anns)).resolves.toMatchObject({ holder: ann });
  });

  test('is refused with another person’s handle, and for another kind of people', async () => {
    const [ann, ben] = [await createHolder(), await createHolder()];
    const device = await register(ann);
    const response = device.get(await begin(), { origin });
    response.response.userHandle = Buffer.from(ben.id).toString('base64url');
    await expect(checkAuthentication(database.db, alone, response)).rejects.toMatchObject(refused);
    const asMember = device.get(await begin(), { origin });
    await expect(checkAuthentication(database.db, { ...alone, kind: 'member' }, asMember)).rejects.toMatchObject(
      refused,
    );
  });

  test('is refused once its counter falls behind, as that of a copy does', async () => {
    const holder = await createHolder();
    const device = await register(holder);
    await database.pool.query('update passkey set sign_count = 100 where staff_id = $1', [holder.id]);
    const copied = device.get(await begin(), { origin });
    await expect(checkAuthentication(database.db, alone, copied)).rejects.toMatchObject(refused);
    await database.pool.query('update passkey set sign_count = 1 where staff_id = $1', [holder.id]);
    await expect(checkAuthentication(database.db, alone, device.get(await begin(), { origin }))).resolves.toBeTruthy();
  });

  test('is a second step without the device’s check of its owner', async () => {
    const holder = await createHolder();
    const device = await register(holder);
    const step = { ...here, isAlone: false, holder, kind: 'staff' } as const;
    const response = device.get(await begin(step), { origin, isUserVerified: false });
    await expect(checkAuthentication(database.db, step, response)).resolves.toMatchObject({ holder });
  });

  test.each(['not json', '', 'AAAA', Buffer.from('{"challenge":5}').toString('base64url')])(
    'is refused with malformed client data %j',
    async (clientDataJSON) => {
      const device = await register(await createHolder());
      const response = device.get(await begin(), { origin });
      const malformed = { ...response, response: { ...response.response, clientDataJSON } };
      await expect(checkAuthentication(database.db, alone, malformed)).rejects.toMatchObject(refused);
    },
  );
});

describe('A registration', () => {
  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another relying party', { origin, rpId: 'evil.example' }],
  ])('is refused from %s', async (_, behaviour) => {
    const holder = await createHolder();
    const options = await beginRegistration(database.db, { holder, userName: 'ann@example.org' }, here);
    const response = createSoftwareAuthenticator().create(options, behaviour);
    await expect(checkRegistration(database.db, holder, here, response)).rejects.toMatchObject(refused);
  });

  test('is refused a second time, and for another person’s challenge', async () => {
    const [ann, ben] = [await createHolder(), await createHolder()];
    const options = await beginRegistration(database.db, { holder: ann, userName: 'ann@example.org' }, here);
    const response = createSoftwareAuthenticator().create(options, { origin });
    await expect(checkRegistration(database.db, ben, here, response)).rejects.toMatchObject(refused);
    const again = await beginRegistration(database.db, { holder: ann, userName: 'ann@example.org' }, here);
    const honest = createSoftwareAuthenticator().create(again, { origin });
    await expect(checkRegistration(database.db, ann, here, honest)).resolves.toBeTruthy();
    await expect(checkRegistration(database.db, ann, here, honest)).rejects.toMatchObject(refused);
  });

  test('of a credential that another person has is refused', async () => {
    const [ann, ben] = [await createHolder(), await createHolder()];
    const device = createSoftwareAuthenticator();
    const options = await beginRegistration(database.db, { holder: ann, userName: 'ann@example.org' }, here);
    const passkey = await checkRegistration(database.db, ann, here, device.create(options, { origin }));
    await transaction(database.db, (tx) => addPasskey(tx, ann, passkey, 'Phone'));
    await expect(transaction(database.db, (tx) => addPasskey(tx, ben, passkey, 'Copy'))).rejects.toMatchObject(refused);
  });

  test('beyond the limit is refused', async () => {
    const holder = await createHolder();
    for (let count = 0; count < passkeysMost; count++) await register(holder);
    await expect(register(holder)).rejects.toMatchObject({ code: 'passkey-limit-reached' });
    const [first] = await listPasskeys(database.db, holder);
    await transaction(database.db, (tx) => removePasskey(tx, holder, first!.id));
    await expect(register(holder)).resolves.toBeTruthy();
  });
});

describe('A person’s passkeys', () => {
  test('are renamed and removed by the person alone', async () => {
    const [ann, ben] = [await createHolder(), await createHolder()];
    const device = await register(ann);
    const { id } = (await listPasskeys(database.db, ann))[0]!;
    const absent = { code: 'second-factor-not-found' };
    await expect(transaction(database.db, (tx) => renamePasskey(tx, ben, id, 'Mine'))).rejects.toMatchObject(absent);
    await expect(transaction(database.db, (tx) => removePasskey(tx, ben, id))).rejects.toMatchObject(absent);
    await transaction(database.db, (tx) => renamePasskey(tx, ann, id, 'Blue key'));
    expect(await listPasskeys(database.db, ann)).toMatchObject([{ name: 'Blue key' }]);
    const options = await begin();
    await transaction(database.db, (tx) => removePasskey(tx, ann, id));
    const removed = device.get(options, { origin });
    await expect(checkAuthentication(database.db, alone, removed)).rejects.toMatchObject(refused);
  });

  test('are deleted with the person', async () => {
    const holder = await createHolder();
    await register(holder);
    await database.pool.query('delete from staff where id = $1', [holder.id]);
    expect(await listPasskeys(database.db, holder)).toEqual([]);
  });
});
