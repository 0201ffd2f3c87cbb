import type { StoredGauge } from '../../platform/metrics/stored-gauges.ts';
import { endpointGauge } from './endpoints.store.ts';

/** What operators see of webhooks at `/metrics`. */
export const webhookGauges: readonly StoredGauge[] = [endpointGauge];
