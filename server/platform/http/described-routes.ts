import type { RouteOptions } from 'fastify';
import type { Http, RouteSchemas } from './typed.ts';

/** A route as it is mounted. */
export interface DescribedRoute {
  method: string;
  /** As mounted: `/app/plans/:planId`. */
  url: string;
  schemas: RouteSchemas;
}

/** Addresses for people, for development and for monitoring: no part of the API. */
const otherAddresses = /^\/(?:dev|docs|assets|account|metrics|robots\.txt|\*)/;

/**
 * Notes every call of the API as it is mounted, so that nothing can be described that is not there, and nothing be
 * there undescribed. Call it before routes are added.
 */
export function collectRoutes(app: Http): DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route: RouteOptions) => {
    if (otherAddresses.test(route.url)) return;
    for (const method of [route.method].flat())
      if (method !== 'HEAD' && method !== 'OPTIONS')
        routes.push({ method, url: route.url, schemas: route.config?.schemas ?? {} });
  });
  return routes;
}
