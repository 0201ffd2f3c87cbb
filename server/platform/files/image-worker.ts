import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/**
 * A sandbox process for one picture: reads the file on stdin and writes the shrunk picture, or nothing for a refusal.
 */

/** Pixels of the longer side, in the result. */
const side = 512;
/** A phone's largest pictures have 50 million pixels and are saved with 12; decoded, each pixel takes four bytes. */
const maxPixels = 40_000_000;
const limits = { memoryBytes: 512_000_000, cpuMs: 5_000 };

// Allow-list of four decoders, whatever the file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

const bytes = await buffer(process.stdin);
// Decoding runs on its own threads, so this one is free for the watchdog.
const cpuMs = () => process.cpuUsage(startedAt).user / 1_000;
const startedAt = process.cpuUsage();
const watch = setInterval(() => {
  if (process.memoryUsage.rss() > limits.memoryBytes) process.exit();
  // CPU time instead of wall time: a busy machine must not fail a valid picture.
  if (cpuMs() > limits.cpuMs) process.exit();
}, 20);

const shrunk = await sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
  .autoOrient()
  .resize(side, side, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 82 })
  .toBuffer()
  .catch(() => Buffer.alloc(0));
clearInterval(watch);
process.stdout.write(shrunk);
