import { dialogLimits } from '../../../contract/dialog-limits.ts';
import type { ProfileLabelKey } from './profile-labels.ts';

/**
 * What is wrong with a file chosen as a profile picture, if anything. The sentence about the size names another
 * number than the limit; both are from the protocol.
 */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): ProfileLabelKey | undefined {
  if (!type.startsWith('image/')) return 'image_type_error';
  return size > dialogLimits.profileImageMaxBytes ? 'image_size_error' : undefined;
}
