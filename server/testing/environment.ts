import { readEnv, WrongEnvironment } from '../platform/env.ts';

/** Everything production needs. */
export const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://intake.example',
  DATABASE_URL: 'postgres://intake:hunter2@db.example/intake?sslmode=verify-full',
  SMTP_URL: 'smtps://intake:hunter2@mail.example',
  MAIL_FROM: 'Intake <no-reply@intake.example>',
  STRIPE_SECRET_KEY: 'sk_live_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2hunter2hunter2',
  INTAKE_SECRETS: 'hunter2-9VqTz4LmXw8RbK1cYd6GsJ3fNp',
};

/** What a start with these variables refuses. */
export function faultsOf(variables: Record<string, string | undefined>): string[] {
  try {
    readEnv(variables);
    return [];
  } catch (error) {
    if (!(error instanceof WrongEnvironment)) throw error;
    return error.faults;
  }
}

/** The variables that faults are about. */
export const namesIn = (faults: string[]) => faults.map((fault) => fault.split(' ')[0]);
