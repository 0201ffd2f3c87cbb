import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures as people send them, and files as only some people do. */

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0f4bb8' }, limitInputPixels: false });

export const picture = (type: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 40, height = 20): Promise<Buffer> =>
  blank(width, height).toFormat(type).toBuffer();

/** A photograph that says which way is up, where it was taken and with what. */
export const photograph = (): Promise<Buffer> =>
  blank(800, 400)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Camera-of-Ana' }, IFD3: { GPSLatitudeRef: 'S' } })
    .jpeg()
    .toBuffer();

/** A PNG whose header names a size its few bytes do not have. */
export function floodOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of exactly so many bytes: what is too many stands in a chunk that no picture shows. */
export async function pictureOfSize(bytes: number): Promise<Buffer> {
  const small = await picture('png');
  const end = small.length - 12;
  const filling = chunk('fiLl', Buffer.alloc(bytes - small.length - 12, 'x'));
  return Buffer.concat([small.subarray(0, end), filling, small.subarray(end)]);
}
