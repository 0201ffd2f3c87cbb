import type { Generated } from '../../platform/database/database.ts';
import type { PlanRedirects, PlanRules, PriceRules, Site, SitePlan, SitePrice } from './site.ts';
import type { SiteSettings } from './site-settings.ts';

/** The tables of sites, for the store that reads them and the one of `declaration` that writes them. */
export type SiteTables = {
  site: {
    id: string;
    public_key: string;
    name: string;
    mode: Site['mode'];
    settings: SiteSettings;
    shipped_digest: string | null;
    demonstration: Generated<boolean>;
    voided_at: Generated<Date | null>;
  };
  plan: {
    id: string;
    site_id: string;
    name: string;
    description: string | null;
    priority: number | null;
    status: SitePlan['status'];
    redirects: PlanRedirects;
    rules: PlanRules;
    /** Order within its site, ascending. */
    position: number;
  };
  price: {
    id: string;
    plan_id: string;
    name: string;
    type: SitePrice['type'];
    status: SitePrice['status'];
    amount_cents: number;
    currency: string;
    interval_type: string | null;
    interval_count: number | null;
    rules: PriceRules;
    /** Order within its plan, ascending. */
    position: number;
  };
};
