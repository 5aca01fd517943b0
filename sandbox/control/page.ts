import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

/** Renders a whole page of the sandbox. */
export const page = (title: string, style: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(commonStyle + style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`

const commonStyle = `
  :root { color-scheme: light; font: 1.0625rem/1.5 system-ui, sans-serif; color: #1c2b33 }
  :focus-visible { outline: 3px solid #1c2b33; outline-offset: 2px }`

export const networkStyle = `
  :root { background: #eef3f5 }
  body { max-width: 52rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
  h1 { margin: 0; font-size: 1.75rem }
  nav { margin-bottom: 1.25rem }
  a { color: #0b5f6e }
  .quiet { color: #4a5d67 }
  form { display: contents }
  .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.8rem;
    margin: 1rem 0 2rem }
  button { min-height: 5.5rem; padding: 0.9rem 1.1rem; border: 3px solid #8aa0aa; border-radius:
    0.9rem; background: #fff; color: inherit; font: inherit; font-size: 1.15rem; font-weight: 600;
    text-align: left; cursor: pointer }
  button small { display: block; font-size: 0.95rem; font-weight: 400 }
  button[aria-pressed='true'] { border-color: #8c1d18; background: #8c1d18; color: #fff }
  button[aria-pressed='true'] small { color: #fff }
  #now { padding: 1rem 1.25rem; border-radius: 0.9rem; background: #fff; font-size: 1.25rem;
    font-weight: 600 }`

export const phoneStyle = `
  :root { line-height: 1.4; background: #dde7ea }
  * { box-sizing: border-box }
  body { display: flex; flex-wrap: wrap; justify-content: center; gap: 1.5rem; margin: 0; padding:
    1.25rem; min-height: 100vh }
  nav { flex: 1 1 17rem; max-width: 26rem }
  h1, h2 { margin: 0.5rem 0; font-size: 1.5rem; line-height: 1.2 }
  ul, ol { list-style: none; margin: 0; padding: 0 }
  nav a { display: block; margin: 0.6rem 0; padding: 0.7rem 1rem; border: 2px solid transparent;
    border-radius: 0.9rem; background: #fff; color: inherit; font-weight: 600; text-decoration:
    none }
  nav a:hover { border-color: #0b5f6e }
  nav a[aria-current] { background: #0b5f6e; color: #fff }
  small { display: block; font-size: 0.9rem; font-weight: 400 }
  summary { padding: 0.7rem 1rem; cursor: pointer }
  .phone { position: relative; display: flex; flex: 0 1 22.5rem; flex-direction: column; height:
    min(45rem, calc(100vh - 2.5rem)); min-height: 27rem; overflow: hidden; padding: 0 1.1rem 1rem;
    border: 0.6rem solid #10191e; border-radius: 2.6rem; background: #f6f9fa; box-shadow: 0 0.6rem
    1.8rem #1c2b3359 }
  .bar { display: flex; justify-content: space-between; align-items: center; margin: 0; padding:
    0.5rem 0.6rem; font-size: 0.85rem; font-weight: 600 }
  .bar i { width: 1.5rem; height: 0.75rem; border: 2px solid; border-radius: 0.25rem; background:
    linear-gradient(90deg, currentcolor 70%, transparent 70%) }
  #notice { position: absolute; inset: 2.4rem 0.7rem auto; margin: 0; padding: 0.9rem 1.1rem;
    border-radius: 1.1rem; background: #1c2b33; color: #fff; font-weight: 600; transform:
    translateY(-8rem); visibility: hidden }
  #notice.shown { transform: none; visibility: visible }
  dl { margin: 0; padding: 0.8rem 1rem; border-radius: 1.1rem; background: #fff }
  dt, nav a:not([aria-current]) small, #messages small, time { color: #4a5d67; font-size: 0.9rem }
  .hint { display: grid; flex: 1; place-content: center; justify-items: center; margin: 0;
    font-size: 1.2rem }
  .hint span { font-size: 4rem; font-weight: 300 }
  dd { margin: 0 0 0.4rem; overflow-wrap: anywhere }
  .large { font-size: 1.6rem; font-weight: 700; line-height: 1.25 }
  #messages { flex: 1; min-height: 6rem; margin-top: 0.9rem; overflow-y: auto }
  #messages li { width: 90%; margin: 0 0 0.7rem; padding: 0.7rem 0.9rem; border-radius: 0.3rem
    1.1rem 1.1rem; background: #d3ebef; overflow-wrap: anywhere }
  #messages strong { display: block; font-size: 2rem; letter-spacing: 0.08em; line-height: 1.25 }
  time { display: block; text-align: right }
  @media (prefers-reduced-motion: no-preference) { #notice { transition: transform 0.35s,
    visibility 0.35s } }`

export const plainStyle = `
  body { font-size: 1.5rem; max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem }`
