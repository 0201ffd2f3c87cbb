export interface WireErrorBody {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
}

/** A "no" in the provider's own words: `{ error: { type, code, message, param } }`. */
export class WireError extends Error {
  readonly status: number;
  readonly body: WireErrorBody;

  constructor(status: number, body: WireErrorBody) {
    super(body.message);
    this.name = 'WireError';
    this.status = status;
    this.body = body;
  }
}

/** A request that cannot be carried out as it stands. */
export const invalidRequest = (message: string, details: { code?: string; param?: string } = {}): WireError =>
  new WireError(400, { type: 'invalid_request_error', message, ...details });

/**
 * An object that does not exist: 404 when the address names it, 400 when a parameter does.
 *
 * @param name the object as the provider writes it, `checkout.session` say
 */
export const missingObject = (name: string, id: string, where: { param: string; inAddress: boolean }): WireError =>
  new WireError(where.inAddress ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${name}: '${id}'`,
    param: where.param,
  });
