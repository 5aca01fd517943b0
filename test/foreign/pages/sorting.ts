import { get, htmlPage, postForm, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/** Colours of what is sorted, first to last: their order can be read off the screen. */
export const sortedColors = ['#be123c', '#0f766e', '#a16207'] as const

const items = ['Aspirin', 'Ibuprofen', 'Insulin']
  .map(
    (name, at) =>
      `<li id="item${at + 1}" draggable="true" style="background: ${sortedColors[at]}"><span>${name}</span></li>`,
  )
  .join('')

/** Sorts by the events of drag and drop, as they stand in every tutorial; the order goes along with the form. */
const sort = `<style>
  ol { list-style: none; padding: 0 } li { height: 100px; margin: 16px 0 } li span { background: #fff }
</style>
<script>
  const list = document.querySelector('ol')
  let dragged
  const keep = () => (document.querySelector('[name=order]').value = [...list.children].map(({ id }) => id).join(' '))
  list.addEventListener('dragstart', (event) => {
    dragged = event.target
    event.dataTransfer.setData('text/plain', dragged.id)
    event.dataTransfer.effectAllowed = 'move'
  })
  list.addEventListener('dragover', (event) => {
    event.preventDefault()
    const over = event.target.closest('li')
    if (!over || over === dragged) return
    const { top, height } = over.getBoundingClientRect()
    list.insertBefore(dragged, event.clientY > top + height / 2 ? over.nextSibling : over)
  })
  list.addEventListener('drop', (event) => {
    event.preventDefault()
    if (event.dataTransfer.getData('text/plain') === dragged.id) keep()
  })
</script>`

/** A list that a patient puts in order by dragging. */
export const page: ForeignPage = {
  name: '/sorting',
  routes: [
    get('/sorting', ({ token }) =>
      htmlPage({
        title: 'What do you take most often?',
        color: 'last',
        body: `<p>Put it first.</p><ol>${items}</ol>
            ${postForm('/sorting', '', { t: token, order: '' }, 'Send')}${sort}`,
      }),
    ),
    ...sendsTo('/sorting', '/sorting/done'),
  ],
}
