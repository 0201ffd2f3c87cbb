import * as z from 'zod/mini';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';

const Template = z.object({
  /** What it is for, in the product's words: `order-enrolled`. */
  kind: z.string(),
  subject: z.string(),
  senderName: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type MailTemplate = z.infer<typeof Template>;

const may = { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay;
/** A string and no choice: what is out of scope answers like what is absent. */
const partner = z.string().check(z.maxLength(100));
const template: MailTemplate = {
  kind: 'password-changed',
  subject: 'UC: Your password was changed',
  senderName: 'UC Enrolment',
  text: 'The password of your account was changed.',
  attachments: [],
};
const params = { partner: examplePartner };

/** Mails as the portal would send them, with made-up content. */
export const mailTemplateCalls = defineCalls({
  'GET /console/api/partners/:partner/mail-templates': {
    summary: 'List every mail of a partner, with made-up content',
    caller: 'staff',
    may,
    params: z.object({ partner }),
    answer: z.object({ data: z.array(Template) }),
    refusals: ['not-found'],
    example: { params, answer: { data: [template] } },
  },
  'GET /console/api/partners/:partner/mail-templates/:kind/body': {
    summary: 'Read such a mail as it looks',
    about: 'For a frame that may run nothing and load nothing.',
    caller: 'staff',
    may,
    params: z.object({ partner, kind: z.string().check(z.maxLength(100)) }),
    mediaType: 'text/html',
    refusals: ['not-found'],
    example: { params: { ...params, kind: template.kind }, answer: 'The mail.' },
  },
});

/** What is said of them. */
export const mailTemplateSubject: ConsoleSubject = {
  title: 'Mail templates',
  about: 'Every mail that the portal sends under a partner’s name. Nothing here is sent.',
  calls: mailTemplateCalls,
};
