import type { ImportCounts, MemberImport } from '../../../contract/console/imports-schemas.ts';

const numbers = new Intl.NumberFormat();

/** What the rows of a file would do or did, in numbers; what is none is left out. */
export function ImportCountList({ found, counts }: { found: MemberImport; counts: ImportCounts }) {
  const isLook = found.state === 'checked';
  const lines: (readonly [number, string])[] = [
    [counts.created, isLook ? 'will be new members' : 'are new members'],
    [counts.updated, isLook ? 'are members already, and will get the file’s values' : 'got the file’s values'],
    [counts.unchanged, 'have all values of the file already'],
    [counts.present, 'are members already, and are left as they are'],
    [
      counts.unproved,
      'are members already without a proved address, and are left as they are: somebody else may have made the account',
    ],
    [counts.faulty, 'have faults'],
  ];
  return (
    <section>
      <h2>
        {numbers.format(counts.rows)} {counts.rows === 1 ? 'row' : 'rows'}
      </h2>
      <dl className="mt-3 divide-y divide-line rounded-xl border border-line">
        {lines
          .filter(([count]) => count > 0)
          .map(([count, words]) => (
            <div key={words} className="flex gap-4 px-4 py-2.5">
              <dd className="order-first w-20 shrink-0 text-right font-semibold">{numbers.format(count)}</dd>
              <dt>{words}</dt>
            </div>
          ))}
      </dl>
      {!counts.isWhole && (
        <p className="mt-3 font-semibold text-error">The file cannot be read to its end. Mend it and send it again.</p>
      )}
    </section>
  );
}
