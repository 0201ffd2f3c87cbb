import type { Http } from '../../../http/typed.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseForm } from '../wire/form.ts';
import { WireError } from '../wire/wire-error.ts';
import { assetRoutes } from './asset.routes.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { confirmRoutes } from './checkout/confirm.routes.ts';
import { contentPolicy } from './content-policy.ts';
import { invoiceRoutes } from './invoice.routes.ts';
import { portalRoutes } from './portal/portal.routes.ts';
import { subscriptionToolRoutes } from './tool/subscription-tool.routes.ts';
import { toolRoutes } from './tool/tool.routes.ts';

const formType = 'application/x-www-form-urlencoded';

/** Mounts everything under /dev/card/. What it sets holds for these addresses alone. */
export async function hostedPages(app: Http, sandbox: Sandbox): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser(formType);
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, parseForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    });
    scope.addHook('onRequest', async (_request, reply) => {
      reply
        .header('content-security-policy', contentPolicy("'self'"))
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store');
    });
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof WireError)) throw error;
      return reply.code(error.status).send({ error: error.body });
    });
    assetRoutes(scope);
    checkoutRoutes(scope, sandbox);
    confirmRoutes(scope, sandbox);
    invoiceRoutes(scope, sandbox);
    portalRoutes(scope, sandbox);
    toolRoutes(scope, sandbox);
    subscriptionToolRoutes(scope, sandbox);
  });
}
