const seen = `<script>
  window.seen = []
  for (const type of ['keydown', 'beforeinput', 'focusout', 'blur', 'submit'])
    addEventListener(type, (event) => {
      if (type === 'submit') event.preventDefault()
      seen.push([type, event.key ?? event.inputType, event.isTrusted].filter((part) => part !== undefined).join(' '))
    }, true)
</script>`

const boxes = (name: string, sizes: readonly number[], attributes: string) =>
  sizes.map((size, at) => `<input id="${name}${at}" maxlength="${size}" ${attributes}>`).join('')

/** Bodies of the pages with fields, by path. `seen` of each holds the events that its scripts can see. */
export const typingPages: Readonly<Record<string, string>> = {
  '/fields': `<style>input, textarea, div, select { display: block; width: 20rem }</style>
    <form lang="es-MX">
      <label id="label" for="name">Name</label><input id="name" value="kept" enterkeyhint="next">
      <input id="mail" type="email"><input id="pin" type="password" inputmode="numeric">
      <input id="tel" type="tel"><input id="amount" type="number"><input id="day" type="date">
      <textarea id="lines" lang="en"></textarea><div id="rich" contenteditable>rich</div>
      <input id="dots" style="-webkit-text-security: disc"><input id="fixed" readonly>
      <input id="own" inputmode="none"><select id="list"><option>One</option></select>
      <button type="button" id="button">Not a field</button><button>Send</button>
    </form>
    <x-open id="open"></x-open><x-closed id="closed"></x-closed>
    <script>
      for (const mode of ['open', 'closed'])
        customElements.define('x-' + mode, class extends HTMLElement {
          constructor() {
            super()
            this.root = this.attachShadow({ mode })
            this.root.innerHTML = '<input type="tel">'
            this.style.display = 'block'
          }
        })
    </script>${seen}`,
  '/boxes': `<style>div, x-boxes { display: flex; gap: 8px; margin: 8px } input { width: 60px; height: 30px }</style>
    <form><div>${boxes('ssn', [3, 2, 4], 'inputmode="numeric"')}</div>
      <div>${boxes('code', [1, 1, 1, 1, 1, 1], 'inputmode="numeric"')}</div>
      <div>${boxes('letter', [1, 1, 1], '')}</div>
      <div>${boxes('day', [2, 2, 4], 'type="number"')}</div>
      <div>${boxes('pin', [1, 1, 1, 1], 'type="password"')}</div></form>
    <x-boxes id="shadow"></x-boxes><textarea id="lines"></textarea>
    <script>
      const root = document.querySelector('#shadow').attachShadow({ mode: 'open' })
      root.innerHTML = \`<style>input { width: 60px }</style>${boxes('shade', [1, 1, 1], 'type="tel"')}\`
      for (const each of [document, root]) {
        each.addEventListener('input', ({ target, inputType }) => {
          const isFull = target.value.length >= target.maxLength && inputType === 'insertText'
          if (isFull && target.tagName === 'INPUT') target.nextElementSibling?.focus()
        })
        each.addEventListener('keydown', ({ key, target }) => {
          if (key === 'Backspace' && target.value === '') target.previousElementSibling?.focus()
        })
      }
    </script>${seen}`,
  '/choices': `<style>select, input { display: block; box-sizing: border-box; width: 20rem; height: 2rem; margin: 8px }</style>
    <select id="select">${Array.from({ length: 40 }, (_none, at) => `<option>Choice ${at}</option>`).join('')}</select>
    <input id="date" type="date"><input id="time" type="time"><input id="month" type="month">
    <input id="week" type="week"><input id="local" type="datetime-local"><input id="color" type="color">
    <input id="list" list="names"><datalist id="names"><option>Ana</option><option>Ben</option></datalist>${seen}`,
  '/sort': `<style>li { width: 300px; height: 60px; margin: 8px; background: #fff }</style>
    <ul>${['a', 'b', 'c'].map((id) => `<li id="${id}" draggable="true">${id}</li>`).join('')}</ul>
    <div style="height: 3000px"></div>
    <script>
      window.drags = []
      const list = document.querySelector('ul')
      list.addEventListener('dragstart', ({ target, dataTransfer }) => dataTransfer.setData('text/plain', target.id))
      list.addEventListener('dragover', (event) => event.preventDefault())
      list.addEventListener('drop', ({ target, dataTransfer }) =>
        target.after(document.querySelector('#' + dataTransfer.getData('text/plain'))))
      for (const type of ['dragstart', 'dragenter', 'dragleave', 'drop', 'dragend'])
        list.addEventListener(type, ({ target }) => drags.push(type + ' ' + target.id))
    </script>`,
  '/low': `<div style="height: 900px"></div><input id="low">${seen}`,
  '/thief': `<input id="one">${seen}<script>
    window.taken = false
    addEventListener('message', () => {
      document.querySelector('#one').focus()
      taken = true
    })
  </script>`,
  '/one-field': `<input id="one">${seen}`,
}
