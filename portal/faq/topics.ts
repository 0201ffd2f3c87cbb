import faq from 'content:faq';
import type { Faq } from '../../shared/page-content.ts';
import { slugOf } from '../ui/slug.ts';

/** The four parts of the questions: the name in the address, what the tab says, where the questions stand. */
export const topics = [
  { name: 'general', label: 'General', part: 'general' },
  { name: 'eligibility', label: 'Eligibility', part: 'eligibility' },
  { name: 'cohort-dates', label: 'Cohort Dates', part: 'cohortDates' },
  { name: 'job-prospects', label: 'Job Prospects', part: 'jobProspects' },
] as const satisfies { name: string; label: string; part: keyof Faq }[];

export type TopicName = (typeof topics)[number]['name'];

/** The questions of a topic as they are written, each with its name in the address: the same at every partner. */
export function questionsOf(name: TopicName) {
  const { part } = topics.find((topic) => topic.name === name)!;
  return faq[part].map((question) => ({ ...question, id: slugOf(question.question) }));
}

/** The topic of the question an address ends in, `#what-if-my-cohort-is-full`. */
export function findTopic(hash: string): TopicName | undefined {
  return topics.find(({ name }) => questionsOf(name).some(({ id }) => hash === `#${id}`))?.name;
}
