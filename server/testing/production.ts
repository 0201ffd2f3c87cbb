/** A secret that passes the start's judgement of secrets. */
const goodSecret = '9VqTz4LmXw8RbK1cYd6GsJ3fNpHa5uEo';

/** Everything production needs, with mail to a program on this machine and a card provider that is not there. */
export const productionVariables = (options: {
  /** The variables that name the database. */
  database: Record<string, string>;
  port: number;
  smtpPort: number;
}): Record<string, string> => ({
  NODE_ENV: 'production',
  PORT: String(options.port),
  APP_URL: 'https://intake.example',
  ...options.database,
  // The server that tests run on may be anybody's.
  INTAKE_ALLOW_PLAIN: 'database',
  SMTP_URL: `smtp://127.0.0.1:${options.smtpPort}`,
  MAIL_FROM: 'Intake <no-reply@intake.example>',
  STRIPE_SECRET_KEY: 'sk_live_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  INTAKE_SECRETS: goodSecret,
});
