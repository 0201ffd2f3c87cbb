import { outcomeFigures } from './outcome-figures.ts';

/** Three figures about the courses, each with its source where one is named. */
export function StatsBanner() {
  const sources = outcomeFigures.filter(({ source }) => source !== '');
  return (
    <aside aria-label="Our graduates" className="rounded-xl bg-tint px-5 py-4">
      <ul className="grid grid-cols-1 gap-3 @md:grid-cols-3 @md:gap-4">
        {outcomeFigures.map(({ figure, meaning }) => (
          <li key={figure} className="flex items-baseline gap-2 @md:block">
            <strong className="text-h3 whitespace-nowrap tabular-nums">{figure}</strong>{' '}
            <span className="text-sm text-muted @md:block">{meaning}</span>
          </li>
        ))}
      </ul>
      {sources.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          {`Sources: ${sources.map(({ meaning, source }) => `${meaning}: ${source}`).join('; ')}.`}
        </p>
      )}
    </aside>
  );
}
