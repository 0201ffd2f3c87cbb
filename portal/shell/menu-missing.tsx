import { TryAgain } from './try-again.tsx';

/** Where side navigation or drawer would be, when their code did not come. */
export function MenuMissing() {
  return (
    <div role="alert" className="space-y-3">
      <p>The menu did not load. The page itself works without it.</p>
      <TryAgain look="outline" />
    </div>
  );
}
