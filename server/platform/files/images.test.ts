import { ChildProcess } from 'node:child_process';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { floodOf, photograph, picture } from '../../testing/pictures.ts';
import { createImages } from './images.ts';
import { createLog } from '../log.ts';
import { Refusal } from '../refusal.ts';

const images = createImages(createLog('silent'));
const refusalOf = (bytes: Buffer | string) =>
  images.shrink(Buffer.from(bytes)).then(
    () => 'none',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s becomes a small WebP', async (type) => {
  const shrunk = await sharp(await images.shrink(await picture(type, 1_500, 300))).metadata();
  expect(shrunk).toMatchObject({ format: 'webp', width: 512, height: 102 });
});

test('a picture that is small already keeps its size', async () => {
  const shrunk = await sharp(await images.shrink(await picture('png', 40, 20))).metadata();
  expect(shrunk).toMatchObject({ width: 40, height: 20 });
});

test('a photograph is turned upright and loses its location', async () => {
  const sent = await photograph();
  expect(sent.includes('Camera-of-Ana')).toBe(true);
  const shrunk = await images.shrink(sent);
  const { width, height, exif, xmp, icc, orientation } = await sharp(shrunk).metadata();
  expect({ width, height, exif, xmp, icc, orientation }).toEqual({ width: 256, height: 512 });
  expect(shrunk.includes('Camera-of-Ana')).toBe(false);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
test.each([
  ['nothing', ''],
  ['a drawing that can carry script', svg],
  ['the same with a declaration', `<?xml version="1.0"?>${svg}`],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a page that calls itself GIF', 'GIF89a/*<script>alert(1)</script>*/=1;'],
  ['a page behind the first bytes of a JPEG', '\xff\xd8\xff<script>alert(1)</script>'],
  ['a document', '%PDF-1.7 1 0 obj'],
  ['the beginning of a PNG alone', '\x89PNG\r\n\x1a\n'],
])('%s is no image', async (_, text) => {
  expect(await refusalOf(Buffer.from(text, 'latin1'))).toBe('invalid-file-type');
});

test('a picture of a kind we do not take is no image, although it could be decoded', async () => {
  const tiff = await picture('tiff');
  expect((await sharp(tiff).metadata()).format).toBe('tiff');
  expect(await refusalOf(tiff)).toBe('invalid-file-type');
});

test('data after the end of a picture is dropped', async () => {
  const both = Buffer.concat([await picture('png'), Buffer.from('<script>alert(1)</script>')]);
  const shrunk = await images.shrink(both);
  expect(shrunk.includes('script')).toBe(false);
});

test('a truncated picture is refused', async () => {
  const whole = await picture('jpeg', 900, 900);
  expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe('invalid-file-type');
});

test('a picture of forty million pixels is taken, one of more is not, nor one whose header lies', async () => {
  expect(await refusalOf(await picture('png', 8_000, 5_000))).toBe('none');
  const tooLarge = await picture('png', 8_000, 5_001);
  expect(await refusalOf(tooLarge)).toBe('invalid-file-type');
  expect(await refusalOf(floodOf(50_000, 50_000))).toBe('invalid-file-type');
  // It is the limit that refuses: the same decoder without it takes the picture.
  await expect(sharp(tooLarge, { limitInputPixels: false }).resize(8).toBuffer()).resolves.toBeDefined();
});

test('a decoder that crashes is a refusal, and the next picture is decoded', async () => {
  const refusal = refusalOf(await picture('png', 6_000, 6_000));
  await eventually(async () => decoders().length > 0);
  for (const decoder of decoders()) decoder.kill('SIGSEGV');
  expect(await refusal).toBe('invalid-file-type');
  expect(await refusalOf(await picture('png'))).toBe('none');
});

test('a picture whose decoder is told to stop with the product is refused for the moment, not as no image', async () => {
  const refusal = refusalOf(await picture('png', 6_000, 6_000));
  await eventually(async () => decoders().length > 0);
  for (const decoder of decoders()) decoder.kill('SIGTERM');
  expect(await refusal).toBe('service-unavailable');
});

test('of many concurrent pictures at most two are decoded, some wait, and the rest is refused with Retry-After', async () => {
  const small = await picture('png');
  const all = Array.from({ length: 30 }, () => refusalOf(small));
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, decoders().length)), 5);
  const refusals = await Promise.all(all);
  clearInterval(watch);
  expect(Object.groupBy(refusals, (code) => code)).toEqual({
    none: Array.from({ length: 22 }, () => 'none'),
    'service-unavailable': Array.from({ length: 8 }, () => 'service-unavailable'),
  });
  expect(most).toBe(2);
  expect(await refusalOf(small)).toBe('none');
});

/** The processes this one has started and that still run. */
const decoders = () =>
  (process as unknown as { _getActiveHandles(): unknown[] })
    ._getActiveHandles()
    .filter((handle): handle is ChildProcess => handle instanceof ChildProcess);
