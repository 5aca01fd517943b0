import { escapeHtml, get, htmlPage, postForm, sendsTo } from '../answers.ts'
import type { ForeignRoute } from '../page.ts'

const box = (name: string, size: number) =>
  `<input name="${name}" aria-label="${name}" maxlength="${size}" inputmode="numeric" style="width:${size + 2}em">`

/** Leads from a box that is full to the next, and back from an empty one, as many pages do. */
const leadOn = `<script>
  for (const group of document.querySelectorAll('.boxes')) {
    group.style.cssText = 'display:flex;gap:8px'
    group.addEventListener('input', ({ target, inputType }) => {
      if (inputType === 'insertText' && target.value.length === target.maxLength) target.nextElementSibling?.focus()
    })
    group.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Backspace' && target.value === '') target.previousElementSibling?.focus()
    })
  }
</script>`

const fields = `
  <label>Full name <input name="name" autocapitalize="words" enterkeyhint="next"></label>
  <label>E-mail <input name="email" type="email" autocomplete="email"></label>
  <label>Mobile <input name="mobile" type="tel"></label>
  <div class="boxes" role="group" aria-label="Social security number">${[3, 2, 4]
    .map((size, at) => box(`ssn${at + 1}`, size))
    .join('')}</div>
  <div class="boxes" role="group" aria-label="Code">${[1, 2, 3, 4, 5, 6]
    .map((at) => box(`code${at}`, 1))
    .join('')}</div>
  <label>Weight in kg <input name="weight" type="number" step="0.1"></label>
  <label>Day of your last visit <input name="last-visit" type="date"></label>
  <label>Personal number <input name="pin" type="password" inputmode="numeric"></label>
  <label>How often? <select name="often"><option value="">Choose</option><option>Never</option>
    <option>Every day</option></select></label>
  <label lang="es">¿Alergias? <textarea name="allergies" rows="3"></textarea></label>`

/** Fields of every kind, in a page that has no keyboard of its own; the card's number in a provider's frame. */
export const typing: readonly ForeignRoute[] = [
  get('/typing', ({ token, vendor: { origins } }) =>
    htmlPage({
      title: 'About you',
      color: 'last',
      body: `${postForm('/typing', fields, { t: token }, 'Send')}
            <iframe id="card" title="Card" style="height: 140px"
              src="${origins.payment}/typing/card?t=${escapeHtml(encodeURIComponent(token))}"></iframe>${leadOn}`,
    }),
  ),
  get(
    '/typing/card',
    () =>
      htmlPage({
        title: 'Card',
        color: 'frame',
        body: '<input name="card" aria-label="Card number" inputmode="numeric">',
      }),
    'payment',
  ),
  ...sendsTo('/typing', '/typing/done'),
]
