import type * as codes from '../codes/codes.ts';
import { useModal } from '../modal-context.ts';
import { Later } from '../ui/later.tsx';

const loadFactorSetup = async () => (await import('../factor/factor-setup.tsx')).FactorSetup;

/** The set-up of a second factor, which few log-ins need. */
export function FactorSetupScreen() {
  const { label } = useModal();
  return <Later title={label('loading_text')} load={loadFactorSetup} />;
}

/** @returns the screen of `codes` with this name, whose code comes when it is shown */
export function codeScreen(name: keyof typeof codes) {
  const load = async () => (await import('../codes/codes.ts'))[name];
  return function CodeScreen() {
    const { label } = useModal();
    return <Later title={label('loading_text')} load={load} />;
  };
}
