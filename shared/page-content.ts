import * as z from 'zod/mini';
import { courseCodes, courseWeeks, studyModes, type CourseCode, type StudyMode } from './courses.ts';
import { pageNames } from './portal-pages.ts';
import { webinarCategories, webinarMinutes } from './webinar-choices.ts';
import { tokensOf } from './wording.ts';
import { findWordingFault } from './wording-faults.ts';

/** Editable page content: the schema of every file in `content/`. */

/** Text for people. Words in braces become the partner's own, see `wording.ts`. */
const Text = z.string().check(
  z.refine((text) => findWordingFault(text) === undefined, {
    error: ({ input }) => findWordingFault(input as string),
  }),
);
const Texts = z.array(Text).check(z.minLength(1));
const Titled = z.strictObject({ title: Text, text: Text });

/** A question with its answer; a line break starts a paragraph. `claims` names the figures in the answer. */
const Question = z.pipe(
  z.strictObject({ question: Text, answer: Text }),
  z.transform(({ question, answer }) => ({ question, answer, claims: claimsIn(answer) })),
);
export type Question = z.output<typeof Question>;
export const Questions = z.array(Question).check(z.minLength(1));

const claimPrefix = 'claim.';
const claimsIn = (text: string) =>
  tokensOf(text)
    .filter((name) => name.startsWith(claimPrefix))
    .map((name) => name.slice(claimPrefix.length));

// Figures

/** A number that promises something. `source` says who measured it, when and over whom; null where not measured yet. */
export const Claim = z.strictObject({ figure: Text, meaning: Text, source: z.nullable(Text) });
export type Claim = z.infer<typeof Claim>;
const byCourse = z.strictObject({ cyber: Claim, data: Claim, software: Claim } satisfies Record<CourseCode, unknown>);
const whole = z.int().check(z.positive());

const Figures = z.strictObject({
  claims: z.strictObject({
    jobOutcomes: Claim,
    employers: Claim,
    weeks: Claim,
    placement: Claim,
    placementBy: byCourse,
    salaryBy: byCourse,
  }),
  rules: z.strictObject({
    minimumAge: whole,
    switchWeeks: whole,
    missedSessionsPercent: whole,
    placementSupportMonths: whole,
    supportReplyHours: whole,
    consultationMinutes: whole,
  }),
});
export type Figures = z.infer<typeof Figures>;

// Courses

/** A part of a course. `weeks` counts full-time weeks; part-time takes as many times longer as the whole course does. */
const SyllabusPart = z.strictObject({ title: Text, weeks: whole, text: Text, topics: Texts, make: Text });
export type SyllabusPart = z.infer<typeof SyllabusPart>;

const Syllabus = z.array(SyllabusPart).check(
  z.refine((parts) => parts.reduce((sum, { weeks }) => sum + weeks, 0) === courseWeeks['full-time'], {
    error: `the weeks of all parts make ${courseWeeks['full-time']}`,
  }),
);

const facts = {
  promise: Text,
  hero: Text,
  build: z.strictObject({ short: Text, title: Text, text: Text }),
  learn: z.array(Titled).check(z.minLength(3)),
  outcomes: z.strictObject({ text: Text, roles: Texts }),
  whoFor: Texts,
  needs: Texts,
  assessment: Texts,
  closing: Titled,
};
/** What a course's file says of the course besides its syllabus, its questions and what only one course has. */
export const CourseFacts = z.strictObject(facts);
export type CourseFacts = z.infer<typeof CourseFacts>;

const course = { ...facts, syllabus: Syllabus, questions: Questions };
const CourseContent = z.strictObject(course);
export type CourseContent = z.infer<typeof CourseContent>;

/** The part of each course's file that cards show. */
export type CourseCards = Record<CourseCode, Pick<CourseContent, 'promise' | 'build'>>;

/** The part of a course's file that the first screen of its page shows. */
export type CourseHead = Pick<CourseContent, 'promise' | 'hero'>;

const Instructor = z.strictObject({ name: Text, role: Text, text: Text });
export const Instructors = z.array(Instructor).check(z.minLength(1));
const CyberCourse = z.strictObject({ ...course, tools: Texts, instructors: Instructors });
export type CyberCourse = z.infer<typeof CyberCourse> & {
  /** Whether staff have published who teaches. Until then the instructors are the file's, which are illustrative. */
  hasOwnTeam?: true;
};

const Project = z.strictObject({ title: Text, brief: Text, data: Text, result: Text });
const DataCourse = z.strictObject({ ...course, tools: Texts, projects: z.array(Project).check(z.minLength(1)) });
export type DataCourse = z.infer<typeof DataCourse>;

const StackLayer = z.strictObject({ area: Text, text: Text, tools: Texts });
const SoftwareCourse = z.strictObject({ ...course, stack: z.array(StackLayer).check(z.minLength(1)) });
export type SoftwareCourse = z.infer<typeof SoftwareCourse>;

/** Pace and audience of each mode of study, the same for every course. */
const Study = z.record(z.enum(studyModes), z.strictObject({ pace: Text, suits: Text }));
export type Study = z.infer<typeof Study>;

/** The part of the modes of study that course pages show. */
export type Paces = Record<StudyMode, string>;

// Questions

const Faq = z.strictObject({
  general: Questions,
  eligibility: Questions,
  cohortDates: Questions,
  jobProspects: Questions,
});
export type Faq = z.infer<typeof Faq>;

// Webinars

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day is written 2027-03-04'));
const id = z.string().check(z.regex(/^[a-z0-9-]+$/, 'an id has small letters, digits and hyphens'));

/** Once, on a day; or again every so many weeks, counted from a day. On the partner's calendar. */
const WebinarDate = z.union([z.strictObject({ on: day }), z.strictObject({ everyWeeks: whole, from: day })]);
export type WebinarDate = z.infer<typeof WebinarDate>;

const Webinar = z.strictObject({
  id,
  title: Text,
  description: Text,
  date: WebinarDate,
  time: z.string().check(z.regex(/^\d{1,2}:\d{2} [ap]m$/, 'a time is written 6:00 pm')),
  minutes: z.literal(webinarMinutes),
  host: Text,
  attendees: z.int().check(z.nonnegative()),
  category: z.enum(webinarCategories),
});
export type Webinar = z.infer<typeof Webinar>;

const webinarsPerCourse = 3;
const threeWebinars = z.array(Webinar).check(z.length(webinarsPerCourse, `a course has ${webinarsPerCourse} webinars`));
const Webinars = z
  .strictObject({ cyber: threeWebinars, data: threeWebinars, software: threeWebinars })
  .check(z.refine((all) => isUnique(Object.values(all).flat()), 'two webinars have the same id'));
export type Webinars = z.infer<typeof Webinars>;

const isUnique = (items: { id: string }[]) => new Set(items.map((item) => item.id)).size === items.length;

// Stories and the consultation

const Story = z.strictObject({
  id,
  name: Text,
  course: z.enum(courseCodes),
  before: Text,
  after: Text,
  quote: Text,
  text: Text,
  facts: Texts,
});
export type Story = z.infer<typeof Story>;
const Stories = z
  .array(Story)
  .check(z.length(3, 'there are three stories'), z.refine(isUnique, 'two stories have the same id'));
export type Stories = z.infer<typeof Stories>;

const Consultation = z.strictObject({
  chat: Titled,
  phone: Titled,
  resources: z.array(z.strictObject({ title: Text, text: Text, page: z.enum(pageNames) })).check(z.minLength(1)),
  questions: Questions,
});
export type Consultation = z.infer<typeof Consultation>;

/** The schema of every file, by its name below `content/`, without ending. */
export const contentSchemas = {
  'courses/cyber': CyberCourse,
  'courses/data': DataCourse,
  'courses/software': SoftwareCourse,
  study: Study,
  figures: Figures,
  faq: Faq,
  webinars: Webinars,
  stories: Stories,
  consultation: Consultation,
} as const;
export type ContentName = keyof typeof contentSchemas;
export type ContentOf<Name extends ContentName> = z.output<(typeof contentSchemas)[Name]>;
