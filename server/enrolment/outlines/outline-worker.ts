import { parentPort, workerData } from 'node:worker_threads';
import { partners } from '../../../shared/partners.ts';
import { inWords } from '../../../shared/wording.ts';
import { writeOutline } from './outline.ts';
import type { OutlineTask } from './published-outlines.ts';
import { readTypeface } from '../../platform/pdf/typeface.ts';

const { code, course, texts } = workerData as OutlineTask;
const partner = partners[code];
const outline = await writeOutline({ ...inWords(texts, partner), partner, course }, await readTypeface());
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, not a window
parentPort!.postMessage(outline);
