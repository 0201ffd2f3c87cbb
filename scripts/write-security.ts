import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './lib/project.mjs';
import { fillIn, papers } from './security/fill-in.ts';

/** Regenerates the tables of the security documents from the code; a test compares them. */
for (const [file, tables] of Object.entries(papers)) {
  const address = path.join(root, file);
  await writeFile(address, fillIn(await readFile(address, 'utf8'), tables));
  console.log(`${file} says what the code says.`);
}
