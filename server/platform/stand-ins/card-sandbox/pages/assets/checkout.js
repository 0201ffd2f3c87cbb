import { brandOf, digitsOf, findFaults, groupExpiry, groupNumber } from './card-rules.js';

const form = document.querySelector('form.payment');
const payButton = form.querySelector('button.pay');
const payLabel = payButton.querySelector('[data-label]');
const status = form.querySelector('[data-status]');
const declined = document.getElementById('declined');
const fields = Object.fromEntries(['number', 'expiry', 'cvc', 'name'].map((name) => [name, form.elements[name]]));
const payText = payLabel.textContent;
const calmTitle = document.title.replace(/^Error: /, '');
const testExpiry = `12${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`;

const formats = {
  number: groupNumber,
  expiry: groupExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
  name: (text) => text,
};
const typedCard = () => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));

let isPaying = false;

/** Formats while typing and keeps the caret behind the same digit. */
function reformat(name) {
  const field = fields[name];
  const formatted = formats[name](field.value);
  if (formatted === field.value) return;
  const digitsBefore = digitsOf(field.value.slice(0, field.selectionStart)).length;
  const wasAtEnd = field.selectionStart === field.value.length;
  field.value = formatted;
  const caret = wasAtEnd ? formatted.length : placeAfterDigits(formatted, digitsBefore);
  field.setSelectionRange(caret, caret);
}

function placeAfterDigits(text, count) {
  let seen = 0;
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place;
    if (/\d/.test(text[place])) seen++;
  }
  return text.length;
}

function showBrand() {
  form.querySelector('[data-brand]').textContent = brandOf(digitsOf(fields.number.value)).label;
}

function showFault(name, fault) {
  const line = document.getElementById(`card-${name}-fault`);
  line.querySelector('span').textContent = fault ?? '';
  line.hidden = !fault;
  if (fault) fields[name].setAttribute('aria-invalid', 'true');
  else fields[name].removeAttribute('aria-invalid');
}

/** Shows every fault and takes the reader to the first one. */
function showFaults(faults) {
  for (const name of Object.keys(fields)) showFault(name, faults[name]);
  const first = Object.keys(fields).find((name) => faults[name]);
  if (first) fields[first].focus();
  document.title = first ? `Error: ${calmTitle}` : calmTitle;
}

function showDeclined(sentence) {
  declined.querySelector('[data-declined]').textContent = sentence;
  declined.hidden = false;
  declined.focus();
  document.title = `Error: ${calmTitle}`;
}

function showPaying(isNow, label = isNow ? 'Processing…' : payText) {
  isPaying = isNow;
  payButton.classList.toggle('is-busy', isNow);
  payButton.setAttribute('aria-disabled', String(isNow));
  payLabel.textContent = label;
  status.textContent = isNow ? label : '';
}

async function pay() {
  declined.hidden = true;
  const faults = findFaults(typedCard(), new Date());
  showFaults(faults);
  if (Object.keys(faults).length > 0) return;
  showPaying(true);
  const answer = await send();
  if (answer.redirect) {
    showPaying(true, 'Done');
    payButton.classList.add('is-done');
    location.assign(answer.redirect);
    return;
  }
  showPaying(false);
  if (answer.faults) showFaults(answer.faults);
  if (answer.declined) showDeclined(answer.declined);
}

async function send() {
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(typedCard()),
    });
    return await answer.json();
  } catch {
    return {
      declined: 'The payment could not be sent. Check your connection and press the button again; you pay only once.',
    };
  }
}

/** A checkout that ended meanwhile, in another tab say, must not let a card be typed first and refuse it then. */
async function leaveWhenEnded() {
  if (isPaying || document.hidden || !(await hasEnded())) return;
  // Pressed meanwhile: the answer to that press says it.
  if (isPaying) return;
  // The page of what has ended says how, and where to go on.
  location.replace(form.action);
}

async function hasEnded() {
  try {
    const answer = await fetch(form.dataset.watch);
    return answer.ok && (await answer.json()).status !== 'open';
  } catch {
    // Not known: the next look may tell.
    return false;
  }
}

function fillIn(number) {
  fields.number.value = groupNumber(number);
  fields.expiry.value = groupExpiry(testExpiry);
  fields.cvc.value = number.startsWith('37') ? '1234' : '123';
  if (fields.name.value === '') fields.name.value = 'Test Cardholder';
  declined.hidden = true;
  showFaults({});
  showBrand();
  status.textContent = `Test card ${groupNumber(number)} filled in.`;
  payButton.focus();
}

for (const [name, field] of Object.entries(fields)) {
  field.addEventListener('input', () => {
    reformat(name);
    showBrand();
    if (field.hasAttribute('aria-invalid')) showFault(name, findFaults(typedCard(), new Date())[name]);
  });
  // A field is judged when it is left, and only once something stands in it.
  field.addEventListener('blur', () => {
    if (field.value !== '') showFault(name, findFaults(typedCard(), new Date())[name]);
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!isPaying) void pay();
});

for (const button of document.querySelectorAll('.test-card'))
  button.addEventListener('click', () => fillIn(button.dataset.number));

// Restored from the back/forward cache, the page must not show a pending payment.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

if (form.dataset.watch) {
  setInterval(() => void leaveWhenEnded(), 2_000);
  document.addEventListener('visibilitychange', () => void leaveWhenEnded());
}

showBrand();
if (!declined.hidden) declined.focus();
