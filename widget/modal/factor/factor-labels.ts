/** The texts of the set-up of a second factor, by keys as in `labels`. */
export const factorLabels = {
  factor_setup_title: 'Add a second step',
  factor_setup_text:
    'Your password alone is not enough here. Choose what else proves that it is you. It takes a minute, this once.',
  factor_setup_passkey: 'Use a passkey',
  factor_setup_passkey_text: 'The fingerprint, face or PIN of this device, or a security key.',
  factor_setup_passkey_failed: 'No passkey was made. Please try again, or choose the other way.',
  factor_setup_app: 'Use an authenticator app',
  factor_setup_app_text: 'An app on your phone that shows six digits each time you log in.',
  factor_setup_scan:
    'Add an account in your authenticator app: scan this code, or type the key below it. Then enter the six digits that the app shows.',
  factor_setup_qr: 'QR code with the setup key',
  factor_setup_code: 'Code of the app',
  factor_setup_digits: 'Please enter the six digits of the app.',
  factor_setup_confirm: 'Confirm',
  recovery_codes_title: 'Keep your recovery codes',
  recovery_codes_text: 'They are shown this once. Each lets you log in one time when your second step is not there.',
  recovery_codes_kept: 'I have kept these codes',
  recovery_codes_not_kept: 'Please keep the codes, then tick the box.',
  recovery_codes_go_on: 'Go on',
};
