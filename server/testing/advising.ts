import { randomBytes, randomUUID } from 'node:crypto';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { randomAddress, type Answer, type Student, type TestProduct } from './product.ts';
import { openConsole, type Employed, type TestConsole } from './staff-console.ts';

/** Staff who answer requests in a test, over HTTP. */
export interface Advising {
  staffed: TestConsole;
  /** Sends the form for a course outline of UTS. @returns the request's id */
  lead(email: string, change?: object): Promise<string>;
  /** Sends a message to UTS's support, as a student. @returns the request's id */
  support(student: Student, message: string): Promise<string>;
  /** Asks for a consultation. @returns the request's id */
  consultation(student: Student, wish: { partner: string; date: string; slot: string }): Promise<string>;
  show(who: Employed, id: string): Promise<ShownRequest>;
  /** Sends a call about a request with its version as it is, unless given. */
  act(who: Employed, id: string, what: string, body: object): Promise<Answer>;
  /** Answers a request. */
  reply(who: Employed, id: string, text: string, more?: object): Promise<Answer>;
  ids(who: Employed, query?: string): Promise<string[]>;
  rows(text: string, ...values: unknown[]): Promise<any[]>;
}

export const newLeadAddress = () => `lead-${randomBytes(6).toString('hex')}@example.org`;

export function createAdvising(product: TestProduct): Advising {
  const staffed = openConsole(product);
  const rows = async (text: string, ...values: unknown[]) => (await product.database.pool.query(text, values)).rows;
  const idOf = async (reference: string): Promise<string> =>
    (await rows('select id from enquiry where reference = $1', reference))[0].id;
  const show = async (who: Employed, id: string): Promise<ShownRequest> =>
    (await staffed.call('GET', `/requests/${id}`, { cookie: who.cookie })).body.data;
  const act: Advising['act'] = async (who, id, what, body) => {
    const version = 'version' in body ? {} : { version: (await show(who, id)).version };
    return staffed.call('POST', `/requests/${id}/${what}`, { cookie: who.cookie, body: { ...version, ...body } });
  };
  return {
    staffed,
    rows,
    show,
    act,
    async lead(email, change = {}) {
      const body = { partner: 'uts', course: 'data', firstName: 'Mere', lastName: 'Tau', phone: '021 555 0100', email };
      const sent = await product.call('POST', '/enrolment/leads', {
        body: { ...body, ...change },
        headers: { 'x-forwarded-for': randomAddress() },
      });
      if (sent.status !== 200) throw new Error(`the lead answered ${sent.status}`);
      const [{ id }] = await rows('select id from enquiry where email = $1 order by created_at desc limit 1', email);
      return id as string;
    },
    support: async (student, message) =>
      idOf((await student.post('/enrolment/support-requests', { partner: 'uts', message })).body.data.reference),
    consultation: async (student, wish) =>
      idOf((await student.post('/enrolment/consultations', { topic: 'payment', ...wish })).body.data.reference),
    reply: (who, id, text, more = {}) =>
      act(who, id, 'reply', { subject: 'Your question', text, key: randomUUID(), ...more }),
    ids: async (who, query = '') =>
      (await staffed.call('GET', `/requests${query}`, { cookie: who.cookie })).body.data.map(
        ({ id }: { id: string }) => id,
      ),
  };
}
