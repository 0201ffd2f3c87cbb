import * as z from 'zod/mini';
import { FieldValues } from '../../../../contract/members.ts';
import type { SignupPopupQuery } from '../../../../contract/providers.ts';
import { parseStrictJson } from '../../../platform/http/json-body.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PopupRequest } from '../attempt.ts';

const Plans = z.array(z.object({ planId: z.string() }));

/** What a sign-up popup is asked for in its address. @throws Refusal invalid-request naming the parameter */
export function readSignup(query: z.infer<typeof SignupPopupQuery>): PopupRequest {
  return {
    purpose: 'signup',
    fields: readEncoded(FieldValues, said(query.customFields) ?? '{}', 'customFields'),
    planIds: readEncoded(Plans, said(query.plans) ?? '[]', 'plans').map(({ planId }) => planId),
    inviteToken: said(query.inviteToken) ?? null,
  };
}

/** Some clients send the word `undefined`, or nothing, where they have nothing to say. */
const said = (text: string | null | undefined) => (text === '' || text === 'undefined' ? undefined : text);

/** Clients encode these by hand and then once more with the whole query, so one layer is left. */
function readEncoded<T>(schema: z.ZodMiniType<T>, text: string, field: string): T {
  const parsed = z.safeParse(schema, decode(text));
  if (parsed.success) return parsed.data;
  throw new Refusal('invalid-request', { message: `The parameter "${field}" is not valid.`, extras: { field } });
}

function decode(text: string): unknown {
  try {
    return parseStrictJson(/^[[{]/.test(text) ? text : decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
