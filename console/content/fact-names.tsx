/** The words and facts that texts may name in braces. */
export function FactNames({ facts }: { facts: Readonly<Record<string, string>> }) {
  return (
    <details className="rounded-xl border border-line px-4 py-3">
      <summary className="min-h-6 cursor-pointer font-semibold">Words and numbers to write in braces</summary>
      <p className="mt-3">
        {'{Program}, {Enrol}, {enrolment}, {enrolled} and {partner} become the partner’s own words. '}
        Prices, weeks and figures are named, so that they are right everywhere:
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="font-mono text-sm wrap-anywhere">{`{${name}}`}</dt>
            <dd className="text-sm text-muted">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
