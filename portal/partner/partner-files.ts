import { courseCodes } from '../../shared/courses.ts';
import { drawingSvg, grounds } from '../../shared/partner-drawings.ts';
import { faviconSvg, logoSvg, markSvg } from '../../shared/partner-marks.ts';
import { partnerCodes, partners, type PartnerCode } from '../../shared/partners.ts';
import { findPartnerFaults } from './partner-faults.ts';
import { themeRule } from './theme.ts';
import type { Plugin } from 'vite';

const themesId = 'virtual:partner-themes.css';

/**
 * Makes, from the partners' entries, what the pages need of each: colours, favicon, logo, drawings. Runs in the build.
 *
 * @throws Error with everything that is wrong with an entry
 */
export function partnerFiles(): Plugin {
  const faults = partnerCodes.flatMap((code) => findPartnerFaults(code, partners[code]));
  if (faults.length > 0) throw new Error(`shared/partner-entries.ts:\n  ${faults.join('\n  ')}`);
  const files = new Map(
    partnerCodes.flatMap((code) => [
      [`assets/favicon-${code}.svg`, faviconSvg(partners[code])],
      [`assets/logo-${code}.svg`, logoSvg(partners[code])],
      [`assets/mark-${code}.svg`, markSvg(partners[code])],
      ...drawingsOf(code),
    ]),
  );
  return {
    name: 'partner-files',
    resolveId: (id) => (id === themesId ? `\0${themesId}` : undefined),
    load: (id) =>
      id === `\0${themesId}` ? partnerCodes.map((code) => themeRule(code, partners[code].theme)).join('\n') : undefined,
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files.get(request.url?.slice(1) ?? '');
        if (file === undefined) return next();
        response.setHeader('Content-Type', 'image/svg+xml').end(file);
      });
    },
  };
}

const drawingsOf = (code: PartnerCode): [file: string, svg: string][] =>
  courseCodes.flatMap((course) =>
    grounds.map((ground): [string, string] => [
      `assets/drawing-${code}-${course}-${ground}.svg`,
      drawingSvg(course, partners[code].theme, ground),
    ]),
  );
