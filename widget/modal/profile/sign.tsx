import { useModal } from '../modal-context.ts';

/** A neutral sign and the name of a site, where it has no sign of its own. */
export function Sign() {
  const { app } = useModal();
  if (app.branding.logo) return null;
  return (
    <p className="ms-sign">
      <svg viewBox="0 0 24 24" role="img" aria-label={app.name}>
        <rect x="2" y="2" width="20" height="20" rx="6" />
        <path d="M12 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5 6a5 5 0 0 1 10 0" />
      </svg>
      <span aria-hidden="true">{app.name}</span>
    </p>
  );
}
