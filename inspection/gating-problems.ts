import type { AboutProblem } from './about-problem.ts';

/** Problems of whole pages that are for members. */

export const gatingErrors = {
  'gated-without-group': {
    title: 'A gated page that everybody may open',
    description:
      'The script tag has data-ms-gated, but no content group of your site names the address of this page: it is shown to everybody.',
    help: [
      {
        title: 'How to mend it',
        description: 'Add the address to a content group, or take data-ms-gated away.',
      },
    ],
  },
} satisfies Record<string, AboutProblem>;

export const gatingWarnings = {
  'gated-page-without-attribute': {
    title: 'A gated page that is seen for a moment',
    description: 'On a first visit everybody sees this page until the settings of your site arrive.',
    help: [{ title: 'How to mend it', description: 'Add data-ms-gated to the script tag of this page.' }],
  },
} satisfies Record<string, AboutProblem>;
