/** The texts of the screens for mailed codes, by keys as in `labels`. */
export const codeLabels = {
  code_error_message: 'Please enter a valid code',
  reset_enter_code: 'Enter your 6-digit code',
  reset_confirm_reset: 'Confirm & Reset',
  success_title: 'Success!',
  password_reset_success: 'Your password has been reset. Please login with your new credentials.',
  login_again: 'Log in',
  passwordless_token_heading: 'Verification Code',
  login_passwordless_instructions: 'Enter the verification code sent to your email address',
  login_verify_email: 'Verify Email',
  code_digit: 'Digit {number} of 6',
  email_advice: 'Emails should arrive within 30 seconds.',
};
