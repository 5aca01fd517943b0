const seen = `<script>
  window.seen = []
  for (const type of ['keydown', 'beforeinput', 'focusout', 'blur', 'submit'])
    addEventListener(type, (event) => {
      if (type === 'submit') event.preventDefault()
      seen.push([type, event.key ?? event.inputType, event.isTrusted].filter((part) => part !== undefined).join(' '))
    }, true)
</script>`

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
  '/tall': `<div style="height: 2000px"></div><input id="low"><div style="height: 600px"></div>${seen}`,
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
