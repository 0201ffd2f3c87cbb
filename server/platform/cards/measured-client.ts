import Stripe from 'stripe';
import { callOutside } from '../outside-call.ts';

/** Words in the provider's addresses; every other part is an id. */
const words = new Set(
  `v1 v2 checkout sessions expire customers payment_intents payment_methods refunds subscriptions coupons
   promotion_codes prices products events disputes invoices charges billing_portal setup_intents line_items search
   cancel`.split(/\s+/),
);

/** The SDK's HTTP client, which measures each try of a call. Nothing is added to what is sent. */
export function createMeasuredClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, ...rest) => {
    const template = templateOf(path);
    const attributes = { 'http.request.method': method, 'url.template': template };
    return callOutside({ to: 'cards', what: `${method} ${template}`, host, attributes }, async ({ status }) => {
      const response = await makeRequest(host, port, path, method, ...rest);
      const code = response.getStatusCode();
      // 403 is one right that a restricted key lacks: what else it may do goes on.
      status(code, code === 401);
      return response;
    });
  };
  return client;
}

/** An address without ids and query, which may name a customer. */
const templateOf = (path: string) =>
  path
    .replace(/\?.*$/s, '')
    .split('/')
    .map((part) => (part === '' || words.has(part) ? part : '{id}'))
    .join('/');
