import type { CallGroup } from '../call-note.ts';
import { member } from '../example-objects.ts';

export const memberCalls: CallGroup = {
  title: 'Current member',
  about: 'What the member who is signed in reads and changes about themself.',
  calls: {
    'GET /member': {
      summary: 'Read the current member',
      about: 'Answers null for a visitor and for a session that has ended.',
      caller: 'visitor',
      example: { answer: { data: member } },
    },
    'POST /member': {
      summary: 'Change custom fields',
      about:
        'Merges; fields that are not sent stay. Undeclared keys are ignored. A field the service writes refuses the whole call.',
      caller: 'member',
      errors: ['field-not-writable', 'invalid-field-value'],
      example: {
        body: { customFields: { workshop: 'Wood turning' } },
        answer: {
          data: { ...member, customFields: { ...member.customFields, workshop: 'Wood turning' } },
          _internalUseOnly: { message: 'Your profile has been updated.' },
        },
      },
    },
  },
};
