import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetEmptyChannels, forgetTyping } from './channels.ts';
import { replyNoticeJob, sendReplyNotice } from './reply-notices.ts';

const forgetTypingJob = jobKind({ name: 'forget-typing', lane: 'upkeep', schedule: '7 * * * *' });
/** At night alone: places of posts begin anew in channels that were forgotten. */
const forgetChannelsJob = jobKind({ name: 'forget-empty-channels', lane: 'upkeep', schedule: '50 3 * * *' });

export const commentJobs = (services: Services): Job[] => [
  handle(replyNoticeJob, ({ postId }) => sendReplyNotice(services, postId)),
  handle(forgetTypingJob, () => forgetTyping(services.db)),
  handle(forgetChannelsJob, () => forgetEmptyChannels(services.db)),
];
