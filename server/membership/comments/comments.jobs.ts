import type { JobKind } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetChannelsJob, forgetTypingJob } from './channels.ts';
import { replyNoticeJob } from './reply-notices.ts';

export const commentJobs = (services: Services): JobKind[] => [
  replyNoticeJob(services),
  forgetTypingJob(services),
  forgetChannelsJob(services),
];
