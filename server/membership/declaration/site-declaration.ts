import * as z from 'zod/mini';
import { ContentItems } from '../content/content-item.ts';
import { EndpointDeclaration, mostEndpoints } from '../site-events/site-event.ts';
import { findContradictions } from './contradictions.ts';
import { toFaults, WrongDeclaration } from './declaration-faults.ts';
import { PlanDeclaration } from './plan-declaration.ts';
import { eachHasItsOwn, Name } from '../sites/setting-values.ts';
import { authProvider, SiteSettings } from '../sites/site-settings.ts';

/** A secret in a declaration: the name of an environment variable, or the text itself. Stored sealed. */
const SecretSource = z.union([z.string().check(z.minLength(1)), z.strictObject({ env: z.string() })], {
  error: 'a secret is a text, or { env: NAME } for what an environment variable holds',
});
export type SecretSource = z.infer<typeof SecretSource>;

/**
 * A site's declaration: the whole site, so that what is not named has its default or does not exist. Files are written
 * in the order of the keys here.
 */
export const SiteDeclaration = z
  .strictObject({
    id: z.string().check(z.regex(/^app_[A-Za-z0-9_-]{1,60}$/, 'the id of a site begins with app_')),
    name: Name,
    publicKey: z.string().check(z.regex(/^pk_[A-Za-z0-9_-]{1,80}$/, 'a public key begins with pk_')),
    mode: z.enum(['live', 'sandbox']),
    ...SiteSettings.shape,
    plans: z._default(z.array(PlanDeclaration).check(eachHasItsOwn('id')), []),
    /** A missing secret stays as it is stored. */
    authProviders: z._default(
      z
        .array(z.strictObject({ ...authProvider, clientSecret: z.optional(SecretSource) }))
        .check(eachHasItsOwn('provider')),
      [],
    ),
    captchaSecret: z.optional(SecretSource),
    content: z._default(ContentItems, []),
    webhooks: z._default(z.array(EndpointDeclaration).check(z.maxLength(mostEndpoints), eachHasItsOwn('id')), []),
  })
  .check(
    // Runs beside other issues (`when`), so that all faults are reported at once.
    z.check(
      ({ value, issues }) => {
        for (const { path, message } of findContradictions(value))
          issues.push({ code: 'custom', path: [...path], message, input: value });
      },
      { when: () => true },
    ),
  );
export type SiteDeclaration = z.infer<typeof SiteDeclaration>;

/** Validates a declaration. @throws WrongDeclaration with every fault at once */
export function parseDeclaration(value: unknown): SiteDeclaration {
  const result = SiteDeclaration.safeParse(value);
  if (result.success) return result.data;
  throw new WrongDeclaration(toFaults(result.error.issues, value, settingNames));
}

/** Every key of the schema, at any depth. */
export const settingNames: readonly string[] = [
  ...new Set(keysIn(z.toJSONSchema(SiteDeclaration, { io: 'input', unrepresentable: 'any' }))),
];

function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: Record<string, unknown> };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(keysIn)];
}
