/** A page of the site's settings. */
export interface SitePart {
  /** The last part of its address; empty for the first. */
  path: string;
  label: string;
  about: string;
  /** Settings that are changed there, for the mark of what is not saved. */
  sections: readonly string[];
}

/** The pages of a site, in the order of their menu. */
export const siteParts: readonly SitePart[] = [
  {
    path: '',
    label: 'Overview',
    about: 'What the site is, and how to put it on a page.',
    sections: ['name', 'publicKey'],
  },
  { path: 'branding', label: 'Branding', about: 'How dialogs look on the site’s pages.', sections: ['branding'] },
  {
    path: 'texts',
    label: 'Texts',
    about: 'The site’s own words in dialogs.',
    sections: ['dictionary', 'ssoText', 'ssoSignupButtonUrl'],
  },
  { path: 'fields', label: 'Fields', about: 'What the site stores of each member.', sections: ['fields'] },
  { path: 'plans', label: 'Plans and prices', about: 'What members join and pay for.', sections: ['plans', 'coupons'] },
  {
    path: 'content',
    label: 'Content',
    about: 'Pages that only some may see, and what the server keeps for members.',
    sections: ['contentGroups', 'content'],
  },
  {
    path: 'access',
    label: 'Pages and sign-in',
    about: 'Which pages belong to the site, and how members sign up and log in.',
    sections: [
      'origins',
      'passwordless',
      'privateSignup',
      'allowMemberSelfDelete',
      'tellMembersOfViews',
      'secondFactor',
      'passwordMinLength',
      'passwordWords',
      'sessionInAddress',
      'captchaRequired',
      'captcha',
      'captchaSecret',
      'inspectorIgnores',
    ],
  },
  { path: 'providers', label: 'Providers', about: 'Log-in with accounts of others.', sections: ['authProviders'] },
  { path: 'comments', label: 'Comments', about: 'What members may write on the site’s pages.', sections: ['comments'] },
  { path: 'webhooks', label: 'Webhooks', about: 'Where the site is told what happens.', sections: ['webhooks'] },
  { path: 'keys', label: 'Secret keys', about: 'What the site’s own server comes in with.', sections: [] },
  { path: 'views', label: 'Page views', about: 'How often the site’s pages are opened.', sections: [] },
];
