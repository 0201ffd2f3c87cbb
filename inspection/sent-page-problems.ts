import type { AboutProblem } from './about-problem.ts';

/**
 * Problems with which the Inspector never comes into a page, so that the command line alone tells of them. Only their
 * ids are part of the widget, for `data-ms-ignore`: their texts would be a tenth of the Inspector's budget.
 */

export const sentPageIds = ['missing-install-code', 'unknown-site', 'secret-key-in-page', 'script-not-found'] as const;
export type SentPageId = (typeof sentPageIds)[number];

const copyTheTag = {
  title: 'How to mend it',
  description:
    'Copy the whole tag from the documentation into the head of the page, with the id and the public key of your site.',
};

export const sentPageProblems: Record<SentPageId, AboutProblem> = {
  'missing-install-code': {
    title: 'A page without the install script',
    description:
      'Attributes of ours stand on this page, and no script that reads them: no dialog opens, no form is sent, and what is for members is seen by everybody.',
    help: [
      copyTheTag,
      {
        title: 'If another script brings it',
        description:
          'A tag manager, say. Then visitors see for a moment what is for members. To keep it so, leave this problem out with --ignore missing-install-code or in inspect.config.yaml.',
      },
    ],
  },
  'unknown-site': {
    title: 'The service knows no such site',
    description:
      'The id and the public key of the script tag belong to no site of this service, or not together. Nothing of the script works, and what is for members stays closed.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Compare data-ms-app and data-ms-public-key with id and publicKey in the file of your site, letter by letter, and see that the file has been applied.',
      },
    ],
  },
  'secret-key-in-page': {
    title: 'A secret key in the page',
    description:
      'A secret key reads and changes every member of your site, and everybody who opens the page can read it. The script does not work with it either.',
    help: [
      {
        title: 'How to mend it',
        description:
          'Revoke the key at once: it counts as read. Then write the public key of your site, which begins with pk_, in its place.',
      },
    ],
  },
  'script-not-found': {
    title: 'The service has no such script',
    description: 'The address of the install script names no file of the service, so nothing is loaded.',
    help: [{ title: 'How to mend it', description: 'Write /widget/v1/intake.js behind the origin of the service.' }],
  },
};
