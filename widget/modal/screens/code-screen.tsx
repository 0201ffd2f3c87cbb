import type * as codes from '../codes/codes.ts';
import { useModal } from '../modal-context.ts';
import { Later } from '../ui/later.tsx';

/** @returns the screen of `codes` with this name, whose code comes when it is shown */
export function codeScreen(name: keyof typeof codes) {
  const load = async () => (await import('../codes/codes.ts'))[name];
  return function CodeScreen() {
    const { label } = useModal();
    return <Later title={label('loading_text')} load={load} />;
  };
}
