import faq from 'content:faq';
import type { Faq } from '../../shared/page-content.ts';
import { slugsOf } from '../ui/slug.ts';

/** The four parts of the questions: the name in the address, what the tab says, where the questions stand. */
export const topics = [
  { name: 'general', label: 'General', part: 'general' },
  { name: 'eligibility', label: 'Eligibility', part: 'eligibility' },
  { name: 'cohort-dates', label: 'Cohort Dates', part: 'cohortDates' },
  { name: 'job-prospects', label: 'Job Prospects', part: 'jobProspects' },
] as const satisfies { name: string; label: string; part: keyof Faq }[];

export type TopicName = (typeof topics)[number]['name'];

/** All questions with their topics, each with its name in the address of the page: the same at every partner. */
function listQuestions() {
  const all = topics.flatMap(({ name, part }) => faq[part].map((question) => ({ ...question, topic: name })));
  const ids = slugsOf(all.map(({ question }) => question));
  return all.map((question, at) => ({ ...question, id: ids[at]! }));
}

/** The questions of a topic as they are written. */
export const questionsOf = (name: TopicName) => listQuestions().filter(({ topic }) => topic === name);

/** The topic of the question an address ends in, `#what-if-my-cohort-is-full`. */
export const findTopic = (hash: string): TopicName | undefined =>
  listQuestions().find(({ id }) => hash === `#${id}`)?.topic;
