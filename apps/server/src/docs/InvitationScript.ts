/**
 * The script of the invitation's page, as the browser gets it: shows the invitation of the link, accepts it when the person presses the button, and shows
 * the credentials once.
 */
import { linkScript } from "./LinkScript.ts"

export const invitationScript = `${linkScript}const copied = make("p");
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
  const until = make("p", "The link works until " + new Date(invitation.expires_at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" }) + ".");
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
