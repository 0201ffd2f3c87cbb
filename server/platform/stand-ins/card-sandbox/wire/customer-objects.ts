import { newWireId, nowSeconds } from './ids.ts';
import type { Customer, PortalSession } from './objects.ts';

export interface NewCustomer {
  email?: string | null;
  name?: string | null;
  phone?: string;
  description?: string;
  metadata?: Record<string, string>;
}

export function makeCustomer({ email, name, phone, description, metadata }: NewCustomer): Customer {
  return {
    id: newWireId('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSeconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: description ?? null,
    email: email ?? null,
    invoice_prefix: newWireId('', 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: metadata ?? {},
    name: name ?? null,
    next_invoice_sequence: 1,
    phone: phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

export function makePortalSession(
  publicUrl: string,
  customer: string,
  { returnUrl, configuration }: { returnUrl: string | null; configuration?: string },
): PortalSession {
  const id = newWireId('bps_1');
  return {
    id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: configuration ?? newWireId('bpc_1'),
    created: nowSeconds(),
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${publicUrl}/dev/card/portal/${id}`,
  };
}
