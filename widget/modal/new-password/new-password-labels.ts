/** The texts of the offer of a new password, by keys as in `labels`. */
export const newPasswordLabels = {
  new_password_title: 'Choose a new password',
  password_dropped:
    'You have just confirmed your email address. The password your account had before no longer works: another person may know it.',
  save_new_password: 'Save new password',
  not_now: 'Not now',
};
