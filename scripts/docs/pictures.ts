import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from '../lib/project.mjs';
import type { Picture } from './markdown.ts';

/** Writes the pictures of `docs/` beside what pages load. @returns where each is, by the name that pages give it */
export async function writePictures(folder: string): Promise<Record<string, Picture>> {
  const docs = path.join(root, 'docs');
  const files = globSync('pictures/**/*.webp', { cwd: docs });
  const pictures = await Promise.all(
    files.map(async (file): Promise<[string, Picture]> => {
      const bytes = await readFile(path.join(docs, file));
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
      const name = `${path.basename(file, '.webp')}-${hash}.webp`;
      await writeFile(path.join(folder, name), bytes);
      const { width, height } = await sharp(bytes).metadata();
      return [file.split(path.sep).join('/'), { address: `/docs/assets/${name}`, width, height }];
    }),
  );
  return Object.fromEntries(pictures);
}
