import * as z from 'zod/mini';
import { FieldValues } from '../../../../contract/members.ts';
import type { SignupPopupQuery } from '../../../../contract/providers.ts';
import { parseStrictJson } from '../../../platform/http/json-body.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PopupRequest } from '../attempt.ts';

const Plans = z.array(z.object({ planId: z.string() }));

/**
 * The parameters of a sign-up popup. An invitation is taken from a page that shows itself alone: any page can hide its
 * referrer, and a provider may answer without a press, so that a stranger's page would have its visitor join the
 * stranger's team, whose owner sees the address.
 *
 * @throws Refusal invalid-request naming the parameter
 */
export function readSignup(query: z.infer<typeof SignupPopupQuery>, referer: string | undefined): PopupRequest {
  const inviteToken = valueOf(query.inviteToken) ?? null;
  const isHidden = referer === undefined;
  return {
    purpose: 'signup',
    fields: readEncoded(FieldValues, valueOf(query.customFields) ?? '{}', 'customFields'),
    planIds: readEncoded(Plans, valueOf(query.plans) ?? '[]', 'plans').map(({ planId }) => planId),
    inviteToken: isHidden ? null : inviteToken,
    hidInvite: isHidden && inviteToken !== null,
  };
}

/** Some clients send the word `undefined`, or an empty text, for no value. */
const valueOf = (text: string | null | undefined) => (text === '' || text === 'undefined' ? undefined : text);

/** Clients URL-encode these twice, once by hand and once with the query, so one layer is left. */
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
