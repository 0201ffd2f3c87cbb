/** `npm run fuzz`: malformed requests against a running product. */
import { fuzz } from '../server/testing/fuzz/fuzz.ts';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';

/** The address of `npm start` in this environment. */
const ownUrl = process.env['APP_URL'] || `http://localhost:${process.env['PORT'] || 4000}`;

const help = `npm run fuzz [-- options]

Sends malformed requests to every call of a product that runs with its demonstration data (npm start), started with
TRUSTED_PROXIES=127.0.0.0/8,::1 so that limits do not end it early. Fails when one is answered with a fault of ours.

  --url URL        where it runs (default ${ownUrl})
  --requests N     how many (default 100000)
  --seed N         the same seed makes the same requests (default: from the clock; it is printed)
  --help           this text`;

/** @returns 0 when no request was answered with a fault of ours */
async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const options = readOptions('npm run fuzz', { url: text, requests: text, seed: text });
  if (options['help']) {
    console.log(help);
    return 0;
  }
  const requests = Number(options['requests'] ?? 100_000);
  const seed = Number(options['seed'] ?? Date.now() % 1_000_000);
  if (!(requests > 0) || Number.isNaN(seed)) throw new Problem('--requests and --seed take numbers.');
  const url = String(options['url'] ?? ownUrl);
  if (!URL.canParse(url)) throw new Problem('--url takes an address, http://localhost:4000 for example.');
  console.log(`seed ${seed}`);
  const { statuses, faults } = await fuzz({
    url,
    requests,
    seed,
    onProgress: (done) => console.log(`${done} of ${requests}`),
  });
  console.log('answers by status', statuses);
  for (const { request, status, answer } of faults)
    console.error(
      status,
      request.method,
      request.path,
      request.headers,
      request.body?.toString().slice(0, 500),
      '→',
      answer,
    );
  console.log(faults.length === 0 ? 'No request was answered with a fault.' : `${faults.length} faults.`);
  return faults.length === 0 ? 0 : 1;
}

await runMain(main);
