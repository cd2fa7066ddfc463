/**
 * The script of the invitation's page, as the browser gets it: shows the invitation of the link, accepts it when the person presses the button, and shows
 * the credentials once. It takes the token off the address first, and keeps it nowhere but in its memory.
 */
export const invitationScript = `"use strict";
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
const send = async (action) => {
  const answer = await fetch(base + main.dataset[action], {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
    credentials: "omit",
    referrerPolicy: "no-referrer"
  });
  const body = await answer.json();
  return answer.ok ? body : Promise.reject(body);
};
const copied = make("p");
copied.setAttribute("role", "status");
const copyable = (label, text) => {
  const button = make("button", "Copy");
  button.type = "button";
  button.setAttribute("aria-label", "Copy " + label.toLowerCase());
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    copied.textContent = label + " copied.";
  });
  return make("div", undefined, make("dt", label), make("dd", undefined, make("code", text), button));
};
const link = (address) => {
  const element = make("a", address);
  element.href = address;
  return element;
};
const command = (text) => make("pre", undefined, make("code", text));
const refused = (error) => show("This link does not work", make("p", error.message));
const shown = (accepted) => {
  const { client_id: id, client_secret: secret } = accepted;
  show(
    "Your client is ready",
    make("p", "The secret is shown only now. Keep it where only your programs read it; this link gives another one until your client has logged in."),
    make("dl", undefined, copyable("Client id", id), copyable("Client secret", secret)),
    copied,
    make("h2", "What to do next"),
    make("p", "Three commands: install the program, log in with the secret, and see the jobs."),
    command("npm install --global @partner-api/client"),
    command("partner login --base-url " + base + " --client-id " + id),
    command("partner jobs"),
    make("p", "Each request of this service, with samples to paste: ", link(base + "/docs"))
  );
};
const begin = async () => {
  if (token === "") return refused({ message: "The link is not whole. Copy all of it from the message, or ask for a new one." });
  const invitation = await send("show");
  const person = invitation.first_name + " " + invitation.last_name;
  const about = make("p", person + ", you are invited to recruit for " + invitation.organization_name + " as " + invitation.company_name + ".");
  const until = make("p", "The link works until " + new Date(invitation.expires_at).toLocaleString() + ".");
  const withClient = make("p", "If you have a client of this API already, accept with it in place of the button: ", make("code", "partner invitations accept"));
  if (!invitation.ways.includes("NEW_CLIENT")) {
    withClient.firstChild.textContent = "Accept with your client: ";
    return show(invitation.organization_name + " invites " + invitation.company_name, about, until, withClient);
  }
  const button = make("button", "Accept the invitation");
  button.type = "button";
  button.addEventListener("click", () => {
    button.disabled = true;
    send("accept").then(shown, refused);
  });
  const more = invitation.ways.includes("CLIENT") ? [withClient] : [];
  show(invitation.organization_name + " invites " + invitation.company_name, about, until, button, ...more);
};
begin().catch(refused);
`

/** The styles of the page: light and dark by the system, and one column that fits a phone. */
export const invitationStyles = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f6f7f9, #14171c); color: light-dark(#1b1f27, #e8eaee); }
main { box-sizing: border-box; max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; outline: none; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin-top: 2rem; }
p { overflow-wrap: anywhere; }
button { font: inherit; padding: 0.5rem 1rem; border: 1px solid transparent; border-radius: 0.375rem; background: light-dark(#1f56c3, #7aa5ff); color: light-dark(#fff, #0d1420); cursor: pointer; }
button:disabled { opacity: 0.6; cursor: default; }
button:focus-visible { outline: 3px solid light-dark(#1b1f27, #e8eaee); outline-offset: 2px; }
dl { margin: 1rem 0; }
dt { font-weight: 600; }
dd { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0 0 1rem; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem; border-radius: 0.375rem; white-space: pre-wrap; background: light-dark(#e9ecf1, #22272f); }
`
