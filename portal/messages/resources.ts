import { answerWithinHours } from '../../shared/answer-promise.ts';
import type { Messages } from './messages.ts';

const inTime = `within ${answerWithinHours} hours`;
const weContactYou = `A member of our team will contact you ${inTime}.`;

/** Webinars, consultations and support requests. */
export const resourceMessages = {
  registered: {
    title: 'Registration Successful',
    text: 'A confirmation with a calendar file is on its way to your email.',
    kind: 'success',
  },
  registeredQuietly: {
    title: 'Registration Successful',
    text: 'Your email notifications are off, so we send no confirmation.',
    kind: 'success',
  },
  registeredUnproved: {
    title: 'Registration Successful',
    text: 'Your email address is not confirmed, so we send it only a few mails a day, and no confirmation of this.',
    kind: 'success',
  },
  noWebinars: 'There are no webinars of this course at the moment.',
  webinarsNotRead: 'The webinars could not be read. Please check your connection.',
  registrationFailed: { title: 'Failed to register for the webinar. Please try again.', kind: 'error' },
  alreadyRegistered: {
    title: 'Already Registered',
    text: "You're already registered for this webinar.",
    kind: 'info',
  },
  webinarGone: { title: 'This webinar does not take place any more.', kind: 'info' },
  unregistered: { title: 'Unregistered Successfully', kind: 'success' },
  unregistrationFailed: { title: 'Failed to unregister from the webinar. Please try again.', kind: 'error' },

  dateMissing: 'Please choose a date',
  dateInPast: 'Please choose a date that is not in the past.',
  slotMissing: 'Please choose a time',
  slotPassed: 'This time has passed today. Please choose another one.',
  consultationAsked: { title: 'Consultation Request Submitted', text: weContactYou, kind: 'success' },
  weHaveYourRequest: 'We have your request',
  askedFor: (time) => `${time}. ${weContactYou}`,

  supportMessageMissing: 'Please write your message first',
  supportAsked: { title: 'Support Request Submitted', text: `We reply ${inTime}.`, kind: 'success' },
  onItsWay: 'Your message is on its way',
  weReplyTo: `We reply ${inTime} to`,
  reference: (reference) => `Reference ${reference}`,

  notSent: 'Your request could not be sent. What you typed is still here. Please try again.',
} satisfies Messages;
