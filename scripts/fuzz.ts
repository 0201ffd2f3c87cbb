/** `npm run fuzz`: malformed requests against a running product. */
import { fuzz } from '../server/testing/fuzz/fuzz.ts';

const help = `npm run fuzz [-- options]

Sends malformed requests to every call of a product that runs with its demonstration data (npm start), started with
TRUSTED_PROXIES=127.0.0.0/8,::1 so that limits do not end it early. Fails when one is answered with a fault of ours.

  --url URL        where it runs (default http://localhost:4000)
  --requests N     how many (default 100000)
  --seed N         the same seed makes the same requests (default: from the clock; it is printed)
  --help           this text`;

const words = process.argv.slice(2);
const after = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);

if (words.includes('--help')) console.log(help);
else await run();

async function run(): Promise<void> {
  const requests = Number(after('--requests') ?? 100_000);
  const seed = Number(after('--seed') ?? Date.now() % 1_000_000);
  if (!(requests > 0) || Number.isNaN(seed)) {
    console.error(`--requests and --seed take numbers.\n\n${help}`);
    process.exit(2);
  }
  console.log(`seed ${seed}`);
  const { statuses, faults } = await fuzz({
    url: after('--url') ?? 'http://localhost:4000',
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
  process.exitCode = faults.length === 0 ? 0 : 1;
}
