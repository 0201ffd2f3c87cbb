import encodeQr from 'qr';
import { useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { join } from './join.ts';

/** An authenticator app's new secret. */
export interface AuthenticatorSecret {
  secret: string;
  uri: string;
}

/** A secret to scan, or to type into the app by hand. */
export function AuthenticatorSetup({ secret, uri }: AuthenticatorSecret) {
  const [isTyped, setTyped] = useState(false);
  return (
    <div className="flex flex-col items-start gap-3">
      <p>Open your authenticator app, add an account, and scan this code.</p>
      <QrCode text={uri} />
      {isTyped ? (
        <div>
          <p id="secret-label">Or choose “Enter a setup key” in the app, and type:</p>
          <p aria-labelledby="secret-label" className="mt-1 font-mono text-base font-semibold select-all">
            {inGroups(secret)}
          </p>
        </div>
      ) : (
        <Button look="link" onClick={() => setTyped(true)}>
          I can not scan it
        </Button>
      )}
    </div>
  );
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ');

/** Drawn here, so that the secret goes to no other service. Always dark on light: not every scanner reads the reverse. */
function QrCode({ text, className }: { text: string; className?: string }) {
  const { size, path } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the setup key"
      className={join('size-48 rounded-lg', className)}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Modules of light around the code, which scanners need (ISO/IEC 18004). */
const quietZone = 4;

function drawQr(text: string) {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: quietZone });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}
