import type { AboutProblem } from './about-problem.ts';

/** Problems beside the specification's: words that are not known, and mistakes that its list does not have. */

const mend = (description: string) => ({ title: 'How to mend it', description });

const ignoring = {
  title: 'If it is meant so',
  description:
    'Write data-ms-ignore with the id of this problem on the element, and the Inspector does not tell it of that element and what stands in it.',
};

const fieldsOfForms = {
  title: 'How fields are sent',
  description:
    'A field belongs to the form with data-ms-form around it. Each kind of form sends fields of its own; sign-up and profile send the fields of your site as well.',
};

const codes = {
  title: 'How a mailed code works',
  description:
    'The first press mails the code to the address in data-ms-member="email". The part with data-ms-passwordless="step-2" is hidden until then; the code is typed into data-ms-member="token", and the second press sends it.',
};

export const wordErrors = {
  'unknown-attribute': {
    title: 'There is no such attribute',
    description: 'The attribute begins as ours do, and we have none of that name. Nothing happens with it.',
    help: [
      mend('Write the name as the documentation lists it, letter by letter, or take the attribute away.'),
      {
        title: 'If a script of yours reads it',
        description:
          'The Inspector says nothing of an attribute that a script in the page itself speaks of. It does not see what files contain.',
      },
      ignoring,
    ],
  },
  'older-word': {
    title: 'A word of an older service',
    description: 'Pages made for an older service have this attribute. It does nothing here.',
    help: [
      mend('Write what this entry says in its place. The documentation lists every attribute there is.'),
      ignoring,
    ],
  },
  'unknown-content': {
    title: 'Content that is always hidden',
    description:
      'The condition is no word of ours and no content group of your site, so the element is hidden from members and visitors alike, and from you.',
    help: [
      mend(
        'Write members, verified, free-plans, paid-plans, no-plans, is-trialing, has-failed-payment, has-password or is-admin, in small letters, or the key of a content group. An exclamation mark in front turns it round.',
      ),
      {
        title: 'Where the keys are',
        description: 'The App tab of the Inspector lists the content groups of your site with their keys.',
      },
    ],
  },
  'unknown-value': {
    title: 'A value that is not known',
    description: 'This attribute takes certain words, and this is none of them. Nothing happens with it.',
    help: [mend('Write one of its words, in the same letters, capitals and hyphens among them.'), ignoring],
  },
  'unknown-provider': {
    title: 'Your site has no such provider',
    description: 'A button opens the window of a provider that your site has. This one opens nothing.',
    help: [
      mend('Write the name of a provider as the App tab of the Inspector lists it, or add the provider to your site.'),
    ],
  },
  'unknown-field': {
    title: 'Your site has no such field',
    description: 'The value is no word of ours and no field of your site: nothing is shown here, and nothing is kept.',
    help: [mend('Write the key of the field as the App tab of the Inspector lists it, or add the field to your site.')],
  },
} satisfies Record<string, AboutProblem>;

export const moreErrors = {
  'field-outside-form': {
    title: 'A field in no form of ours',
    description: 'What is typed here is sent nowhere by us, and what is known of the member is not filled in.',
    help: [
      mend('Put a form with data-ms-form around it, or take data-ms-member off the field.'),
      fieldsOfForms,
      ignoring,
    ],
  },
  'repeated-field': {
    title: 'The same field twice',
    description: 'Two fields of a form have the same name, and one value is sent: what stands in the last.',
    help: [
      mend(
        'Take the attribute off one of them. A field that asks for the password once more has none: compare the two in a script of yours.',
      ),
      fieldsOfForms,
    ],
  },
  'nested-form': {
    title: 'A form in a form',
    description:
      'HTML has no form in a form: a browser drops the inner one, with its attributes, and ends the outer one early.',
    help: [mend('Put the forms beside one another. Builders often wrap an embedded block in a form of their own.')],
  },
  'missing-form-elements': {
    title: 'A form without a field it needs',
    description: 'Nothing can be done with this form: a field is missing that it can not do without.',
    help: [mend('Put data-ms-member with the name of the field on the input for it.'), fieldsOfForms, codes],
  },
  'unsent-field': {
    title: 'A field that this form does not send',
    description: 'The name of the field is one of ours, and this kind of form does nothing with it.',
    help: [mend('Move the field to the kind of form that takes it, or take it away.'), fieldsOfForms],
  },
  'redirect-elsewhere': {
    title: 'A redirect to another site',
    description: 'A redirect leads within your site. An address elsewhere is passed over, so nobody is led anywhere.',
    help: [
      mend('Write a path of your own site, /welcome say. A link leads to another site: put it on the page behind.'),
    ],
  },
} satisfies Record<string, AboutProblem>;

export const moreWarnings = {
  'snippet-word': {
    title: 'Part of a snippet',
    description:
      'The attribute belongs to a collection of snippets, each with a script of its own. By itself it does nothing.',
    help: [
      mend(
        'If the script of the snippet is on the page, in a file say, ignore this. Else add it, or take the attribute away.',
      ),
      ignoring,
    ],
  },
  'missing-second-step': {
    title: 'The code is asked for too early',
    description: 'The field for the mailed code is seen before there is one, and people wait for it without a press.',
    help: [mend('Put data-ms-passwordless="step-2" on the field, or on an element around it.'), codes],
  },
  'deferred-install-code': {
    title: 'The install script comes late',
    description:
      'With defer or async the page is drawn before the script runs, so that visitors see for a moment what is for members.',
    help: [mend('Take defer and async off the script, and put it before every other one in the head.')],
  },
  'coupon-without-price': {
    title: 'A coupon without a price',
    description: 'A coupon is taken along to the payment of the price beside it. Here is none.',
    help: [mend('Put the coupon on the element with data-ms-price:add or data-ms-price:update.')],
  },
  'bind-without-content': {
    title: 'Looks without a condition',
    description: 'The attribute changes the looks while the condition of data-ms-content holds, and there is none.',
    help: [mend('Add data-ms-content with the word for whom the looks change, to the same element.')],
  },
} satisfies Record<string, AboutProblem>;

/** Problems that are told only of an attribute without another one. */
export const isToldAlone = (id: string): boolean =>
  Object.hasOwn(wordErrors, id) || ['unsent-field', 'coupon-without-price', 'bind-without-content'].includes(id);
