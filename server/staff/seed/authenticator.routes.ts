import type { Http } from '../../platform/http/typed.ts';
import { readCodes } from '../../platform/stand-ins/authenticator.ts';
import { holderOf, listStaff } from '../people/people.ts';
import type { StaffServices } from '../services.ts';
import { authenticatorPage, authenticatorPolicy, type ShownPhone } from './authenticator.page.ts';

const address = '/dev/authenticator';

/** The phones of staff: their current codes as a page, and as JSON for programs. Mounted in development only. */
export function authenticatorRoutes(app: Http, services: StaffServices): void {
  app.get(address, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': authenticatorPolicy, 'cache-control': 'no-store' })
      .send(authenticatorPage(await readPhones(services))),
  );
  app.get(`${address}/codes`, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: await readPhones(services) }),
  );
}

async function readPhones({ db, keys }: StaffServices): Promise<ShownPhone[]> {
  const phones: ShownPhone[] = [];
  for (const person of await listStaff(db)) {
    const codes = await readCodes(db, keys, holderOf(person));
    if (codes) phones.push({ email: person.email, name: person.name, codes });
  }
  return phones;
}
