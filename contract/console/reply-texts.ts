import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';
import { limits } from '../limits.ts';

/** What a text to reuse may name: it is filled in as the text is put into a reply. */
export const replyPlaceholders = ['{first name}', '{partner}'] as const;

/** Puts a name and a partner where a text names them. */
export const fillInReply = (text: string, { firstName, partner }: { firstName: string; partner: string }): string =>
  text.replaceAll('{first name}', firstName).replaceAll('{partner}', partner.toUpperCase());

const Text = z.object({ id: z.string(), name: z.string(), text: z.string(), version: z.number() });
export type ReplyText = z.infer<typeof Text>;
const TextAnswer = z.object({ data: Text });

const id = z.string().check(z.maxLength(100));
const OfPartner = z.object({ partner: z.string().check(z.maxLength(20)) });
const OfText = z.object({ partner: z.string().check(z.maxLength(20)), replyTextId: id });
const words = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.replySubjectMaxLength)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.replyMaxLength)),
};

const may = { permission: 'answer-requests', within: 'partner' } as const satisfies StaffMay;
const text: ReplyText = {
  id: 'rtx_8m3k5t1w9c7x2v6n4b0q',
  name: 'Laptop',
  text: 'Hello {first name},\n\nany laptop of the last five years will do.\n\n{partner} Enrolment',
  version: 1,
};
const params = { partner: examplePartner };
const written = { name: text.name, text: text.text };

/** Texts that a partner's staff put into their replies. */
export const replyTextCalls = defineCalls({
  'GET /console/api/partners/:partner/reply-texts': {
    summary: 'List the texts to reuse of a partner',
    caller: 'staff',
    may,
    params: OfPartner,
    answer: z.object({ data: z.array(Text) }),
    refusals: ['not-found'],
    example: { params, answer: { data: [text] } },
  },
  'POST /console/api/partners/:partner/reply-texts': {
    summary: 'Add a text to reuse',
    caller: 'staff',
    may,
    params: OfPartner,
    body: z.strictObject(words),
    answer: TextAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'reply-text-name-taken', 'reply-text-limit-reached'],
    example: { params, body: written, answer: { data: text } },
  },
  'POST /console/api/partners/:partner/reply-texts/:replyTextId': {
    summary: 'Change a text to reuse',
    caller: 'staff',
    may,
    params: OfText,
    body: z.strictObject({ ...words, version: z.number() }),
    answer: TextAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'reply-text-name-taken', 'changed-meanwhile'],
    example: { params: { ...params, replyTextId: text.id }, body: { ...written, version: 1 }, answer: { data: text } },
  },
  'DELETE /console/api/partners/:partner/reply-texts/:replyTextId': {
    summary: 'Delete a text to reuse',
    caller: 'staff',
    may,
    params: OfText,
    answer: z.object({ data: z.object({ id: z.string() }) }),
    limits: [writesPerStaff],
    refusals: ['not-found'],
    example: { params: { ...params, replyTextId: text.id }, answer: { data: { id: text.id } } },
  },
});

/** What is said of them. */
export const replyTextSubject: ConsoleSubject = {
  title: 'Texts to reuse',
  about: 'What advisors write often: put into a reply and changed there.',
  calls: replyTextCalls,
};
