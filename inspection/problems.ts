import type { AboutProblem, HelpItem } from './about-problem.ts';
import { gatingErrors, gatingWarnings } from './gating-problems.ts';
import { moreErrors, moreWarnings, wordErrors } from './more-problems.ts';
import { sentPageIds, type SentPageId } from './sent-page-problems.ts';

/** Everything that can be wrong with the attributes of a page, and how it is mended. Ids are the specification's. */

/** Help that belongs to more than one problem. */
const help = {
  planLogic: {
    title: 'How plans work',
    description:
      'A plan without prices is free: data-ms-plan:add takes it, :update takes it and gives up the other free plans, :remove gives up that one. A member who presses the button has it at once. A visitor’s choice waits in the tab until they have signed up or logged in.',
  },
  priceLogic: {
    title: 'How prices work',
    description:
      'A plan that costs something has prices. data-ms-price:add leads a member to pay; a visitor’s choice waits in the tab, and the payment opens by itself after they have signed up or logged in. Other subscriptions stay as they are; with data-ms-price:update they end with their paid period once the new price is paid.',
  },
  customerPortal: {
    title: 'Changing and ending a subscription',
    description:
      'data-ms-price:remove ends no subscription, it forgets a choice not yet paid. Members change, pay and end subscriptions in the payment customer portal: a button with data-ms-action="customer-portal" opens it, and only members with payments see it.',
  },
  findPlan: {
    title: 'Where the ids are',
    description: 'The App tab of the Inspector lists every plan of your site with its id and the ids of its prices.',
  },
  social: {
    title: 'How social sign-in works',
    description:
      'data-ms-auth-provider opens a window of the provider. Inside a sign-up form it makes an account with the fields of that form, elsewhere it logs in. For somebody who is logged in it connects the provider to their account.',
  },
  socialPlan: {
    title: 'A plan for those who sign up with a provider',
    description:
      'Put the plan or price attribute on the sign-up form around the button: it then counts for both ways to sign up.',
  },
  redirects: {
    title: 'How redirects work',
    description:
      'A redirect is an address on your own site. On a form write redirect="/page", on a button data-ms-redirect="/page". Without one, people go where the settings of your site send them after log-in or sign-up.',
  },
  emailAdvice: {
    title: 'How long the email takes',
    description: 'It should arrive within 30 seconds. Say so on the page, and ask people to look among their spam.',
  },
  pictures: {
    title: 'Why not inside a form',
    description:
      'The button asks for a picture and sends it by itself, at once. Inside a form a press would send the form as well. Put it before or after the form.',
  },
  builderForms: {
    title: 'In a page builder',
    description:
      'Builders wrap a form in a block of its own. Choose the form inside that block, not the block, before you add the attribute.',
  },
  comments: {
    title: 'How comments are built',
    description:
      'An element with data-ms-channel holds everything. In it stands one template with data-ms-post, in that the place for replies with data-ms-thread="container", and in that one with data-ms-thread="item".',
  },
} satisfies Record<string, HelpItem>;

export const errors = {
  'broken-plan-suffix': {
    title: 'Plan attribute without :add, :update or :remove',
    description: 'The attribute has to say what happens to the plan, so nothing happens when somebody presses this.',
    help: [
      {
        title: 'How to mend it',
        description: 'Write data-ms-plan:add, data-ms-plan:update or data-ms-plan:remove, with the colon.',
      },
      help.planLogic,
    ],
  },
  'broken-price-suffix': {
    title: 'Price attribute without :add, :update or :remove',
    description: 'The attribute has to say what happens to the price, so nothing happens when somebody presses this.',
    help: [
      {
        title: 'How to mend it',
        description: 'Write data-ms-price:add, data-ms-price:update or data-ms-price:remove, with the colon.',
      },
      help.priceLogic,
      help.customerPortal,
    ],
  },
  'broken-plan-button': {
    title: 'This is no plan id',
    description: 'A plan attribute takes the id of a plan, which begins with pln_. Anything else is passed over.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Copy the whole id of the plan. An id that begins with prc_ is a price: use data-ms-price:add for it.',
      },
      help.findPlan,
      help.planLogic,
    ],
  },
  'broken-price-button': {
    title: 'This is no price id',
    description:
      'data-ms-price:add and :update take the id of a price, which begins with prc_. data-ms-price:remove takes the word all.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Copy the whole id of the price. An id that begins with pln_ is a plan: use data-ms-plan:add if it is free.',
      },
      help.findPlan,
      help.customerPortal,
    ],
  },
  'missing-attribute-value': {
    title: 'An attribute has no value',
    description: 'This attribute does not do what it is for until it says what it is about.',
    help: [
      {
        title: 'How to mend it',
        description: 'Give it a value, or take it away. The documentation lists the values it knows.',
      },
    ],
  },
  'image-inside-profile-form': {
    title: 'Picture button inside the profile form',
    description: 'The button for the profile picture stands in a profile form, and each would set off the other.',
    help: [{ title: 'How to mend it', description: 'Move the button out of the form.' }, help.pictures],
  },
  'image-inside-signup-form': {
    title: 'Picture button inside the sign-up form',
    description: 'Nobody who signs up has an account yet that a picture could belong to.',
    help: [
      { title: 'How to mend it', description: 'Move the button to a page for members, outside of any form.' },
      help.pictures,
    ],
  },
  'image-inside-comment-form': {
    title: 'Picture button inside the comment form',
    description: 'The button changes the member’s own picture; it adds none to a comment.',
    help: [{ title: 'How to mend it', description: 'Move the button out of the form.' }, help.pictures],
  },
  'extra-login-elements': {
    title: 'More than email and password in the log-in form',
    description: 'A log-in form takes an email address and a password. What else stands in it is not sent.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Move the field to the sign-up form if it is asked once, or to the profile form if members change it.',
      },
    ],
  },
  'orphan-commenting-ui': {
    title: 'Comments outside of a channel',
    description: 'Posts and replies belong to a channel. Without one around them they are never filled.',
    help: [
      { title: 'How to mend it', description: 'Put data-ms-channel on an element around this one.' },
      help.comments,
    ],
  },
  'post-in-thread': {
    title: 'Part of a post inside its replies',
    description:
      'Among the replies only data-ms-post="showThreads" is allowed, the button that shows and hides them. What is about one reply is written with data-ms-thread.',
    help: [
      { title: 'How to mend it', description: 'Write data-ms-thread instead, or move the element out of the replies.' },
      help.comments,
    ],
  },
  'plan-on-social-auth': {
    title: 'Plan or price on a social button',
    description: 'One press can not both open the provider’s window and choose a plan: the choice would be lost.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Take the plan or price attribute off this button and put it on the form around it. Where there is none, put a sign-up form around the button.',
      },
      help.socialPlan,
      help.social,
    ],
  },
  'private-custom-field': {
    title: 'A private field as the name of who wrote',
    description: 'Other members may not read a private field, so nothing would stand here.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Name a field that others may see. The App tab of the Inspector says who may see each, and the settings of your site change it.',
      },
      help.comments,
    ],
  },
  'misplaced-form-attribute': {
    title: 'Form attribute on something that is no form',
    description: 'data-ms-form belongs on the form element itself; elsewhere nothing is sent.',
    help: [{ title: 'How to mend it', description: 'Move the attribute to the form element.' }, help.builderForms],
  },
  'duplicate-install-code': {
    title: 'The install script is there twice',
    description: 'One install script serves a whole page. The second is passed over, and slows the page down.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Keep the one in the head of the whole site, and look for a second in the settings of this page or in an embedded block.',
      },
    ],
  },
  'incomplete-install-code': {
    title: 'The install script does not say which site this is',
    description:
      'Without the id of your site and its public key nobody can be asked who is a member. Nothing of the script works, and what is for members stays closed to everybody.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Copy the whole tag once more, with data-ms-app and data-ms-public-key. Some builders drop attributes they do not know: look at the page as it is sent.',
      },
    ],
  },
  'missing-login-elements': {
    title: 'Log-in form without email and password',
    description: 'Nobody can log in with this form: it needs both fields, or a social button.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Put data-ms-member="email" and data-ms-member="password" on the two inputs, or data-ms-auth-provider on a button in the form.',
      },
      help.builderForms,
      help.social,
    ],
  },
  'missing-signup-elements': {
    title: 'Sign-up form without email and password',
    description: 'Nobody can sign up with this form: it needs both fields, or a social button.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Put data-ms-member="email" and data-ms-member="password" on the two inputs, or data-ms-auth-provider on a button in the form.',
      },
      help.builderForms,
      help.social,
    ],
  },
  'incorrect-plan-id': {
    title: 'Your site has no such free plan',
    description: 'The id looks right, but no free plan of this site has it. The service would refuse it.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Compare it with the ids of your plans, letter by letter. A plan that costs something is chosen by one of its prices, with data-ms-price:add.',
      },
      help.findPlan,
      help.planLogic,
      help.customerPortal,
    ],
  },
  'incorrect-price-id': {
    title: 'Your site has no such price',
    description: 'The id looks right, but no plan of this site has a price with it. The service would refuse it.',
    help: [
      { title: 'How to mend it', description: 'Compare it with the ids of your prices, letter by letter.' },
      help.findPlan,
      help.priceLogic,
    ],
  },
} satisfies Record<string, AboutProblem>;

export const warnings = {
  'missing-redirect': {
    title: 'Forgotten-password form that leads nowhere',
    description:
      'After the code was mailed people stay on this page. Unless it has the reset-password form, too, they can not type the code anywhere.',
    help: [
      {
        title: 'How to mend it',
        description: 'Give the form a redirect to the page with your reset-password form: redirect="/reset".',
      },
      help.redirects,
      help.emailAdvice,
    ],
  },
  'misplaced-install-code': {
    title: 'The install script is not in the head',
    description: 'The page is drawn before the script runs, so that visitors see for a moment what is for members.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Move the script into the head of the page, before every other script, and without defer or async.',
      },
    ],
  },
  'plan-without-action': {
    title: 'Plan button that leads visitors nowhere',
    description: 'A visitor who presses this has chosen the plan, and nothing else happens.',
    help: [
      {
        title: 'How to mend it',
        description: 'Add a link to your sign-up page, or data-ms-modal="signup" for the dialog.',
      },
      help.planLogic,
      help.redirects,
    ],
  },
  'price-without-action': {
    title: 'Price button that leads visitors nowhere',
    description: 'A visitor who presses this has chosen the price, and nothing else happens.',
    help: [
      {
        title: 'How to mend it',
        description: 'Add a link to your sign-up page, or data-ms-modal="signup" for the dialog.',
      },
      help.priceLogic,
      help.redirects,
    ],
  },
} satisfies Record<string, AboutProblem>;

const allErrors = { ...errors, ...wordErrors, ...moreErrors, ...gatingErrors };
const allWarnings = { ...warnings, ...moreWarnings, ...gatingWarnings };

export type ProblemId = keyof typeof allErrors | keyof typeof allWarnings;
export const problems: Record<ProblemId, AboutProblem> = { ...allErrors, ...allWarnings };
export const isError = (id: ProblemId): boolean => Object.hasOwn(allErrors, id);
/** Whether there is a problem of this id, in a page or for the command line alone. */
export const isProblemId = (id: string): id is ProblemId | SentPageId =>
  Object.hasOwn(problems, id) || sentPageIds.some((each) => each === id);
