import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes `index.html` beside the pictures: one row for each screen, the partners and widths side by side. */
export async function writeGallery(out: string): Promise<void> {
  const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith('.png')).toSorted();
  const pictures = files.map((file) => {
    const [, partner, screen, width] = /^(.+?)[\\/](.+)-(\d+)\.png$/.exec(file) ?? [];
    return { file: file.split(path.sep).join('/'), partner, screen, width: Number(width) };
  });
  const names = [...new Set(pictures.map(({ screen }) => screen))];
  const rows = names.map((name) => {
    const shown = pictures
      .filter(({ screen }) => screen === name)
      .toSorted((a, b) => b.width - a.width || String(a.partner).localeCompare(String(b.partner)));
    return `<section><h2 id="${name}">${name}</h2><div>${shown.map(pictureOf).join('')}</div></section>`;
  });
  await writeFile(path.join(out, 'index.html'), pageOf(names, rows));
}

const pictureOf = ({ file, partner, width }: { file: string; partner?: string; width: number }) =>
  `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy" width="${Math.round(width / 3)}"></a><figcaption>${partner} ${width}</figcaption></figure>`;

const pageOf = (names: (string | undefined)[], rows: string[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every screen of the portal</title>
<style>
  body { font: 16px/1.5 system-ui; margin: 2rem; background: #eef0f2; }
  nav { columns: 14rem; }
  div { display: flex; align-items: flex-start; gap: 1rem; overflow-x: auto; padding-bottom: 1rem; }
  figure { margin: 0; flex: none; }
  img { display: block; border: 1px solid #c5cad0; background: #fff; }
</style>
<h1>Every screen of the portal</h1>
<nav>${names.map((name) => `<a href="#${name}">${name}</a><br>`).join('')}</nav>
${rows.join('\n')}
</html>
`;
