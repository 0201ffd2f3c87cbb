import type { ReactNode } from 'react';

/** The signs of providers by the names sites use, drawn by us: their makers' plain shapes and colours. */
const drawings: Record<string, ReactNode> = {
  google: (
    <g strokeWidth="4" strokeLinecap="butt">
      <path stroke="#ea4335" d="M17.900 6.600A8 8 0 0 0 5.070 8" />
      <path stroke="#fbbc05" d="M5.070 8a8 8 0 0 0 0 8" />
      <path stroke="#34a853" d="M5.070 16a8 8 0 0 0 12.270 1.970" />
      <path stroke="#4285f4" strokeLinejoin="miter" d="M17.340 17.970A8 8 0 0 0 20 12h-8" />
    </g>
  ),
  microsoft: (
    <g stroke="none">
      <path fill="#f25022" d="M2.500 2.500h9v9h-9z" />
      <path fill="#7fba00" d="M12.500 2.500h9v9h-9z" />
      <path fill="#00a4ef" d="M2.500 12.500h9v9h-9z" />
      <path fill="#ffb900" d="M12.500 12.500h9v9h-9z" />
    </g>
  ),
  apple: (
    <g stroke="none" fill="currentcolor">
      <path d="M16.800 12.600c0-1.800.9-3.100 2.500-4-.9-1.300-2.300-2-4-2.100-1.500 0-2.700.9-3.400.9S9.700 6.500 8.400 6.500C5.900 6.600 3.800 8.600 3.800 12c0 4.200 2.800 9.500 5 9.500 1.200 0 1.700-.8 3.200-.8s1.900.8 3.200.8c1.900 0 3.800-3.200 4.500-5.300-1.900-.7-2.900-2-2.900-3.600Z" />
      <path d="M11.800 5.800c0-2.200 1.600-4 3.700-4.300.2 2.300-1.500 4.200-3.700 4.300Z" />
    </g>
  ),
  github: (
    <path
      stroke="none"
      fill="currentcolor"
      fillRule="evenodd"
      d="M12 1.800a10.200 10.200 0 1 0 0 20.400 10.200 10.200 0 0 0 0-20.400ZM9.300 21.800v-2.200c-1.900.4-2.500-.7-3-1.800.9.100 1.300 1 3.100.700.1-.6.3-1.100.7-1.400-2.300-.3-4.300-1.400-4.300-4.700 0-1 .3-1.900.9-2.600-.3-.9-.3-2 .1-3.100.8 0 1.800.5 2.700 1.100a9.300 9.300 0 0 1 5 0c.9-.6 1.900-1.100 2.700-1.100.4 1.100.4 2.200.1 3.100.6.7.9 1.600.9 2.600 0 3.300-2 4.400-4.300 4.700.5.4.8 1.100.8 2v2.700Z"
    />
  ),
  linkedin: (
    <g stroke="none">
      <rect x="2" y="2" width="20" height="20" rx="3" fill="#0a66c2" />
      <path
        fill="#fff"
        d="M5.600 9.800h2.800V18H5.600Zm1.400-4a1.600 1.600 0 1 1 0 3.200 1.600 1.600 0 0 1 0-3.200Zm3.200 4h2.700v1.100c.5-.8 1.400-1.300 2.500-1.300 2.300 0 3.100 1.400 3.100 3.600V18h-2.800v-4.300c0-1.100-.4-1.800-1.300-1.800-1 0-1.400.8-1.400 1.900V18h-2.800Z"
      />
    </g>
  ),
  facebook: (
    <g stroke="none">
      <circle cx="12" cy="12" r="10.200" fill="#0866ff" />
      <path
        fill="#fff"
        d="M10.400 22.100v-7.800H8v-3.100h2.400V9.300c0-2.700 1.400-4.100 3.900-4.100.8 0 1.500.1 1.900.2V8h-1.300c-1.200 0-1.500.6-1.500 1.600v1.600h2.700l-.5 3.100h-2.200v7.800Z"
      />
    </g>
  ),
  spotify: (
    <g stroke="#fff">
      <circle cx="12" cy="12" r="10.200" fill="#14833b" stroke="none" />
      <path d="M6.500 8.900c3.700-1 7.700-.7 11 1.100M7.300 12.400c3-.8 6.200-.5 8.900.9M8 15.700c2.400-.6 4.800-.4 6.900.7" />
    </g>
  ),
  dribbble: (
    <g stroke="#fff" strokeWidth="1.500">
      <circle cx="12" cy="12" r="10.200" fill="#d6307a" stroke="none" />
      <path d="M2.500 10.600c6.500.2 12-1.400 15.700-5.500M8.400 2.800c3.600 4.800 5.900 10.600 6.800 17.900M5.200 19c2.600-5.300 8.400-7.800 16.400-6.100" />
    </g>
  ),
};

/** A person, for a provider of the site's own. */
const person = <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8a7 7 0 0 1 14 0" />;

/** @param props.of a provider by its name on the wire */
export const Mark = ({ of }: { of: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    {Object.hasOwn(drawings, of) ? drawings[of] : person}
  </svg>
);
