import { gzipSync } from 'node:zlib';

const blockBytes = 512;
/** Where a header keeps what, as POSIX has it (ustar). */
const header = {
  name: 0,
  mode: 100,
  owner: 108,
  group: 116,
  size: 124,
  modified: 136,
  sum: 148,
  type: 156,
  magic: 257,
};

/** Files as one archive that `npm install` takes. The same files give the same bytes. */
export function packTarball(files: ReadonlyMap<string, string>): Buffer {
  const entries = [...files].flatMap(([name, text]) => entryOf(`package/${name}`, Buffer.from(text)));
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]), { level: 9 });
}

function entryOf(name: string, content: Buffer): Buffer[] {
  const head = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) => head.write(value.toString(8).padStart(digits, '0'), at);
  head.write(name, header.name);
  octal(0o644, header.mode, 7);
  octal(0, header.owner, 7);
  octal(0, header.group, 7);
  octal(content.length, header.size, 11);
  octal(0, header.modified, 11);
  head.write('0', header.type);
  head.write('ustar\u000000', header.magic);
  // The sum is taken as if spaces stood where it is to stand.
  head.fill(' ', header.sum, header.sum + 8);
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    header.sum,
    6,
  );
  head[header.sum + 6] = 0;
  const padding = (blockBytes - (content.length % blockBytes)) % blockBytes;
  return [head, content, Buffer.alloc(padding)];
}
