import { html } from 'hono/html'
import type { PatientCase } from '../seeds/cases.ts'
import { notable } from '../seeds/people.ts'
import type { Message } from '../state/types.ts'
import { page, phoneStyle, type Html } from './page.ts'

const shownAtOnce = 4

/** Writes a number of the United States as a person types it: without its country. */
const national = (phone: string) => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')

const dateWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function personLink(person: PatientCase, chosen: PatientCase | undefined) {
  const current = person === chosen ? html`aria-current="true"` : ''
  return html`<li>
    <a href="?as=${person.id}" ${current}>
      <bdi>${person.firstName} ${person.lastName}</bdi><small>${person.what}</small>
    </a>
  </li>`
}

function peopleList(chosen: PatientCase | undefined): Html {
  const [first, more] = [notable.slice(0, shownAtOnce), notable.slice(shownAtOnce)]
  const isOpen = more.some((person) => person === chosen) ? html`open` : ''
  return html`<nav aria-labelledby="who">
    <h1 id="who">Who would you like to be?</h1>
    <ul>
      ${first.map((each) => personLink(each, chosen))}
    </ul>
    <details ${isOpen}>
      <summary>More people</summary>
      <ul>
        ${more.map((each) => personLink(each, chosen))}
      </ul>
    </details>
    <p><a href="network">Make the network fail</a></p>
  </nav>`
}

function card(person: PatientCase): Html {
  const { phone, email, dateOfBirth } = person
  const number = html`<dt>Type this number at the kiosk</dt>
    <dd class="large" id="number">${phone ? national(phone) : 'none'}</dd>`
  const born = dateOfBirth ? dateWords.format(new Date(`${dateOfBirth}T00:00:00Z`)) : 'not known'
  return html`<dl>
    ${number}
    <dt>Born</dt>
    <dd class="large" id="born">${born}</dd>
    <dt>Email</dt>
    <dd>${email ?? 'none'}</dd>
  </dl>`
}

const emptyHint = html`<p class="hint">
  <span class="clock" aria-hidden="true"></span>Tap a name to begin
</p>`

/** Renders the received texts and e-mails, oldest first; `newestFirst` is the sandbox's order. */
export function messageList(newestFirst: readonly Message[]): Html {
  return html`${newestFirst.toReversed().map(
    ({ channel, to, code, text, sentAt }) =>
      html`<li data-code="${code}" data-kind="${channel === 'SMS' ? 'text' : 'e-mail'}">
        <small
          >${channel === 'SMS' ? 'Text' : 'Email'} to
          ${channel === 'SMS' ? national(to) : to}</small
        >
        <strong>${code}</strong>
        <span>${text}</span>
        <time datetime="${sentAt}"></time>
      </li>`,
  )}`
}

/** Renders the phone of the made-up patient `as`, and the people to be; new messages appear by themselves. */
export function phonePage(as: number, messages: readonly Message[]): Html {
  const chosen = notable.find(({ id }) => id === as)
  const name = chosen && html`<bdi>${chosen.firstName} ${chosen.lastName}</bdi>`
  return page(
    'Phone',
    phoneStyle,
    html`${peopleList(chosen)}
      <main class="phone">
        <p class="bar" aria-hidden="true"><span class="clock"></span><i></i></p>
        <p id="notice" role="status"></p>
        ${name && html`<h2>${name}</h2>`} ${chosen ? card(chosen) : emptyHint}
        <ol id="messages" aria-label="Messages" tabindex="0">
          ${messageList(messages)}
        </ol>
      </main>
      ${phoneScript}`,
  )
}

const phoneScript = html`<script type="module">
  const lookEveryMs = 500
  const noticeMs = 5_000
  const list = document.getElementById('messages')
  const notice = document.getElementById('notice')
  const clocks = document.querySelectorAll('.clock')
  const time = (date) => date.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  let hiding

  function settle() {
    for (const each of list.querySelectorAll('time'))
      each.textContent = time(new Date(each.dateTime))
    list.scrollTop = list.scrollHeight
  }
  function tell({ dataset }) {
    notice.textContent = 'New ' + dataset.kind + ': ' + dataset.code
    notice.className = 'shown'
    clearTimeout(hiding)
    hiding = setTimeout(() => (notice.className = ''), noticeMs)
  }
  async function look() {
    for (const clock of clocks) clock.textContent = time(new Date())
    const answer = await fetch('phone/messages').catch(() => undefined)
    if (!answer?.ok) return
    const came = document.createElement('template')
    came.innerHTML = await answer.text()
    const items = [...came.content.querySelectorAll('li')]
    // Fewer than before: the sandbox was set back.
    if (items.length < list.children.length) list.replaceChildren()
    const fresh = items.slice(list.children.length)
    if (fresh.length === 0) return
    list.append(...fresh)
    settle()
    tell(fresh.at(-1))
  }
  settle()
  for (;;) {
    await look()
    await new Promise((done) => setTimeout(done, lookEveryMs))
  }
</script>`
