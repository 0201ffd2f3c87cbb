import { courses, type CourseCode } from './courses.ts';
import { consultationTopics, type ConsultationTopic } from './request-choices.ts';

/** What a request asks for, in one text. @param request with its details as they are stored */
export function aboutRequest({ kind, details }: { kind: string; details: Readonly<Record<string, string>> }): string {
  if (kind === 'lead') return courses[details['course'] as CourseCode]?.name ?? '';
  if (kind === 'support') return details['message'] ?? '';
  const { topic, date, slot } = details;
  return `${consultationTopics[topic as ConsultationTopic] ?? ''}, ${date} ${slot}`;
}
