import * as z from 'zod/mini';
import { asksForReadOnly, asksForWrites, isDatabaseAddress } from './addresses.ts';

const address = (name: string) =>
  z.string().check(
    z.refine(isDatabaseAddress, {
      error: `${name} must be an address beginning with postgres:// or postgresql://, with commas between its servers`,
      abort: true,
    }),
  );

/** A variable that leads to the server which takes writes. */
export const databaseVariable = (name: string) =>
  z.optional(
    address(name).check(
      z.refine((text) => !asksForReadOnly(text), {
        error: `${name} must take target_session_attrs=read-write, or none: the product writes`,
      }),
    ),
  );

/** A variable that leads to standbys. */
export const standbyVariable = (name: string) =>
  z.optional(
    address(name).check(
      z.refine((text) => !asksForWrites(text), {
        error: `${name} must take target_session_attrs=standby, or none: nothing is written there`,
      }),
    ),
  );

/** A variable with the seconds that a standby may lag behind. Below one it would change with each look, of one second. */
export const lagVariable = (name: string) =>
  z.optional(
    z
      .string()
      .check(
        z.refine((text) => /^[1-9]\d{0,2}$/.test(text), { error: `${name} must be a number of seconds from 1 to 999` }),
      ),
  );
