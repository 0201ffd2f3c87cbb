import { handle, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { forgetChannelsJob, forgetEmptyChannels } from './channels.ts';
import { replyNoticeJob, sendReplyNotice } from './reply-notices.ts';

export const commentJobs = (services: Services): Job[] => [
  handle(replyNoticeJob, ({ postId }) => sendReplyNotice(services, postId)),
  handle(forgetChannelsJob, ({ after }) => forgetEmptyChannels(services.db, after)),
];
