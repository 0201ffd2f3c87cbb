import { exampleMessage, messageSchema, siteEventNames, siteEvents } from '../../contract/site-events.ts';
import { webhookSubject } from '../../contract/calls/webhooks.ts';
import { toSchema, type Json } from './json-schema.ts';

const header = (name: string, description: string, schema: Json) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const headers = [
  header('svix-id', 'The id of the delivery, the same at each attempt.', { type: 'string' }),
  header('svix-timestamp', 'When this attempt was made, in seconds.', { type: 'integer' }),
  header('svix-signature', '`v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`.', { type: 'string' }),
];

/**
 * The `webhooks` section of OpenAPI: one entry for each site event, with schema and example.
 *
 * @param shared the description's components, to which those of the payloads are added
 */
export const describeWebhooks = (shared: Json): Json =>
  Object.fromEntries(
    siteEventNames.map((event) => {
      const content = { schema: toSchema(messageSchema(event), 'output', shared), example: exampleMessage(event) };
      const description = {
        operationId: event,
        tags: [webhookSubject.title],
        summary: siteEvents[event].about,
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': content } },
        responses: { '2XX': { description: 'Any status of success within five seconds acknowledges it.' } },
      };
      return [event, { post: description }];
    }),
  );
