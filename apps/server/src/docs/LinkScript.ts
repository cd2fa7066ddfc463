/**
 * The beginning of the scripts of all pages of links, and their styles. The script takes the token off the address first, and keeps it nowhere but in its memory.
 */
export const linkScript = `"use strict";
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const base = location.href.slice(0, location.href.lastIndexOf("/"));
const main = document.querySelector("main");
const make = (name, text, ...children) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
};
const show = (title, ...parts) => {
  const heading = make("h1", title);
  heading.tabIndex = -1;
  main.replaceChildren(heading, ...parts);
  document.title = title;
  heading.focus();
};
const send = async (action, more = {}) => {
  const answer = await fetch(base + main.dataset[action], {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, ...more }),
    credentials: "omit",
    referrerPolicy: "no-referrer"
  });
  const body = await answer.json();
  return answer.ok ? body : Promise.reject(body);
};
`

/** The styles of the pages: light and dark by the system, and one column that fits a phone. */
export const linkStyles = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f6f7f9, #14171c); color: light-dark(#1b1f27, #e8eaee); }
main { box-sizing: border-box; max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; outline: none; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin-top: 2rem; }
p { overflow-wrap: anywhere; }
button { font: inherit; padding: 0.5rem 1rem; border: 1px solid transparent; border-radius: 0.375rem; background: light-dark(#1f56c3, #7aa5ff); color: light-dark(#fff, #0d1420); cursor: pointer; }
button.plain { background: transparent; color: inherit; border-color: currentcolor; }
.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button:disabled { opacity: 0.6; cursor: default; }
button:focus-visible { outline: 3px solid light-dark(#1b1f27, #e8eaee); outline-offset: 2px; }
dl { margin: 1rem 0; }
dt { font-weight: 600; }
dd { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0 0 1rem; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem; border-radius: 0.375rem; white-space: pre-wrap; background: light-dark(#e9ecf1, #22272f); }
`
