import encodeQr from 'qr';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { adoptSheet } from '../../shell/shell.ts';
import css from './factor.css?inline';

/** Modules of light around the code, which scanners need (ISO/IEC 18004). */
const quietZone = 4;

/** Drawn here, so that the secret goes to no other service. Always dark on light: not every scanner reads the reverse. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const place = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => adoptSheet(place.current!.getRootNode() as ShadowRoot, css), []);
  const { size, path } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      ref={place}
      className="ms-factor__qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawQr(text: string) {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: quietZone });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}
