import { html } from 'hono/html'

/** What the phone does by itself: looks for new messages, shows them beneath the others, and tells of each for a while. */
export const phoneScript = html`<script type="module">
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
