import { siteEventNames, type SiteEventName } from '../../../../contract/site-events.ts';
import { type Command, table, type Typed, WrongWords } from '../../../platform/commands.ts';
import { nearestWord } from '../../../platform/nearest-word.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { listDeliveries, type Attempt } from '../../site-events/deliveries.ts';
import { listEndpoints, type Endpoint } from '../../site-events/endpoints.ts';
import { retryDeliveryAs, revealSecretAs, rotateSecretAs, sendTestAs } from '../webhook-acts.ts';
import { getDeclared, onlyOne, time, type CommandServices } from './command-services.ts';

/** Most deliveries that one command lists. */
const deliveriesShown = 50;
const answerShown = 40;

/** `app webhooks`: a site's endpoints with their secrets, what was sent to them, and a message to try them. */
export const webhooksCommand: Command<CommandServices> = {
  name: 'app webhooks',
  takes: ['<id>'],
  about: 'where a site is told what happens, what was sent, and what messages are signed with',
  options: {
    secret: { type: 'string', takes: '<webhook>', about: 'shows the secret of one' },
    rotate: {
      type: 'string',
      takes: '<webhook>',
      about: 'gives one another secret; the old one counts for a day more, also through another rotation',
    },
    deliveries: { type: 'boolean', about: `the last ${deliveriesShown} messages, and how they fared` },
    failed: { type: 'boolean', about: 'with --deliveries: those alone that have not arrived' },
    retry: { type: 'string', takes: '<message>', about: 'sends a message once more, at once' },
    'send-test': { type: 'string', takes: '<event>', about: 'sends an example of an event to all that listen to it' },
  },
  details: `Webhooks are declared in the site’s file. Messages are signed from the first one on. A message that was refused
waits for its next attempt, eight in a day beside those that --retry asks for, and has failed only after the last. The
id of a test begins with msg_test_, by which a receiver can leave it out. The running product sends; this command only
tells it what.

Events: ${siteEventNames.join(', ')}`,
  async run(services, { words: [id], values }) {
    requireOneAct(values);
    const { secret, rotate, deliveries, failed, retry, 'send-test': event } = values;
    const site = await getDeclared(services, id!);
    if (typeof secret === 'string') return showSecret(services, site.id, secret);
    if (typeof rotate === 'string') return rotateWebhook(services, site.id, rotate);
    if (typeof retry === 'string') return resend(services, site.id, retry);
    if (typeof event === 'string') return sendTest(services, site.id, event);
    return deliveries ? showDeliveries(services, site.id, failed === true) : showEndpoints(services, site.id);
  },
};

/** @throws WrongWords for options that exclude each other */
function requireOneAct(values: Typed['values']): void {
  const [one, other] = ['secret', 'rotate', 'deliveries', 'retry', 'send-test'].filter(
    (option) => values[option] !== undefined,
  );
  if (one !== undefined && other !== undefined) throw onlyOne(one, other);
  if (values['failed'] && !values['deliveries']) throw new WrongWords('--failed goes with --deliveries.');
}

async function showEndpoints({ db }: CommandServices, siteId: string): Promise<string> {
  const endpoints = await listEndpoints(db, siteId);
  if (endpoints.length === 0) return `${siteId} has no webhooks.`;
  return table(
    ['id', 'address', 'events', 'state', 'last attempt'],
    endpoints.map((endpoint) => [
      endpoint.id,
      endpoint.url,
      endpoint.events === 'all' ? 'all' : endpoint.events.join(' '),
      stateOf(endpoint),
      describeAttempt(endpoint.lastAttempt ?? undefined),
    ]),
  );
}

function stateOf({ enabled, switchedOffAt }: Endpoint): string {
  if (switchedOffAt) return `switched off ${time(switchedOffAt)}: it failed for days`;
  return enabled ? 'on' : 'off';
}

const describeAttempt = (attempt: Attempt | undefined): string =>
  attempt === undefined
    ? '-'
    : `${time(new Date(attempt.at))}: ${[attempt.status ?? '', attempt.answer.slice(0, answerShown)].join(' ').trim()}`;

async function showDeliveries({ reports }: CommandServices, siteId: string, isUndelivered: boolean): Promise<string> {
  const states = isUndelivered ? (['waiting', 'failed'] as const) : undefined;
  const found = await reports.read('app webhooks --deliveries', (db) =>
    listDeliveries(db, siteId, { states, limit: deliveriesShown }),
  );
  if (found.length === 0)
    return isUndelivered ? `Everything sent for ${siteId} has arrived.` : `No delivery for ${siteId} is in the log.`;
  return table(
    ['id', 'webhook', 'event', 'queued', 'state', 'attempts', 'last attempt', 'next attempt'],
    found.map(({ id, endpointId, event, createdAt, state, attempts, nextAttemptAt }) => [
      id,
      endpointId,
      event,
      time(createdAt),
      state,
      String(attempts.length),
      describeAttempt(attempts.at(-1)),
      time(nextAttemptAt),
    ]),
  );
}

async function showSecret(services: CommandServices, siteId: string, endpointId: string): Promise<string> {
  await requireEndpoint(services, siteId, endpointId);
  return revealSecretAs(services, { actor: services.actor, siteId, endpointId });
}

async function rotateWebhook(services: CommandServices, siteId: string, endpointId: string): Promise<string> {
  await requireEndpoint(services, siteId, endpointId);
  return rotateSecretAs(services, { actor: services.actor, siteId, endpointId });
}

/** @throws WrongWords that lists the site's webhooks for an unknown one */
async function requireEndpoint({ db }: CommandServices, siteId: string, id: string): Promise<void> {
  const ids = (await listEndpoints(db, siteId)).map((endpoint) => endpoint.id);
  if (ids.includes(id)) return;
  const known = ids.length === 0 ? 'It has none.' : `It has ${ids.join(', ')}.`;
  throw new WrongWords(`${siteId} has no webhook ${oneLine(id)}. ${known}`);
}

async function resend({ db, actor }: CommandServices, siteId: string, deliveryId: string): Promise<string> {
  await retryDeliveryAs(db, { actor, siteId, deliveryId });
  return `${deliveryId} is sent once more. ${whereToLook(siteId)}`;
}

/** @throws WrongWords for an event there is not, and where no endpoint listens to it */
async function sendTest({ db, actor }: CommandServices, siteId: string, name: string): Promise<string> {
  const event = readEvent(name);
  const sent = await sendTestAs(db, { actor, siteId, event });
  if (sent.length === 0)
    throw new WrongWords(
      `No webhook of ${siteId} that is on listens to ${event}. "npm run intake -- app webhooks ${siteId}" lists them.`,
    );
  return [...sent.map(({ id, endpointId }) => `${id} is sent to ${endpointId}.`), whereToLook(siteId)].join('\n');
}

function readEvent(name: string): SiteEventName {
  const event = siteEventNames.find((each) => each === name);
  if (event) return event;
  const nearest = nearestWord(name, siteEventNames);
  throw new WrongWords(
    `There is no event ${oneLine(name)}. ${nearest === undefined ? `The events are ${siteEventNames.join(', ')}.` : `Did you mean ${nearest}?`}`,
  );
}

const whereToLook = (siteId: string) => `"npm run intake -- app webhooks ${siteId} --deliveries" shows how it fared.`;
