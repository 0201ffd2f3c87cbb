export interface SeedOptions {
  /** Makes the demonstration members too. Never in production: their passwords are public. */
  demonstration: boolean;
}

export interface DemonstrationData {
  apps: { appId: string; publicKey: string; origins: string[] }[];
  members: { appId: string; email: string; password: string; about: string }[];
  plans: { appId: string; planId: string; name: string }[];
  prices: { appId: string; planId: string; priceId: string; name: string }[];
  teams: unknown[];
  contentKeys: { appId: string; key: string }[];
  providers: { appId: string; provider: string }[];
}
