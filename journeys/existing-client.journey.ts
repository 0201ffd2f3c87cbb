import { expect, test } from './foreign-page.ts';
import { buildPerson } from './portal.ts';

test('a wrong password is refused with a code', async ({ visitor }) => {
  const person = buildPerson();
  await visitor.signsUp(person);
  await expect(visitor.client.loginMemberEmailPassword({ ...person, password: 'wrong-one' })).rejects.toMatchObject({
    code: 'invalid-credentials',
    message: 'The email address or password is not correct.',
  });
});
