import { expect, test } from './portal.ts';

test('visitors are sent to log in, with the words of the page they wanted', async ({ portal, page }) => {
  await portal.open('');
  await portal.isAt('login');
  await portal.open('enrol');
  await portal.isAt('login');
  await portal.sees('Access Denied');
  await portal.sees('Please log in to access this page');
  await portal.open('eligibility');
  await portal.isAt('login');
  await portal.sees('Please log in to access this page');
  for (const path of [
    'payment/success',
    'payment/cancel',
    'profile',
    'faq',
    // The same page, spelled as browsers allow.
    'f%61q',
    'courses/data-science',
    'resources/events',
  ]) {
    await portal.open(path);
    await portal.isAt('login');
  }
  await expect(page.getByRole('navigation', { name: /side|journey|main/i })).toHaveCount(0);
});

test('members are sent past login and register', async ({ portal }) => {
  await portal.arrivesPreapproved();
  for (const path of ['', 'index', 'login', 'register']) {
    await portal.open(path);
    await portal.isAt('eligibility');
  }
});

test('somebody who had to log in on the way back from paying lands on the receipt', async ({ portal, page }) => {
  const person = await portal.registers();
  await page.locator('header').getByRole('button', { name: 'Log Out' }).click();
  await portal.sees("You've been logged out");
  await portal.isAt('login');
  await portal.open('payment/success?session_id=cs_test_1');
  await portal.isAt('login');
  await portal.types('Email', person.email);
  await portal.types(/^Password/, person.password);
  await portal.presses('Log In');
  await expect(page).toHaveURL(/\/payment\/success\?session_id=cs_test_1$/);
});

test('somebody who had to log in on the way to another page is told where they landed', async ({ portal, page }) => {
  const person = await portal.registers();
  await page.locator('header').getByRole('button', { name: 'Log Out' }).click();
  await portal.isAt('login');
  await portal.open('faq');
  await portal.isAt('login');
  await portal.types('Email', person.email);
  await portal.types(/^Password/, person.password);
  await portal.presses('Log In');
  await portal.isAt('eligibility');
  await portal.sees('The page you came for is in the menu.');
});

test('what does not exist says so, with the right status', async ({ portal, page }) => {
  for (const path of ['/xyz/login', '/no/such/path']) {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(404);
    await portal.sees('Oops! Page not found');
    await expect(page).toHaveTitle('Page Not Found');
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  }
  // An address in other letters is another address, for the page as for the server.
  for (const path of ['/uc/Login', '/uc/no-such-page']) {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(404);
    await portal.sees('Page not found');
    await expect(page).toHaveTitle('Page Not Found – Enrolment Portal | UC');
  }
  await expect(page.locator('html')).toHaveClass(/\buc\b/);
});
